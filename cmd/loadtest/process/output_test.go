package process

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOutputIsBounded writes a long output. Memory must hold only the end of it, and there must be two log files, both
// within the size limit.
func TestOutputIsBounded(t *testing.T) {
	t.Parallel()
	o := Output{Path: filepath.Join(t.TempDir(), "bot.log")}
	to, err := o.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	line := strings.Repeat("x", 99) + "\n"
	much := bytes.Repeat([]byte(line), 10_000)
	for range 3*logSize/len(much) + 1 {
		if _, err := to.Write(much); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 30 {
		if _, err := fmt.Fprintf(to, "line %d\n", n); err != nil {
			t.Fatal(err)
		}
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	said := o.Tail()
	if !strings.HasPrefix(said, line) || !strings.HasSuffix(said, "\nline 28\nline 29\n") || len(said) > tailSize {
		t.Errorf("%d bytes are left: %s", len(said), said)
	}
	if room := cap(o.tail); room > 4*tailSize {
		t.Errorf("%d bytes are kept in memory", room)
	}
	files, err := os.ReadDir(filepath.Dir(o.Path))
	if err != nil || len(files) != 2 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, f := range files {
		if info, err := f.Info(); err != nil || info.Size() > logSize {
			t.Errorf("%s: %v, %v", f.Name(), info.Size(), err)
		}
	}
	if kept, err := os.ReadFile(o.Path); err != nil || !bytes.HasSuffix(kept, []byte("line 29\n")) {
		t.Errorf("the file lacks the end: %v", err)
	}
}

// A short output of two processes is completely in memory, even if the log file cannot be created.
func TestAShortOutputIsKeptWhole(t *testing.T) {
	t.Parallel()
	o := Output{Path: filepath.Join(t.TempDir(), "nowhere", "bot.log")}
	for range 2 {
		to, err := o.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		_, _ = to.WriteString("it failed\n")
		_ = to.Close()
		_ = o.Tail()
	}
	if said := o.Tail(); said != "it failed\nit failed\n" {
		t.Errorf("%q is left", said)
	}
}
