package golden

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.golden")
	if err := compare(path, "new"); err == nil || !strings.Contains(err.Error(), "missing golden file "+path) {
		t.Errorf("without a file: %v", err)
	}
	if err := os.WriteFile(path, []byte("one\ntwo\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := compare(path, "one\ntwo\n"); err != nil {
		t.Error(err)
	}
	err := compare(path, "one\nthree\n")
	if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "three") || !strings.Contains(err.Error(), "two") {
		t.Errorf("another text: %v", err)
	}
	if got := folder(); got != "render/golden" {
		t.Errorf("this package is in %q", got)
	}
}

// TestReleasedNamesStay checks that lost returns missing names, but only after the first release.
func TestReleasedNamesStay(t *testing.T) {
	t.Parallel()
	const file = "one\ntwo\n"
	if gone := lost("## Unreleased\n", file, []string{"one"}); len(gone) > 0 {
		t.Errorf("before the first release %q is gone", gone)
	}
	if gone := lost("## Unreleased\n\n## 1.0.0 (2027-01-01)\n", file, []string{"one", "three"}); !slices.Equal(gone, []string{"two"}) {
		t.Errorf("after it %q is gone", gone)
	}
}

func TestComparePicture(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.png")
	picture := image.NewRGBA(image.Rect(0, 0, 2, 2))
	if err := comparePicture(path, picture); err == nil || !strings.Contains(err.Error(), "missing golden file "+path) {
		t.Errorf("without a file: %v", err)
	}
	var b bytes.Buffer
	if err := errors.Join(png.Encode(&b, picture), os.WriteFile(path, b.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	picture.SetRGBA(1, 0, color.RGBA{R: tolerance, A: tolerance})
	if err := comparePicture(path, picture); err != nil {
		t.Errorf("rounded otherwise: %v", err)
	}
	picture.SetRGBA(1, 0, color.RGBA{R: tolerance + 2, A: tolerance + 2})
	if err := comparePicture(path, picture); err == nil || !strings.Contains(err.Error(), "(1, 0)") {
		t.Errorf("another colour: %v", err)
	}
	if err := comparePicture(path, image.NewRGBA(image.Rect(0, 0, 2, 3))); err == nil {
		t.Error("a picture of another size is the same")
	}
}
