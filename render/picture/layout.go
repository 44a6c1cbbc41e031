package picture

import (
	"math"
	"strconv"
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

type span struct{ low, high float64 }

func (s span) with(at float64) span { return span{min(s.low, at), max(s.high, at)} }

func (s span) empty() bool { return s.low > s.high }

func (s span) widened(length float64) span {
	if s.empty() {
		return s
	}
	if more := (length - (s.high - s.low)) / 2; more > 0 {
		return span{s.low - more, s.high + more}
	}
	return s
}

type tick struct {
	at    float64
	label string
	of    string // label of a larger unit, such as the year of a month, shown below the first tick that has it
}

// round returns the smallest number of the series …, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, … that is at least x.
func round(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, digit := range []float64{1, 2, 5} {
		if digit*power >= x*(1-1e-9) {
			return digit * power
		}
	}
	return 10 * power
}

func numbers(s span, step float64) (ticks []tick) {
	decimals := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	first, last := math.Ceil(s.low/step-1e-9), math.Floor(s.high/step+1e-9)
	for i := range int(last-first) + 1 {
		at := (first + float64(i)) * step
		label := strconv.FormatFloat(at, 'f', decimals, 64)
		ticks = append(ticks, tick{at: at, label: strings.Replace(label, "-", "−", 1)})
	}
	return ticks
}

// levels returns the range, from the first tick to the last, and the ticks of a vertical axis: at most five intervals.
func levels(s span) (span, []tick) {
	for step := round((s.high - s.low) / 5); ; step = round(step * 1.5) {
		whole := span{math.Floor(s.low/step+1e-9) * step, math.Ceil(s.high/step-1e-9) * step}
		if whole.high-whole.low < 5.5*step {
			return whole, numbers(whole, step)
		}
	}
}

// counts yields lists of ticks for a horizontal axis of whole numbers, each with fewer ticks than the previous list.
func counts(s span) func(func([]tick) bool) {
	return func(yield func([]tick) bool) {
		for step := round(max(1, (s.high-s.low)/maxTicks)); yield(numbers(s, step)); {
			step = round(step * 1.5)
		}
	}
}

// maxTicks is the approximate maximum number of ticks that is tried on a horizontal axis.
const maxTicks = 16

// A step is the time between two ticks: a fixed length or a number of months.
type step struct {
	length time.Duration
	months int
}

const day = 24 * time.Hour

var steps = []step{
	{length: time.Minute}, {length: 2 * time.Minute}, {length: 5 * time.Minute}, {length: 10 * time.Minute},
	{length: 15 * time.Minute}, {length: 30 * time.Minute}, {length: time.Hour}, {length: 2 * time.Hour},
	{length: 3 * time.Hour}, {length: 6 * time.Hour}, {length: 12 * time.Hour},
	{length: day}, {length: 2 * day}, {length: 7 * day}, // multiples of seven days are Mondays
	{months: 1}, {months: 2}, {months: 3}, {months: 6},
	{months: 12}, {months: 24}, {months: 60}, {months: 120}, {months: 240}, {months: 600}, {months: 1200},
}

// dates yields lists of ticks for a horizontal axis of times, each with fewer ticks than the previous list.
func dates(s span, months *[12]string) func(func([]tick) bool) {
	return func(yield func([]tick) bool) {
		for _, step := range steps {
			if (s.high-s.low)/step.seconds() <= maxTicks && !yield(step.ticks(s, months)) {
				return
			}
		}
	}
}

func (s step) seconds() float64 { return s.length.Seconds() + float64(s.months)*30*day.Seconds() }

func (s step) ticks(in span, months *[12]string) (ticks []tick) {
	for t := s.first(time.Unix(int64(math.Ceil(in.low)), 0).UTC()); float64(t.Unix()) <= in.high; {
		ticks = append(ticks, s.tick(t, months))
		t = t.Add(s.length).AddDate(0, s.months, 0)
	}
	return ticks
}

func (s step) first(from time.Time) time.Time {
	if s.months == 0 {
		return from.Add(s.length - 1).Truncate(s.length)
	}
	month := time.Date(from.Year(), from.Month(), 1, 0, 0, 0, 0, time.UTC)
	if month.Before(from) {
		month = month.AddDate(0, 1, 0)
	}
	for (month.Year()*12+int(month.Month())-1)%s.months != 0 {
		month = month.AddDate(0, 1, 0)
	}
	return month
}

// tick returns the tick for a time. Without names of months its labels are parts of an ISO 8601 date.
func (s step) tick(t time.Time, months *[12]string) tick {
	label := tick{at: float64(t.Unix())}
	switch {
	case s.months >= 12:
		label.label = t.Format("2006")
	case s.months > 0:
		label.label, label.of = t.Format("01"), t.Format("2006")
	case s.length >= day:
		label.label, label.of = t.Format("2"), t.Format("2006-01")
	default:
		label.label, label.of = t.Format("15:04"), t.Format("2006-01-02")
	}
	if months == nil {
		return label
	}
	switch name := months[t.Month()-1]; {
	case s.months >= 12:
	case s.months > 0:
		label.label = name
	case s.length >= day:
		label.of = name + t.Format(" 2006")
	default:
		label.of = t.Format("2 ") + name + t.Format(" 2006")
	}
	return label
}
