package picture

import (
	"fmt"
	"image"
	"io"
	"math"
	"slices"
	"time"

	"noughts/render/tiles"
)

// A Chart has the data of a chart. Without points the picture has a grid without numbers.
type Chart struct {
	Lines []ChartLine // lines have three colours, which repeat

	// Times reports whether each X is a time, as made by At. Times are shown in UTC. Otherwise X is
	// a number, such as the number of a move.
	Times bool

	// Months are the short names of months in the reader's language, January first. Without them, or with
	// characters that the font lacks, months are numbers. The font has Latin, Greek and Cyrillic letters.
	Months *[12]string

	// Span is the least difference between the ends of the vertical axis, so that a small change does not look large:
	// 100, for example, for ratings. 0 means 1. A Span below 0.01 counts as 0.01.
	Span float64

	// Sides reports whether each Y is the expected result of the player X, from 0 (O wins) to 1 (X wins). Then the
	// areas above and below one half have the colours of the marks, and the lines have a neutral colour.
	Sides bool
}

// A ChartLine has points in ascending order of X.
type ChartLine struct {
	// Name is shown above the chart next to the line's colour. A name with characters that the font
	// lacks (see Chart.Months) is omitted: see Unnamed. A name that is too long is cut.
	Name   string
	Points []ChartPoint
}

// A ChartPoint is a point of a line. Its coordinates, except times, are between -Limit and Limit. If Chart.Times is set, X
// is a time in seconds since 1970: see At.
type ChartPoint struct {
	X, Y float64
	Mark ChartMark
}

// ChartLimit is the largest coordinate of a Point. A time can be larger: it may lie between the years 1654 and 2286.
const ChartLimit = 1e6

const latest = 1e10 // the latest time, in seconds since 1970

// PointAt returns the point for a value at a time.
func PointAt(t time.Time, y float64) ChartPoint {
	return ChartPoint{X: float64(t.Unix()) + float64(t.Nanosecond())/1e9, Y: y}
}

// A ChartMark makes a point stand out. Marks differ in shape and size. They have one colour that no line has.
type ChartMark uint8

// The marks, in order of increasing emphasis.
const (
	Unmarked ChartMark = iota
	Dot
	BigDot
	Diamond
)

// ChartPNG writes a chart as a PNG file of 720 by 405 pixels. Its labels are legible at a width of 300 pixels. PNG returns
// an error if the writer fails, if a coordinate or Span is NaN or beyond Limit, or if Sides is set and a Y is outside 0
// to 1.
func ChartPNG(w io.Writer, c Chart) error {
	if err := c.check(); err != nil {
		return fmt.Errorf("chart: %w", err)
	}
	p, kept := painters.Get().(*painter)
	if !kept {
		p = newPainter()
	}
	err := Encode(w, p.draw(c))
	painters.Put(p) // but not after a panic, which may leave the canvas restricted to a part
	return err
}

func (c Chart) check() error {
	if !(math.Abs(c.Span) <= ChartLimit) {
		return fmt.Errorf("the vertical axis has the span %v", c.Span)
	}
	last := ChartLimit
	if c.Times {
		last = latest
	}
	for i, line := range c.Lines {
		for j, p := range line.Points {
			if !(math.Abs(p.X) <= last && math.Abs(p.Y) <= ChartLimit) || c.Sides && (p.Y < 0 || p.Y > 1) {
				return fmt.Errorf("point %d of line %d is at (%v, %v)", j, i, p.X, p.Y)
			}
		}
	}
	return nil
}

// Dots are emoji in the colours of the lines. With more than three lines the colours repeat.
var Dots = [len(inks)]string{"🔵", "🔴", "🟢"}

// Unnamed reports whether the font lacks a character of a name, which callers should then show elsewhere.
func (c Chart) Unnamed() bool {
	canvas := tiles.NewCanvas(image.NewRGBA(image.Rect(0, 0, 1, 1)))
	return slices.ContainsFunc(c.Lines, func(l ChartLine) bool { return !canvas.Writes(l.Name) })
}
