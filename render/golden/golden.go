// Package golden compares the output of a test, text or picture, with a golden file: the expected output, checked by a
// person. With NOUGHTS_UPDATE=1 in the environment it writes the files instead.
package golden

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
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

// check compares with a file or writes it, as an environment variable says: `go test ./... -update` would fail in
// packages that do not define such a flag.
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

// tolerance is the allowed difference of a colour channel, 0 to 255: processors round coordinates differently.
const tolerance = 8

// Picture compares a picture with a PNG file in the folder testdata of the test's package, or writes the file.
func Picture(t testing.TB, name string, got image.Image) {
	t.Helper()
	check(t, name, func(path string) error {
		var b bytes.Buffer
		encoder := png.Encoder{CompressionLevel: png.BestCompression}
		return errors.Join(encoder.Encode(&b, got), os.WriteFile(path, b.Bytes(), 0o644))
	}, func(path string) error { return comparePicture(path, got) })
}

// comparePicture returns an error with the first difference between a file and a picture, nil if there is none.
func comparePicture(path string, got image.Image) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("missing golden file %s", path)
	}
	if err != nil {
		return err
	}
	want, err := png.Decode(bytes.NewReader(text))
	if err != nil {
		return err
	}
	if got.Bounds() != want.Bounds() {
		return fmt.Errorf("%s covers %v, the picture %v", path, want.Bounds(), got.Bounds())
	}
	bounds := got.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			if !near(got.At(x, y), want.At(x, y)) {
				return fmt.Errorf("%s has %v at (%d, %d), the picture %v", path, want.At(x, y), x, y, got.At(x, y))
			}
		}
	}
	return nil
}

func near(a, b color.Color) bool {
	var one, other [4]uint32 // channels with 16 bits
	one[0], one[1], one[2], one[3] = a.RGBA()
	other[0], other[1], other[2], other[3] = b.RGBA()
	for i := range one {
		if max(one[i], other[i])-min(one[i], other[i]) > tolerance*0x101 {
			return false
		}
	}
	return true
}
