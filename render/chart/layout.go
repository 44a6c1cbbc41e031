package chart

import (
	"math"
	"strings"
	"time"

	"noughts/render/shapes"
)

// Sizes in pixels.
const (
	width   = 720
	height  = 405
	margin  = 14
	letters = 27 // size of labels
	row     = 34 // height of a line of labels
	capital = 20 // height of digits and capitals
	gap     = 10 // from labels to what they belong to
	below   = 18 // from the plot to the labels of the horizontal axis
	between = 22 // from one label to the next, at least
	inset   = 12 // from the ends of the horizontal axis to the first and last points
	side    = 26 // width and height of the marks that say who stands better
)

// A layout is the geometry of a chart on its picture.
type layout struct {
	plot    shapes.Box // of the lines
	x, y    span       // what it shows
	rows    []tick     // of the vertical axis
	columns []tick     // of the horizontal axis
}

// layOut returns the layout of a chart below rows of names.
func layOut(c Chart, names int, on *shapes.Canvas) layout {
	x, y := reach(c)
	l := layout{plot: shapes.Box{X0: margin, Y0: margin + float32(names)*row + capital/2, X1: width - margin, Y1: height - margin}}
	if c.Sides || x.empty() {
		l.y, l.rows = span{0, 1}, []tick{{at: 0}, {at: 0.5}, {at: 1}}
	} else {
		l.y, l.rows = levels(y)
	}
	var widest float32
	if c.Sides {
		widest = side
	}
	for _, t := range l.rows {
		widest = max(widest, on.Width(t.label, letters))
	}
	if widest > 0 {
		l.plot.X0 += widest + gap
	}
	if x.empty() {
		return l
	}
	l.x = x
	l.plot.Y1 -= row + below - gap
	if !c.Times {
		l.columns = l.fitting(counts(x), on)
		return l
	}
	l.plot.Y1 -= row
	months := c.Months
	if months != nil && !on.Writes(strings.Join(months[:], "")) {
		months = nil
	}
	l.columns = l.fitting(dates(x, months), on)
	return l
}

// reach returns the least span of each axis.
func reach(c Chart) (x, y span) {
	x, y = span{math.Inf(1), math.Inf(-1)}, span{math.Inf(1), math.Inf(-1)}
	for _, line := range c.Lines {
		for _, p := range line.Points {
			x, y = x.with(p.X), y.with(p.Y)
		}
	}
	leastX, leastY := 2.0, max(c.Span, 0.01)
	if c.Times {
		leastX = time.Hour.Seconds()
	}
	if c.Span == 0 {
		leastY = 1
	}
	return x.widened(leastX), y.widened(leastY)
}

// fitting returns the first ticks of a horizontal axis whose labels fit.
func (l *layout) fitting(all func(func([]tick) bool), on *shapes.Canvas) []tick {
	var last []tick
	for ticks := range all {
		if last = ticks; l.fit(ticks, on) {
			break
		}
	}
	return last
}

// fit reports whether the labels of a horizontal axis fit.
func (l *layout) fit(ticks []tick, on *shapes.Canvas) bool {
	var end float32 = -between
	for _, t := range ticks {
		left, right := place(on, t.label, l.column(t.at))
		if left < end+between {
			return false
		}
		end = right
	}
	return true
}

// place returns the ends of a label centered at x, or as near as the picture's edges allow.
func place(on *shapes.Canvas, label string, x float32) (left, right float32) {
	wide := on.Width(label, letters)
	left = max(margin, min(x-wide/2, width-margin-wide))
	return left, left + wide
}

// A whole is a label of the second row, such as the year below its months.
type whole struct {
	label       string
	left, right float32
}

// wholes returns the labels of the second row, last first, each below its first part. Labels without room
// beside the one to the right are left out.
func (l *layout) wholes(on *shapes.Canvas) (all []whole) {
	var next float32 = width + between // left end of the one to the right
	for i := len(l.columns) - 1; i >= 0; i-- {
		t := l.columns[i]
		if i > 0 && l.columns[i-1].of == t.of {
			continue
		}
		if left, right := place(on, t.of, l.column(t.at)); right+between <= next {
			all, next = append(all, whole{t.of, left, right}), left
		}
	}
	return all
}

// column returns the picture's x of a value of the horizontal axis.
func (l *layout) column(x float64) float32 {
	part := (x - l.x.low) / (l.x.high - l.x.low)
	return l.plot.X0 + inset + float32(part)*(l.plot.X1-l.plot.X0-2*inset)
}

// row returns the picture's y of a value of the vertical axis.
func (l *layout) row(y float64) float32 {
	part := (y - l.y.low) / (l.y.high - l.y.low)
	return l.plot.Y1 - float32(part)*(l.plot.Y1-l.plot.Y0)
}

// points returns where the points of a line lie.
func (l *layout) points(line Line) []shapes.Point {
	all := make([]shapes.Point, len(line.Points))
	for i, p := range line.Points {
		all[i] = shapes.Point{X: l.column(p.X), Y: l.row(p.Y)}
	}
	return all
}
