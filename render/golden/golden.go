// Package golden compares the output of a test, text or picture, with a golden file: the expected output, checked by a
// person. With NOUGHTS_UPDATE=1 in the environment it writes the files instead.
package golden

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Check compares a text with a file in the folder testdata of the test's package, or writes the file.
func Check(t testing.TB, name, got string) {
	t.Helper()
	write := func(path string) error { return os.WriteFile(path, []byte(got), 0o644) }
	check(t, name, write, func(path string) error { return compare(path, got) })
}

// check compares with a file or writes it, as an environment variable says: `go test ./... -update` would fail in packages
// that do not define such a flag.
func check(t testing.TB, name string, write, compare func(path string) error) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("NOUGHTS_UPDATE") != "" {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), write(path)); err != nil {
			t.Fatal(err)
		}
	} else if err := compare(path); err != nil {
		t.Errorf("%v\nIf this is meant, write the file with\n\tNOUGHTS_UPDATE=1 go test ./%s\nand look at what git diff says.", err, folder())
	}
}

// Keep compares a list of names with a golden file, as Check does. Later versions of the program must keep these names:
// see docs/upgrades.md. So once a version is released, Keep fails if a name is missing, even with NOUGHTS_UPDATE.
func Keep(t testing.TB, name string, lines []string) {
	t.Helper()
	before, _ := os.ReadFile(filepath.Join("testdata", name))
	changelog, err := os.ReadFile(filepath.Join(root(), "CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	if gone := lost(string(changelog), string(before), lines); len(gone) > 0 {
		t.Fatalf("released versions have these, and this one has not:\n\t%s\ndocs/upgrades.md says what to do", strings.Join(gone, "\n\t"))
	}
	Check(t, name, strings.Join(slices.Sorted(slices.Values(lines)), "\n")+"\n")
}

var released = regexp.MustCompile(`(?m)^## v?\d`)

// lost returns the lines of a file that are missing in a list. It returns none before the first release.
func lost(changelog, file string, list []string) (gone []string) {
	if !released.MatchString(changelog) {
		return nil
	}
	for line := range strings.Lines(file) {
		if line = strings.TrimSpace(line); line != "" && !slices.Contains(list, line) {
			gone = append(gone, line)
		}
	}
	return gone
}

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

func folder() string {
	here, _ := os.Getwd()
	below, err := filepath.Rel(root(), here)
	if err != nil {
		return "..."
	}
	return filepath.ToSlash(below)
}

func root() string {
	here, _ := os.Getwd()
	for ; here != filepath.Dir(here); here = filepath.Dir(here) {
		if _, err := os.Stat(filepath.Join(here, "go.mod")); err == nil {
			return here
		}
	}
	return ""
}
