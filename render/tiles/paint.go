package tiles

import (
	"image"
	"image/color"

	"noughts/game"
)

// The colours, which are visible on Discord's dark and light themes.
var (
	inks  = [3]color.NRGBA{game.Empty: grey, game.X: {0xEC, 0x4A, 0x50, 0xFF}, game.O: {0x2A, 0x86, 0xE6, 0xFF}}
	lit   = color.NRGBA{0x7C, 0x6C, 0xF5, 0xFF}
	grey  = color.NRGBA{0x80, 0x84, 0x8E, 0xFF}
	white = color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}
	// onButton are the colours of Discord's buttons for each mark.
	onButton = [3]color.NRGBA{game.X: {0xDA, 0x37, 0x3C, 0xFF}, game.O: {0x58, 0x65, 0xF2, 0xFF}}
	pale     = [3]color.NRGBA{game.X: {0xAD, 0x5A, 0x62, 0xFF}, game.O: {0x68, 0x72, 0xC4, 0xFF}}
	green    = color.NRGBA{0x2A, 0x96, 0x50, 0xFF} // for the line that won

	amber = color.NRGBA{0xB8, 0x78, 0x00, 0xFF} // for marked squares
)

// worths are the colours of squares by their value in tenths, from red over amber to green. All
// have about the same luminance, so that white digits are legible on each.
var worths = [Tenths]color.NRGBA{
	{0xE6, 0x46, 0x46, 0xFF}, {0xDC, 0x48, 0x30, 0xFF}, {0xD4, 0x54, 0x20, 0xFF}, {0xCA, 0x62, 0x10, 0xFF}, {0xBC, 0x70, 0x04, 0xFF},
	{0xA4, 0x7E, 0x00, 0xFF}, {0x86, 0x88, 0x00, 0xFF}, {0x62, 0x90, 0x14, 0xFF}, {0x38, 0x96, 0x2C, 0xFF}, {0x10, 0x98, 0x48, 0xFF},
}

// Ink returns the colour of a mark, grey for Empty.
func Ink(m game.Mark) color.NRGBA { return inks[m] }

// Sizes in units. A unit is one pixel of a tile's picture, which is 128 pixels wide. The squares of a local board are 8
// units apart, and the square in the middle is 8 units from the edges of its tile.
const (
	unit    = 128
	side    = 112 // width and height of a square
	corner  = 20  // radius of its corners
	margin  = 16  // margin of a local board
	reach   = 26  // how far a mark extends from its centre
	stroke  = 21  // line width of a mark
	digits  = 78  // font size of numbers
	letters = 84
	faded   = 8 // line width of a mark that goes with the next move or has just gone
)

// A Painter draws tiles on an image.
type Painter struct{ canvas *Canvas }

// NewPainter returns a painter on an image.
func NewPainter(on *image.RGBA) *Painter { return &Painter{NewCanvas(on)} }

// Paint draws a piece into a square area of the image.
func (p *Painter) Paint(where image.Rectangle, piece Piece) {
	cell := piece.Cell
	if piece.Face == Column || piece.Face == Row || widths[piece.Face] > 0 {
		cell = Middle
	}
	col, row := float32((cell-1)%3), float32((cell-1)/3)
	p.canvas.Window(where, float32(where.Dx())/unit, col*unit, row*unit)
	left, top := margin+col*(side+margin/2), margin+row*(side+margin/2)
	square := Box{X0: left, Y0: top, X1: left + side, Y1: top + side}
	x, y := square.Middle()
	look, isMark := looks[piece.Face]
	tenths, isWorth := piece.Face.tenths()
	switch {
	case isMark && look.Button:
		p.button(square, look)
	case piece.Face == FreeButton:
		p.canvas.Ring(x, y, 7, 14, alpha(grey, 0xB0))
	case isMark && look.Text:
		p.symbol(x, y, look.Mark, 38, 26, inks[look.Mark])
	case isMark && look.Large:
		p.large(square, look)
	case isMark:
		p.mark(square, look)
	case isWorth:
		p.canvas.Fill(square, corner, worths[tenths])
		p.canvas.Letter(x, y, digits, rune('0'+tenths), white)
	case piece.Face == Marked:
		p.pointOut(square)
		p.canvas.Ring(x, y, 9, 18, amber)
	case piece.Face == Dim:
		p.canvas.Fill(square, corner, alpha(grey, 0x33))
	case piece.Face == Lit:
		p.canvas.Fill(square, corner, alpha(lit, 0x33))
		p.canvas.Frame(square, corner, 8, lit)
	case piece.Face == Free:
		p.canvas.Fill(square, corner, alpha(grey, 0x33))
		p.canvas.Frame(square, corner, 6, grey)
	case piece.Face == Column:
		p.canvas.Letter(x, y, letters, rune('a'+piece.Cell-1), grey)
	case piece.Face == Row:
		p.canvas.Letter(x, y, letters, rune('0'+piece.Cell), grey)
	case piece.Face == Ten:
		p.canvas.Fill(square, corner, lit)
		p.canvas.Text(x-p.canvas.Width("10", digits)/2, y+digits*0.36, digits, "10", white)
	case piece.Face != Blank:
		p.canvas.Fill(square, corner, lit)
		p.canvas.Letter(x, y, digits, rune(piece.Face), white)
	}
}

// mark draws a square with a mark. On the line that decided the game the square is green or, if that line lost, red, and
// the mark is white. The last move has a frame. A mark that goes next has thin lines, and one that has gone also is grey.
func (p *Painter) mark(square Box, l Features) {
	ground, ink := alpha(grey, 0x16), inks[l.Mark]
	var inset, width float32 = 0, 12 // of the frame
	var stroke float32 = stroke
	switch {
	case l.Going:
		stroke = faded
	case l.Ghost:
		ground, ink, stroke = alpha(grey, 0x33), grey, faded
	case l.Marked:
		ground = color.NRGBA{}
		p.pointOut(square)
	case l.Won:
		ground, ink, inset, width = green, white, 5, 7
	case l.Lost:
		ground, ink, inset, width = inks[game.X], white, 5, 7
	case l.Last != game.Empty:
		ground = alpha(ink, 0x22)
	}
	p.canvas.Fill(square, corner, ground)
	if l.Last != game.Empty {
		p.canvas.Frame(square.Inset(inset), corner-inset, width, ink)
	}
	x, y := square.Middle()
	p.symbol(x, y, l.Mark, reach, stroke, ink)
}

// symbol draws a cross or a ring. `reach` is how far the lines of a cross extend from its centre to each side. The
// radius of a ring is 2 more.
func (p *Painter) symbol(x, y float32, mark game.Mark, reach, stroke float32, ink color.NRGBA) {
	if mark == game.X {
		p.canvas.Cross(x, y, reach, stroke, ink)
	} else {
		p.canvas.Ring(x, y, reach+2, stroke, ink)
	}
}

// button draws a mark for a button that has the mark's colour. The mark is white. For the last move it is a coloured
// mark on a white square, and a mark that goes next has thin lines on a pale one.
func (p *Painter) button(square Box, l Features) {
	ink, reach, stroke := white, float32(40), float32(28)
	if l.Going || l.Ghost { // on a grey button
		stroke = faded
	}
	if l.Going {
		p.canvas.Fill(square.Inset(-8), 2*corner, pale[l.Mark])
	}
	if l.Ghost {
		ink = alpha(white, 0x90)
	}
	if l.Last != game.Empty {
		ink, reach, stroke = onButton[l.Mark], 26, 22
		p.canvas.Fill(square.Inset(-8), 2*corner, white)
	}
	x, y := square.Middle()
	p.symbol(x, y, l.Mark, reach, stroke, ink)
}

func (p *Painter) pointOut(square Box) {
	p.canvas.Fill(square, corner, alpha(amber, 0x30))
	p.canvas.Frame(square, corner, 8, amber)
	p.canvas.Frame(square.Inset(13), corner-9, 5, amber)
}

// large draws a part of a closed local board with its large mark, and a frame around the square of the last move. On a
// drawn board the frame would not show which side moved last, so that square has its mark.
func (p *Painter) large(square Box, l Features) {
	board := Box{X0: margin, Y0: margin, X1: 3*unit - margin, Y1: 3*unit - margin}
	ground, ink, inner := alpha(inks[l.Mark], 0x30), inks[l.Mark], white
	if l.Won {
		ground, ink, inner = green, white, green
	}
	p.canvas.Fill(board, 2*corner, ground)
	switch x, y := board.Middle(); l.Mark {
	case game.X:
		p.canvas.Cross(x, y, 88, 56, ink)
	case game.O:
		p.canvas.Ring(x, y, 96, 56, ink)
	default:
		p.canvas.Bar(x, y, 60, 36, ink)
		if l.Last != game.Empty {
			p.mark(square.Inset(8), Features{Mark: l.Last, Last: l.Last})
		}
	}
	if l.Last != game.Empty && l.Mark != game.Empty { // two frames: one is visible on the background, the other on the large mark
		p.canvas.Frame(square.Inset(2), corner, 12, ink)
		p.canvas.Frame(square.Inset(14), corner-8, 8, inner)
	}
}

func alpha(c color.NRGBA, a uint8) color.NRGBA {
	c.A = a
	return c
}
