// Package golden compares what a test makes, text or picture, with a file that somebody has looked at
// and found good. With NOUGHTS_UPDATE=1 in the environment it writes the files instead.
package golden

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// update says whether tests write golden files instead of comparing with them. A flag would fail
// go test ./... in packages without it.
func update() bool { return os.Getenv("NOUGHTS_UPDATE") != "" }

// Check compares a text with a file in the folder testdata of the test's package, or
// writes the file.
func Check(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if update() {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(got), 0o644)); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err := compare(path, got); err != nil {
		t.Errorf("%v\nIf this is meant, write the file with\n\tNOUGHTS_UPDATE=1 go test ./%s\nand look at what git diff says.", err, folder())
	}
}

// compare returns in what a text differs from a file, nil if in nothing.
func compare(path, got string) error {
	want, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("missing golden file %s for:\n%s", path, got)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); err == nil && diff != "" {
		return fmt.Errorf("%s differs (-want +got):\n%s", path, diff)
	}
	return err
}

// folder returns the folder of the test's package below the module's root.
func folder() string {
	here, _ := os.Getwd()
	for root := here; root != filepath.Dir(root); root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			below, _ := filepath.Rel(root, here)
			return filepath.ToSlash(below)
		}
	}
	return "..."
}
