// Package golden compares what a test makes, text or picture, with a file that somebody has looked at
// and found good. The tests of a package that imports it take the flag -update, which
// writes the files instead.
package golden

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

// Check compares a text with a file in the folder testdata of the test's package, or
// writes the file.
func Check(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(got), 0o644)); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err := compare(path, got); err != nil {
		t.Errorf("%v\nIf this is meant, write the file with\n\tgo test ./%s -update\nand look at what git diff says.", err, folder())
	}
}

// compare returns in what a text differs from a file, nil if in nothing.
func compare(path, got string) error {
	want, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no %s yet for:\n%s", path, got)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); err == nil && diff != "" {
		return fmt.Errorf("%s is not what the test makes (-want +got):\n%s", path, diff)
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
