package tiles_test

import (
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"testing"

	"noughts/render/golden"
	"noughts/render/tiles"
)

// TestLines compares lines, areas and texts with a golden file.
func TestLines(t *testing.T) {
	t.Parallel()
	picture := image.NewRGBA(image.Rect(0, 0, 240, 160))
	draw.Draw(picture, picture.Bounds(), image.White, image.Point{}, draw.Src)
	ink, light := color.NRGBA{0x20, 0x40, 0x80, 0xFF}, color.NRGBA{0xC0, 0x20, 0x20, 0x60}
	canvas := tiles.NewCanvas(picture)
	canvas.Window(image.Rect(0, 0, 240, 160), 2, 10, 10) // two pixels per unit
	zigzag := []tiles.Point{{X: 16, Y: 60}, {X: 36, Y: 20}, {X: 42, Y: 60}, {X: 44, Y: 20}, {X: 90, Y: 22}, {X: 120, Y: 64}}
	canvas.Area(zigzag, light)
	canvas.Line(zigzag, 4, ink)
	canvas.Line(zigzag[2:3], 12, light)
	canvas.Text(18, 82, 12, "Gj −1.5 Жé", ink)
	canvas.Window(image.Rect(200, 40, 220, 60), 1, 0, 0)
	canvas.Line([]tiles.Point{{X: -10, Y: 10}, {X: 50, Y: 10}}, 8, light) // clipped at the window
	golden.Picture(t, "lines.png", picture)
}

// TestBlending compares a translucent shape over random pixels, opaque and translucent, with what package image/draw
// makes of it.
func TestBlending(t *testing.T) {
	t.Parallel()
	const seed = 7
	dice := rand.New(rand.NewPCG(seed, 0))
	got := image.NewRGBA(image.Rect(0, 0, 64, 64))
	for y := range 64 {
		for x := range 64 {
			got.Set(x, y, color.NRGBA{uint8(dice.IntN(256)), uint8(dice.IntN(256)), uint8(dice.IntN(256)), uint8(dice.IntN(256))})
		}
	}
	want := image.NewRGBA(got.Rect)
	copy(want.Pix, got.Pix)
	ink, part := color.NRGBA{0xC0, 0x20, 0x60, 0x90}, image.Rect(8, 8, 56, 40)
	tiles.NewCanvas(got).Fill(tiles.Box{X0: 8, Y0: 8, X1: 56, Y1: 40}, 0, ink)
	draw.Draw(want, part, image.NewUniform(ink), image.Point{}, draw.Over)
	for i := range want.Pix {
		if a, b := int(got.Pix[i]), int(want.Pix[i]); a-b > 1 || b-a > 1 {
			t.Fatalf("seed %d: byte %d is %d, want %d", seed, i, a, b)
		}
	}
}

// TestManyPieces checks that a straight line has the same edges for any number of points.
func TestManyPieces(t *testing.T) {
	t.Parallel()
	drawn := func(points int) *image.RGBA {
		picture := image.NewRGBA(image.Rect(0, 0, 100, 60))
		line := make([]tiles.Point, points)
		for i := range line {
			part := float32(i) / float32(points-1)
			line[i] = tiles.Point{X: 10 + 80*part, Y: 10 + 35*part}
		}
		tiles.NewCanvas(picture).Line(line, 5, color.NRGBA{A: 0xFF})
		return picture
	}
	one, many := drawn(2), drawn(401)
	for i := range one.Pix {
		if a, b := int(one.Pix[i]), int(many.Pix[i]); a-b > 0x11 || b-a > 0x11 { // one shade
			t.Fatalf("byte %d is %d in a line of one piece, and %d in one of many", i, a, b)
		}
	}
}

func TestTexts(t *testing.T) {
	t.Parallel()
	canvas := tiles.NewCanvas(image.NewRGBA(image.Rect(0, 0, 10, 10)))
	for text, want := range map[string]bool{"": true, "3×3 −…": true, "Größere Bretter": true, "Ελλάδα": true, "Большие": true, "ą ł ő": true, "三目": false, "a 🎉": false} {
		if canvas.Writes(text) != want {
			t.Errorf("Writes(%q) is %v", text, !want)
		}
	}
	if one, two := canvas.Width("17", 20), canvas.Width("1717", 40); one <= 0 || two != 4*one {
		t.Errorf("widths are %v and %v", one, two)
	}
}
