// Package chart draws lines as PNG files: ratings over time, or who stood better, move by move.
// It speaks no language: all words come from the caller.
package chart

import (
	"fmt"
	"image"
	"io"
	"math"
	"slices"
	"time"

	"noughts/render/picture"
	"noughts/render/shapes"
)

// A Chart is what a picture shows. Without points it is a grid without numbers.
type Chart struct {
	Lines []Line // three colors tell them apart

	// Times says that each X is a time, as At makes it, shown in UTC. Otherwise it is a number such as that of a move.
	Times bool

	// Months are the short names of months in the reader's language, January first. Without them, or with
	// characters that the font lacks, months are numbers. The font has Latin, Greek and Cyrillic letters.
	Months *[12]string

	// Span is how much the vertical axis covers at least, lest a small change looks large: 100, say, for ratings.
	// 0 means 1, and the least is a hundredth.
	Span float64

	// Sides says that each Y is the expected result of X, from 0, O wins, to 1, X wins. Then the areas
	// above and below one half have the colors of the marks, and the lines a neutral one.
	Sides bool
}

// A Line is points in the order of their X.
type Line struct {
	// Name is shown above the chart beside the line's color. A name with characters that the font lacks (see
	// Chart.Months) is replaced by Unnamed, and one that is too long is cut.
	Name   string
	Points []Point
}

// A Point is a point of a line. Its coordinates are numbers between -Limit and Limit, or X is a time.
type Point struct {
	X, Y float64
	Mark Mark
}

// Limit is the largest number of an axis. Times may lie between the years 1654 and 2286.
const Limit = 1e6

const latest = 1e10 // time, in seconds since 1970

// At returns the point for a value at a time.
func At(t time.Time, y float64) Point {
	return Point{X: float64(t.Unix()) + float64(t.Nanosecond())/1e9, Y: y}
}

// A Mark makes a point stand out. Marks differ in shape and size, and have one color that no line has.
type Mark uint8

// The marks, each more striking than the one before it.
const (
	Unmarked Mark = iota
	Dot
	BigDot
	Diamond
)

// PNG writes a chart as a PNG file of 720 by 405 pixels, with labels that are legible at a width of 300.
// Errors: coordinates or a Span that are not numbers or beyond Limit, with Sides a Y outside 0 to 1, and
// those of the writer.
func PNG(w io.Writer, c Chart, t picture.Theme) error {
	if err := c.check(); err != nil {
		return fmt.Errorf("chart: %w", err)
	}
	return picture.Encode(w, drawn(c, t))
}

// check returns why a chart cannot be drawn.
func (c Chart) check() error {
	if !(math.Abs(c.Span) <= Limit) {
		return fmt.Errorf("the vertical axis has the span %v", c.Span)
	}
	last := Limit
	if c.Times {
		last = latest
	}
	for i, line := range c.Lines {
		for j, p := range line.Points {
			if !(math.Abs(p.X) <= last && math.Abs(p.Y) <= Limit) || c.Sides && (p.Y < 0 || p.Y > 1) {
				return fmt.Errorf("point %d of line %d is at (%v, %v)", j, i, p.X, p.Y)
			}
		}
	}
	return nil
}

// Dots are emoji in the colors of the lines. With more lines than dots they repeat.
var Dots = [len(inks)]string{"🔵", "🔴", "🟢"}

// Unnamed reports whether the chart omits the name of a line because the font lacks a character. The caller
// should then show the names elsewhere.
func (c Chart) Unnamed() bool {
	canvas := shapes.New(image.NewRGBA(image.Rect(0, 0, 1, 1)))
	return slices.ContainsFunc(c.Lines, func(l Line) bool { return !canvas.Writes(l.Name) })
}
