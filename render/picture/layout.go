package picture

import (
	"math"
	"strings"
	"time"

	"noughts/render/tiles"
)

// Sizes in pixels.
const (
	width        = 720
	height       = 405
	chartMargin  = 14
	chartLetters = 27 // size of labels
	row          = 34 // height of a line of labels
	capital      = 20 // height of digits and capital letters
	gap          = 10 // distance of labels from the axis or dot that they describe
	below        = 18 // distance of the horizontal axis's labels from the plot
	between      = 22 // least distance between labels
	inset        = 12 // distance of the first and last points from the ends of the horizontal axis
	side         = 26 // width and height of the marks of X and O at the vertical axis
)

type layout struct {
	plot    tiles.Box // rectangle for the lines
	x, y    span      // ranges of the axes
	rows    []tick    // ticks of the vertical axis
	columns []tick    // ticks of the horizontal axis
}

// layOut returns the layout of a chart with a number of rows of names above the plot.
func layOut(c Chart, names int, on *tiles.Canvas) layout {
	x, y := reach(c)
	l := layout{plot: tiles.Box{X0: chartMargin, Y0: chartMargin + float32(names)*row + capital/2, X1: width - chartMargin, Y1: height - chartMargin}}
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
		widest = max(widest, on.Width(t.label, chartLetters))
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

// reach returns the range of the chart's points on each axis. The horizontal range has at least two units, or an hour
// if the points have times. The vertical range has at least Chart.Span. Both ranges are empty if there are no points.
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

func (l *layout) fitting(all func(func([]tick) bool), on *tiles.Canvas) []tick {
	var last []tick
	for ticks := range all {
		if last = ticks; l.fit(ticks, on) {
			break
		}
	}
	return last
}

func (l *layout) fit(ticks []tick, on *tiles.Canvas) bool {
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

// place returns the left and right ends of a label. It is centred at x, or as near to x as the picture's edges allow.
func place(on *tiles.Canvas, label string, x float32) (left, right float32) {
	wide := on.Width(label, chartLetters)
	left = max(chartMargin, min(x-wide/2, width-chartMargin-wide))
	return left, left + wide
}

// A whole is a label of the second row, such as the year below its months.
type whole struct {
	label       string
	left, right float32
}

// wholes returns the labels of the second row, last first. Each is below the first tick that
// belongs to it. Labels without enough room before the next label are omitted.
func (l *layout) wholes(on *tiles.Canvas) (all []whole) {
	var next float32 = width + between // left end of the label to the right
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

func (l *layout) column(x float64) float32 {
	part := (x - l.x.low) / (l.x.high - l.x.low)
	return l.plot.X0 + inset + float32(part)*(l.plot.X1-l.plot.X0-2*inset)
}

func (l *layout) row(y float64) float32 {
	part := (y - l.y.low) / (l.y.high - l.y.low)
	return l.plot.Y1 - float32(part)*(l.plot.Y1-l.plot.Y0)
}

func (l *layout) points(line ChartLine) []tiles.Point {
	all := make([]tiles.Point, len(line.Points))
	for i, p := range line.Points {
		all[i] = tiles.Point{X: l.column(p.X), Y: l.row(p.Y)}
	}
	return all
}
