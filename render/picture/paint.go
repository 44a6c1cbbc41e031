package picture

import (
	"image"
	"image/color"
	"sync"

	"noughts/game"
	"noughts/render/tiles"
)

// Sizes in pixels.
const (
	stroke  = 5   // width of lines with few points
	thin    = 3.5 // width of lines with more points
	dot     = 7   // radius
	few     = 30  // greatest number of points of a line that has a dot at each point
	stretch = 4   // in thinned, the width in pixels of a stretch, which keeps at most four points
)

// inks are the colours of lines. People with red-green colour blindness can tell them apart. They
// and highlight have a contrast of at least 3 to the backgrounds of both themes.
var (
	inks      = [3]color.NRGBA{tiles.Ink(game.O), tiles.Ink(game.X), {0x12, 0x93, 0x86, 0xFF}}
	highlight = color.NRGBA{0xB9, 0x77, 0x0E, 0xFF}
)

type painter struct {
	image  *image.RGBA
	canvas *tiles.Canvas // on the image
	layout
}

// painters keeps painters for later charts. The buffers of a painter have some three megabytes.
var painters sync.Pool

func newPainter() *painter {
	on := image.NewRGBA(image.Rect(0, 0, width, height))
	return &painter{image: on, canvas: tiles.NewCanvas(on)}
}

func (p *painter) draw(c Chart) *image.RGBA {
	clear(p.image.Pix)
	p.layout = layOut(c, p.names(c), p.canvas)
	p.levels(c.Sides)
	if c.Sides {
		p.sides(c.Lines, p.image.Bounds())
	}
	p.dates()
	for i, line := range c.Lines {
		p.line(line, p.ink(c, i))
	}
	for _, line := range c.Lines {
		p.marks(line)
	}
	return p.image
}

func (p *painter) ink(c Chart, line int) color.NRGBA {
	if c.Sides {
		return labelColor
	}
	return inks[line%len(inks)]
}

func (p *painter) names(c Chart) (rows int) {
	const swatch = 2*dot + gap // width of a dot and the gap after the dot
	var left float32 = width   // left end of the next name
	for i, line := range c.Lines {
		if line.Name == "" || !p.canvas.Writes(line.Name) {
			continue
		}
		name := p.cut(line.Name, width-2*chartMargin-swatch)
		wide := swatch + p.canvas.Width(name, chartLetters)
		if left+wide > width-chartMargin {
			left, rows = chartMargin, rows+1
		}
		base := chartMargin + float32(rows-1)*row + capital
		p.disc(tiles.Point{X: left + dot, Y: base - capital/2}, dot, p.ink(c, i))
		p.canvas.Text(left+swatch, base, chartLetters, name, labelColor)
		left += wide + between
	}
	return rows
}

func (p *painter) cut(text string, wide float32) string {
	if p.canvas.Width(text, chartLetters) <= wide {
		return text
	}
	chars := []rune(text)
	for p.canvas.Width(string(chars)+"…", chartLetters) > wide {
		chars = chars[:len(chars)-1]
	}
	return string(chars) + "…"
}

func (p *painter) levels(sides bool) {
	faint := labelColor
	faint.A = 0x48
	for _, t := range p.rows {
		y := p.row(t.at)
		p.canvas.Fill(tiles.Box{X0: p.plot.X0, Y0: y - 1, X1: p.plot.X1, Y1: y + 1}, 0, faint)
		wide := p.canvas.Width(t.label, chartLetters)
		p.canvas.Text(p.plot.X0-gap-wide, y+capital/2, chartLetters, t.label, labelColor)
	}
	if sides {
		x := p.plot.X0 - gap - side/2
		p.canvas.Cross(x, p.row(1)+side/2, 9, 7, tiles.Ink(game.X))
		p.canvas.Ring(x, p.row(0)-side/2, 10, 7, tiles.Ink(game.O))
	}
}

func (p *painter) dates() {
	base := p.plot.Y1 + below + capital
	for _, t := range p.columns {
		x := p.column(t.at)
		p.canvas.Fill(tiles.Box{X0: x - 1, Y0: p.plot.Y1, X1: x + 1, Y1: p.plot.Y1 + 8}, 0, labelColor)
		left, _ := place(p.canvas, t.label, x)
		p.canvas.Text(left, base, chartLetters, t.label, labelColor)
	}
	for _, w := range p.wholes(p.canvas) {
		p.canvas.Text(w.left, base+row, chartLetters, w.label, labelColor)
	}
}

// sides fills the areas between each line and the middle of the chart: above the middle with the colour of X, below
// with the colour of O.
func (p *painter) sides(lines []ChartLine, whole image.Rectangle) {
	middle := p.row(0.5)
	above, below := whole, whole
	above.Max.Y, below.Min.Y = int(middle), int(middle)
	for _, line := range lines {
		points := p.points(line)
		if len(points) == 0 {
			continue
		}
		points = append(points, tiles.Point{X: points[len(points)-1].X, Y: middle}, tiles.Point{X: points[0].X, Y: middle})
		for _, half := range []struct {
			window image.Rectangle
			mark   game.Mark
		}{{above, game.X}, {below, game.O}} {
			ink := tiles.Ink(half.mark)
			ink.A = 0x80
			p.canvas.Window(half.window, 1, 0, float32(half.window.Min.Y))
			p.canvas.Area(points, ink)
		}
	}
	p.canvas.Window(whole, 1, 0, 0)
}

// line draws a line. With few points it is thick and has a dot at each point; otherwise it is thin
// and has a dot at its end.
func (p *painter) line(line ChartLine, ink color.NRGBA) {
	points := p.points(line)
	if len(points) == 0 {
		return
	}
	if len(points) <= few {
		p.canvas.Line(points, stroke, ink)
	} else {
		p.canvas.Line(thinned(points), thin, ink)
		points = points[len(points)-1:]
	}
	for _, at := range points {
		p.disc(at, dot, ink)
	}
}

// thinned returns the points that determine how a line looks: in each short stretch of the
// horizontal axis the first, the highest, the lowest and the last point.
func thinned(points []tiles.Point) (seen []tiles.Point) {
	for begin := 0; begin < len(points); {
		end, high, low := begin, begin, begin
		for ; end < len(points) && int(points[end].X)/stretch == int(points[begin].X)/stretch; end++ {
			if points[end].Y < points[high].Y {
				high = end
			}
			if points[end].Y > points[low].Y {
				low = end
			}
		}
		seen = append(seen, points[begin], points[min(high, low)], points[max(high, low)], points[end-1])
		begin = end
	}
	return seen
}

func (p *painter) marks(line ChartLine) {
	for i, at := range p.points(line) {
		switch line.Points[i].Mark {
		case Dot:
			p.disc(at, dot+1, highlight)
		case BigDot:
			p.disc(at, dot+5, highlight)
		case Diamond:
			p.diamond(at, dot+10, highlight)
		}
	}
}

func (p *painter) disc(at tiles.Point, radius float32, ink color.NRGBA) {
	p.canvas.Line([]tiles.Point{at}, 2*radius, ink)
}

// diamond draws a square that stands on a corner. `reach` is the distance from its centre to its corners.
func (p *painter) diamond(at tiles.Point, reach float32, ink color.NRGBA) {
	p.canvas.Area([]tiles.Point{{X: at.X, Y: at.Y - reach}, {X: at.X + reach, Y: at.Y}, {X: at.X, Y: at.Y + reach}, {X: at.X - reach, Y: at.Y}}, ink)
}
