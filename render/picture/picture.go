// Package picture draws positions as PNG files, on an opaque ground for each of Discord's two
// themes: the board as its tiles show it, with the last move, the winning line and labels.
package picture

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"

	"noughts/render"
	"noughts/render/shapes"
	"noughts/render/tiles"
)

// A Theme is the colours of a picture: of its ground, and of the letters and digits on it.
type Theme struct {
	Ground, Label color.NRGBA
}

// The themes, with the grounds of Discord's.
var (
	Dark  = Theme{Ground: color.NRGBA{0x2B, 0x2D, 0x31, 0xFF}, Label: color.NRGBA{0xB5, 0xBA, 0xC1, 0xFF}}
	Light = Theme{Ground: color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}, Label: color.NRGBA{0x5C, 0x5E, 0x66, 0xFF}}
)

// Sizes in pixels.
const (
	maxBoard  = 540 // width and height of the largest boards
	maxSquare = 128 // of the squares of small ones
	margin    = 20
	gutter    = 36 // the margin on the side of the labels
	letters   = 22
)

// PNG writes a view as a PNG file. It draws only what is on the board: for a picture on which nothing can be
// played set v.Ended. Errors: those of the writer.
func PNG(w io.Writer, v render.View, t Theme) error { return Encode(w, drawn(v, t)) }

// Encode writes what was drawn as a small PNG file, with at most 256 colours. Errors: those of the writer.
func Encode(w io.Writer, drawn *image.RGBA) error {
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	return encoder.Encode(w, paletted(drawn))
}

// drawn returns a view as a picture.
func drawn(v render.View, t Theme) *image.RGBA {
	size := v.Position.Variant().Size()
	square, corner := min(maxSquare, maxBoard/size), image.Pt(gutter, gutter)
	if v.NoLabels {
		corner = image.Pt(margin, margin)
	}
	board := image.Rectangle{corner, corner.Add(image.Pt(size*square, size*square))}
	picture := image.NewRGBA(image.Rectangle{Max: board.Max.Add(image.Pt(margin, margin))})
	draw.Draw(picture, picture.Bounds(), image.NewUniform(t.Ground), image.Point{}, draw.Src)
	painter := tiles.NewPainter(picture)
	copies := map[tiles.Piece]image.Point{} // where each piece was first drawn
	for s, piece := range render.Pieces(v) {
		at := board.Min.Add(image.Pt(s.Col()*square, s.Row()*square))
		where := image.Rectangle{at, at.Add(image.Pt(square, square))}
		if first, ok := copies[piece]; ok {
			draw.Draw(picture, where, picture, first, draw.Src)
			continue
		}
		painter.Paint(where, piece)
		copies[piece] = at
	}
	if !v.NoLabels {
		canvas := shapes.New(picture)
		for i := range size {
			middle := float32(i*square + square/2)
			canvas.Window(image.Rect(board.Min.X, 0, board.Max.X, gutter), 1, 0, 0)
			canvas.Letter(middle, gutter/2, letters, rune('A'+i), t.Label)
			canvas.Window(image.Rect(0, board.Min.Y, gutter, board.Max.Y), 1, 0, 0)
			canvas.Letter(gutter/2, middle, letters, rune('1'+i), t.Label)
		}
	}
	return picture
}
