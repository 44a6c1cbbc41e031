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
	"testing"
)

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
