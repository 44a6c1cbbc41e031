//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"noughts/cmd/loadtest/process"
)

// TestNothingOutlivesTheTool kills loadtest in the middle of a run and checks that the bot ends too.
func TestNothingOutlivesTheTool(t *testing.T) {
	t.Parallel()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	pid, games := filepath.Join(folder, "pid"), filepath.Join(folder, "games.json")
	bot := fmt.Sprintf("echo $$ > '%s.new'; mv '%s.new' '%s'; exec '%s' %s %s", pid, pid, pid, program, fakeArgument, faultNone)
	tool := exec.Command(program, toolArgument, "-bot", bot, "-database", "file:"+games,
		"-transport", "http", "-games", "2", "-duration", "10m")
	tool.Env = append(os.Environ(), "TMPDIR="+folder)
	if err := tool.Start(); err != nil {
		t.Fatal(err)
	}
	var group int
	await(t, "the bot to start", func() bool {
		raw, err := os.ReadFile(pid)
		group, _ = strconv.Atoi(strings.TrimSpace(string(raw)))
		return err == nil && group > 0
	})
	t.Cleanup(func() { process.Kill(group) })
	if !process.Runs(group) {
		t.Fatal("the bot does not run")
	}
	await(t, "a game", func() bool { // the emulator guards the bot before the first game begins
		_, err := os.Stat(games)
		return err == nil
	})
	if err := tool.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = tool.Wait()
	await(t, "the bot to end", func() bool { return syscall.Kill(group, 0) != nil || isZombie(group) })
}

// await polls until `happened` returns true, because other processes cannot notify the test. It fails the test after a
// minute.
func await(t *testing.T, what string, happened func() bool) {
	t.Helper()
	for since := time.Now(); !happened(); time.Sleep(groupInterval) {
		if time.Since(since) > time.Minute {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// isZombie reports whether a process has ended but its parent has not collected the exit status yet.
func isZombie(pid int) bool {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && strings.Contains(string(raw), ") Z ")
}
