//go:build unix

package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestADeviceIsNoFileForTheToken(t *testing.T) {
	t.Parallel()
	_, err := Load(environment("DISCORD_TOKEN_FILE=/dev/zero"))
	if !isError(err) || !strings.Contains(err.Error(), "must name a file") {
		t.Errorf("got %v", err)
	}
}

// The token can be read from a pipe, such as a shell makes for <(command).
func TestTheTokenCanComeThroughAPipe(t *testing.T) {
	t.Parallel()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = read.Close() }()
	_, _ = write.WriteString("abc.def\n")
	_ = write.Close()
	got, err := Load(environment(fmt.Sprint("DISCORD_TOKEN_FILE=/dev/fd/", read.Fd())))
	if err != nil || got.Token != "abc.def" {
		t.Errorf("got %q, %v", string(got.Token), err)
	}
}

func TestAPipeIsNotReadForEver(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(environment("DISCORD_TOKEN_FILE=" + path)); !isError(err) || !strings.Contains(err.Error(), "empty") {
		t.Errorf("a pipe that nobody writes to: %v", err)
	}
	writer, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = writer.Close() }()
	if _, err := readToken(path, time.Millisecond); !isError(err) || !strings.Contains(err.Error(), "cannot be read") {
		t.Errorf("a pipe whose writer says nothing: %v", err)
	}
	go func() {
		for {
			if _, err := writer.WriteString(strings.Repeat("x", 1000)); err != nil {
				return
			}
		}
	}()
	if _, err := readToken(path, time.Minute); !isError(err) || !strings.Contains(err.Error(), "more than") {
		t.Errorf("a pipe without end: %v", err)
	}
}
