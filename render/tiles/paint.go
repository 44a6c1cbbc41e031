package tiles

import (
	"image"
	"image/color"

	"noughts/render/shapes"
)

// Colors are those of a set.
type Colors struct {
	X, O   color.NRGBA // marks
	Lit    color.NRGBA // squares to play on, and letters
	Ground color.NRGBA // squares
	Label  color.NRGBA
}

// Both are colours that can be seen on Discord's dark and on its light theme.
var Both = Colors{
	X:      color.NRGBA{0xEC, 0x4A, 0x50, 0xFF},
	O:      color.NRGBA{0x2A, 0x86, 0xE6, 0xFF},
	Lit:    color.NRGBA{0x7C, 0x6C, 0xF5, 0xFF},
	Ground: color.NRGBA{0x80, 0x84, 0x8E, 0xFF},
	Label:  color.NRGBA{0x80, 0x84, 0x8E, 0xFF},
}

var white = color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}

// Units are 128th parts of a tile, so that a tile's picture has one pixel for each. The squares of a
// local board are equally large and as far from each other as from the edge of the tiles in
// the middle.
const (
	unit    = 128
	side    = 112 // of a square
	corner  = 20  // radius
	edge    = 10  // width of the line round the last move
	margin  = 16  // of a local board
	reach   = 26  // of a mark, from its middle
	stroke  = 21  // of a mark
	circle  = 28  // radius
	digits  = 78  // size of numbers
	letters = 84
)

// A Painter draws tiles on an image.
type Painter struct {
	canvas *shapes.Canvas
	colors Colors
}

// NewPainter returns a painter in colours.
func NewPainter(on *image.RGBA, c Colors) *Painter { return &Painter{shapes.New(on), c} }

// Paint draws a piece into a square of pixels.
func (p *Painter) Paint(where image.Rectangle, piece Piece) {
	f, cell := piece.Face, piece.Cell
	if f == Column || f == Row {
		cell = Middle
	}
	col, row := float32((cell-1)%3), float32((cell-1)/3)
	p.canvas.Window(where, float32(where.Dx())/unit, col*unit, row*unit)
	left, top := margin+col*(side+margin/2), margin+row*(side+margin/2)
	square := shapes.Box{X0: left, Y0: top, X1: left + side, Y1: top + side}
	switch f {
	case Dim:
		p.square(square, alpha(p.colors.Ground, 0x33))
	case Lit:
		p.square(square, alpha(p.colors.Lit, 0x33))
		p.canvas.Frame(square, corner, 8, p.colors.Lit)
	case Free:
		p.square(square, alpha(p.colors.Ground, 0x33))
		p.canvas.Frame(square, corner, 6, p.colors.Ground)
	case X, O:
		p.square(square, alpha(p.colors.Ground, 0x16))
		p.mark(square, f, p.ink(f))
	case LastX, LastO:
		p.square(square, alpha(p.ink(f), 0x22))
		p.canvas.Frame(square, corner, edge, p.ink(f))
		p.mark(square, f, p.ink(f))
	case WonX, WonO, WonLastX, WonLastO:
		p.square(square, p.ink(f))
		if f == WonLastX || f == WonLastO {
			p.canvas.Frame(square.Inset(8), corner-8, 8, white)
		}
		p.mark(square, f, white)
	case LargeX, LargeO, LargeLastX, LargeLastO, LargeWonX, LargeWonO, LargeWonLastX, LargeWonLastO, Nobody, NobodyLastX, NobodyLastO:
		p.large(square, f)
	case Column, Row, Blank:
		p.label(square, f, piece.Cell)
	default:
		p.square(square, p.colors.Lit)
		x, y := square.Middle()
		p.canvas.Letter(x, y, digits, rune(f), white)
	}
}

func (p *Painter) square(b shapes.Box, ink color.NRGBA) { p.canvas.Fill(b, corner, ink) }

func (p *Painter) label(b shapes.Box, f Face, cell int) {
	x, y := b.Middle()
	switch f {
	case Column:
		p.canvas.Letter(x, y, letters, rune('A'+cell-1), p.colors.Label)
	case Row:
		p.canvas.Letter(x, y, letters, rune('0'+cell), p.colors.Label)
	}
}

func (p *Painter) large(square shapes.Box, f Face) {
	board := shapes.Box{X0: margin, Y0: margin, X1: 3*unit - margin, Y1: 3*unit - margin}
	x, y := board.Middle()
	ground, ink := alpha(p.ink(f), 0x30), p.ink(f)
	switch f {
	case LargeWonX, LargeWonO, LargeWonLastX, LargeWonLastO:
		ground, ink = p.ink(f), white
	case Nobody, NobodyLastX, NobodyLastO:
		ground, ink = alpha(p.colors.Ground, 0x33), p.colors.Ground
	}
	p.canvas.Fill(board, 2*corner, ground)
	switch f {
	case LargeLastX, LargeLastO, NobodyLastX, NobodyLastO:
		p.square(square.Inset(8), alpha(p.ink(f), 0x80))
	case LargeWonLastX, LargeWonLastO:
		p.square(square.Inset(8), alpha(white, 0x60))
	}
	switch f {
	case Nobody, NobodyLastX, NobodyLastO:
		p.canvas.Bar(x, y, 60, 36, ink)
	case LargeX, LargeLastX, LargeWonX, LargeWonLastX:
		p.canvas.Cross(x, y, 88, 56, ink)
	default:
		p.canvas.Ring(x, y, 96, 56, ink)
	}
}

func (p *Painter) mark(b shapes.Box, f Face, ink color.NRGBA) {
	x, y := b.Middle()
	switch f {
	case X, LastX, WonX, WonLastX:
		p.canvas.Cross(x, y, reach, stroke, ink)
	default:
		p.canvas.Ring(x, y, circle, stroke, ink)
	}
}

func (p *Painter) ink(f Face) color.NRGBA {
	switch f {
	case X, LastX, WonX, WonLastX, LargeX, LargeLastX, LargeWonX, LargeWonLastX, NobodyLastX:
		return p.colors.X
	}
	return p.colors.O
}

func alpha(c color.NRGBA, a uint8) color.NRGBA {
	c.A = a
	return c
}
