package tiles

import (
	"image/color"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

var typeface = sync.OnceValue(func() *sfnt.Font { return must(sfnt.Parse(gobold.TTF)) })

// must returns a value. There are no errors, because the font is embedded in the program.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// ppem is the font size of the outlines and widths that are read; they are scaled to other sizes.
var ppem = fixed.I(1024)

// Letter draws a letter or digit centred on a point, vertically by the middle of capitals, so that baselines agree.
func (c *Canvas) Letter(x, y, size float32, char rune, ink color.NRGBA) {
	capital := c.outline(c.glyph('H')).Bounds()
	segments := c.outline(c.glyph(char))
	bounds := segments.Bounds()
	scale := size / float32(ppem)
	left := x - float32(bounds.Min.X+bounds.Max.X)/2*scale
	base := y - float32(capital.Min.Y+capital.Max.Y)/2*scale
	c.begin(around(x, y, size/2))
	c.trace(segments, left, base, scale)
	c.paint(ink)
}

// Text writes a text from its left end x on baseline y. Characters that the font lacks are boxes: see Writes.
func (c *Canvas) Text(x, y, size float32, text string, ink color.NRGBA) {
	scale := size / float32(ppem)
	for _, char := range text {
		glyph := c.glyph(char)
		end := x + c.advance(glyph)*scale
		c.begin(Box{x - size/4, y - size, end + size/4, y + size/2})
		c.trace(c.outline(glyph), x, y, scale)
		c.paint(ink)
		x = end
	}
}

// Width returns the width of a text of a font size.
func (c *Canvas) Width(text string, size float32) (width float32) {
	for _, char := range text {
		width += c.advance(c.glyph(char))
	}
	return width * size / float32(ppem)
}

// Writes reports whether the font has every character of a text. It has Latin, Greek and Cyrillic letters.
func (c *Canvas) Writes(text string) bool {
	for _, char := range text {
		if c.glyph(char) == 0 {
			return false
		}
	}
	return true
}

func (c *Canvas) glyph(char rune) sfnt.GlyphIndex {
	return must(typeface().GlyphIndex(&c.glyphs, char))
}

func (c *Canvas) advance(glyph sfnt.GlyphIndex) float32 {
	return float32(must(typeface().GlyphAdvance(&c.glyphs, glyph, ppem, font.HintingNone)))
}

// outline returns the outline of a glyph at size ppem. It is valid until the next call.
func (c *Canvas) outline(glyph sfnt.GlyphIndex) sfnt.Segments {
	return must(typeface().LoadGlyph(&c.glyphs, glyph, ppem, nil))
}

func (c *Canvas) trace(segments sfnt.Segments, left, base, scale float32) {
	at := func(p fixed.Point26_6) (float32, float32) {
		return left + float32(p.X)*scale, base + float32(p.Y)*scale
	}
	for _, s := range segments {
		x1, y1 := at(s.Args[0])
		x2, y2 := at(s.Args[1])
		x3, y3 := at(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			c.move(x1, y1)
		case sfnt.SegmentOpLineTo:
			c.line(x1, y1)
		case sfnt.SegmentOpQuadTo:
			c.path.QuadTo(c.px(x1), c.py(y1), c.px(x2), c.py(y2))
		case sfnt.SegmentOpCubeTo:
			c.curve(x1, y1, x2, y2, x3, y3)
		}
	}
	c.path.ClosePath()
}
