// Package picture draws positions as PNG files and games as animated GIF files, with the tiles of the board on a
// transparent background: Discord has two themes. The last move, the winning line and labels are shown.
package picture

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"sync"

	"noughts/game"
	"noughts/render"
	"noughts/render/tiles"
)

// labelColor is the colour of letters and digits. It is legible on the backgrounds of both themes.
var labelColor = tiles.Ink(game.Empty)

// Most is the width and height of the largest boards, in pixels.
const Most = 540

// Sizes in pixels.
const (
	maxSquare = 128 // largest width and height of a square, for small boards
	margin    = 20
	gutter    = 36 // margin on the sides with labels
	letters   = 22
)

// PNG writes a view as a PNG file, after v.Ended without playable squares. Errors: those of the writer.
func PNG(w io.Writer, v render.View) error { return Encode(w, drawn(v)) }

// Encode writes a picture as a small PNG file with at most 256 colours. Errors: those of the writer.
func Encode(w io.Writer, drawn *image.RGBA) error {
	encoder := png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &buffers}
	return encoder.Encode(w, NewPalette(256, drawn).Paletted(drawn))
}

// buffers keeps the buffers of finished encoders for later ones. An encoder's buffers take almost a megabyte.
var buffers encoderBuffers

type encoderBuffers struct{ pool sync.Pool }

func (b *encoderBuffers) Get() *png.EncoderBuffer {
	kept, _ := b.pool.Get().(*png.EncoderBuffer)
	return kept
}

func (b *encoderBuffers) Put(done *png.EncoderBuffer) { b.pool.Put(done) }

// A Frame is the geometry of the picture of a view, in pixels.
type Frame struct {
	Bounds image.Rectangle // of the picture
	Square int             // width and height of each square
	corner image.Point     // top left corner of the first square
	size   int             // size of the board, in squares
	labels bool
}

// FrameOf returns the frame for a view. Its board is at most `most` pixels wide; `most` must not exceed Most. The frame
// depends only on the size of the board and on its labels.
func FrameOf(v render.View, most int) Frame {
	size := v.Position.Variant().Size()
	f := Frame{Square: min(maxSquare*most/Most, most/size), size: size, labels: !v.NoLabels, corner: image.Pt(gutter, gutter)}
	if v.NoLabels {
		f.corner = image.Pt(margin, margin)
	}
	f.Bounds.Max = f.corner.Add(image.Pt(size*f.Square+margin, size*f.Square+margin))
	return f
}

// Rect returns the rectangle of a square.
func (f Frame) Rect(s game.Square) image.Rectangle {
	at := f.corner.Add(image.Pt(s.Col()*f.Square, s.Row()*f.Square))
	return image.Rectangle{at, at.Add(image.Pt(f.Square, f.Square))}
}

// Ground returns a picture with labels but without squares.
func (f Frame) Ground() *image.RGBA {
	picture := image.NewRGBA(f.Bounds)
	if !f.labels {
		return picture
	}
	canvas, end := tiles.NewCanvas(picture), f.corner.Add(image.Pt(f.size*f.Square, f.size*f.Square))
	for i := range f.size {
		middle := float32(i*f.Square + f.Square/2)
		canvas.Window(image.Rect(f.corner.X, 0, end.X, gutter), 1, 0, 0)
		canvas.Letter(middle, gutter/2, letters, rune('a'+i), labelColor)
		canvas.Window(image.Rect(0, f.corner.Y, gutter, end.Y), 1, 0, 0)
		canvas.Letter(gutter/2, middle, letters, rune('1'+i), labelColor)
	}
	return picture
}

// Piece returns the picture of a piece, in the size of a square.
func (f Frame) Piece(piece tiles.Piece) *image.RGBA {
	drawn := image.NewRGBA(image.Rect(0, 0, f.Square, f.Square))
	tiles.NewPainter(drawn).Paint(drawn.Rect, piece)
	return drawn
}

func drawn(v render.View) *image.RGBA { return FrameOf(v, Most).Draw(v) }

// Draw returns the picture of a view that has this frame.
func (f Frame) Draw(v render.View) *image.RGBA {
	picture := f.Ground()
	painter := tiles.NewPainter(picture)
	copies := map[tiles.Piece]image.Point{} // top left corner of the first copy of each piece
	for s, piece := range render.Pieces(v) {
		where := f.Rect(s)
		if first, ok := copies[piece]; ok {
			draw.Draw(picture, where, picture, first, draw.Src)
			continue
		}
		painter.Paint(where, piece)
		copies[piece] = where.Min
	}
	return picture
}

// Trophy returns the picture of a golden cup. `size` is its width and height in pixels.
func Trophy(size int) *image.RGBA {
	const units = 100 // width and height of the drawing in units
	gold, shade := color.NRGBA{0xF2, 0xB7, 0x05, 0xFF}, color.NRGBA{0xC4, 0x8A, 0x00, 0xFF}
	drawn := image.NewRGBA(image.Rect(0, 0, size, size))
	canvas := tiles.NewCanvas(drawn)
	canvas.Window(drawn.Rect, float32(size)/units, 0, 0)
	canvas.Ring(26, 31, 13, 6, shade) // the handles
	canvas.Ring(74, 31, 13, 6, shade)
	canvas.Fill(tiles.Box{X0: 45, Y0: 58, X1: 55, Y1: 80}, 2, shade)
	canvas.Fill(tiles.Box{X0: 28, Y0: 14, X1: 72, Y1: 24}, 5, gold)
	canvas.Area([]tiles.Point{
		{X: 29, Y: 20}, {X: 71, Y: 20}, {X: 70, Y: 40}, {X: 66, Y: 52}, {X: 59, Y: 61}, {X: 50, Y: 65},
		{X: 41, Y: 61}, {X: 34, Y: 52}, {X: 30, Y: 40},
	}, gold)
	canvas.Fill(tiles.Box{X0: 36, Y0: 72, X1: 64, Y1: 80}, 3, gold)
	canvas.Fill(tiles.Box{X0: 29, Y0: 79, X1: 71, Y1: 90}, 3, shade)
	return drawn
}
