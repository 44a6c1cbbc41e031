package picture

import (
	"image"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"noughts/render/tiles"
)

// labels returns the labels of ticks as text. The larger unit is in brackets before its first tick.
func labels(ticks []tick) string {
	var all []string
	of := ""
	for _, t := range ticks {
		if t.of != of {
			of = t.of
			all = append(all, "["+of+"]")
		}
		all = append(all, t.label)
	}
	return strings.Join(all, " ")
}

func TestLevels(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		low, high float64
		want      string
	}{
		{1487, 1623, "1450 1500 1550 1600 1650"},
		{1450, 1550, "1450 1500 1550"},
		{1499.5, 1500.5, "1499.5 1500.0 1500.5"},
		{0, 1, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{-1, 1, "−1.0 −0.5 0.0 0.5 1.0"},
		{-0.3, 0.4, "−0.4 −0.2 0.0 0.2 0.4"},
		{-3e6, 2.5e6, "−4000000 −2000000 0 2000000 4000000"},
	} {
		axis, ticks := levels(span{test.low, test.high})
		if got := labels(ticks); got != test.want {
			t.Errorf("from %v to %v: %s, want %s", test.low, test.high, got, test.want)
		}
		if axis.low > test.low || axis.high < test.high {
			t.Errorf("from %v to %v: the axis goes from %v to %v", test.low, test.high, axis.low, axis.high)
		}
	}
}

func TestDates(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		from, to string
		named    bool
		want     string
	}{
		{"2026-02-28T21:50", "2026-03-01T02:10", true, "[28 Feb 2026] 22:00 23:00 [1 Mar 2026] 00:00 01:00 02:00"},
		{"2026-02-28T23:51", "2026-03-01T00:29", false, "[2026-02-28] 23:45 [2026-03-01] 00:00 00:15 00:30"},
		{"2024-02-27T00:00", "2024-03-02T00:00", true, "[Feb 2024] 27 28 29 [Mar 2024] 1 2"},
		{"2024-02-24T10:00", "2024-03-04T09:00", true, "[Feb 2024] 25 26 27 28 29 [Mar 2024] 1 2 3 4"},
		{"2026-01-02T10:00", "2026-03-04T09:00", false, "[2026-01] 5 12 19 26 [2026-02] 2 9 16 23 [2026-03] 2"},
		{"2025-09-15T10:00", "2026-05-04T09:00", true, "[2025] Oct Nov Dec [2026] Jan Feb Mar Apr May"},
		{"2023-11-23T10:00", "2026-11-23T09:00", false, "[2024] 01 07 [2025] 01 07 [2026] 01 07"},
		{"2015-06-23T10:00", "2026-11-23T09:00", true, "2016 2018 2020 2022 2024 2026"},
	} {
		var x [2]float64
		for i, text := range []string{test.from, test.to} {
			at, err := time.Parse("2006-01-02T15:04", text)
			if err != nil {
				t.Fatal(err)
			}
			x[i] = PointAt(at, 0).X
		}
		c := Chart{Lines: []ChartLine{{Points: []ChartPoint{{X: x[0], Y: 1500}, {X: x[1], Y: 1600}}}}, Times: true}
		if test.named {
			c.Months = english
		}
		if got := labels(layOut(c, 0, blank()).columns); got != test.want {
			t.Errorf("from %s to %s: %s\nwant %s", test.from, test.to, got, test.want)
		}
	}
}

// TestMonthsOfOtherLetters checks that names of months are not used if the font lacks their characters.
func TestMonthsOfOtherLetters(t *testing.T) {
	t.Parallel()
	points := []ChartPoint{PointAt(time.Unix(1.606e9, 0), 1), PointAt(time.Unix(1.618e9, 0), 1)}
	russian, japanese := *english, *english
	russian[11], japanese[11] = "дек.", "12月"
	for _, test := range []struct {
		months *[12]string
		want   string
	}{
		{&russian, "[2020] дек. [2021] Jan Feb Mar Apr"},
		{&japanese, "[2020] 12 [2021] 01 02 03 04"},
	} {
		c := Chart{Lines: []ChartLine{{Points: points}}, Times: true, Months: test.months}
		if got := labels(layOut(c, 0, blank()).columns); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}

// blank returns a canvas for measuring labels.
func blank() *tiles.Canvas { return tiles.NewCanvas(image.NewRGBA(image.Rect(0, 0, width, height))) }

// TestEveryRange checks charts with random points. The axes must have labels, all labels must be
// inside the picture without overlapping, and all points must lie in the plot.
func TestEveryRange(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	dice, on := rand.New(rand.NewPCG(seed, 1)), blank()
	// number returns a number of random magnitude.
	number := func(largest float64) float64 {
		return (2*dice.Float64() - 1) * math.Pow(largest, dice.Float64())
	}
	for range 3000 {
		c, last := Chart{Span: number(1000)}, ChartLimit
		if dice.IntN(2) == 0 {
			c.Times, last = true, latest
		}
		if dice.IntN(2) == 0 {
			c.Months = english
		}
		one := ChartPoint{X: number(last / 2), Y: number(ChartLimit / 2)}
		c.Lines = []ChartLine{{Points: []ChartPoint{one, {X: one.X + math.Abs(number(last/2)), Y: one.Y + number(ChartLimit/2)}}}}
		l := layOut(c, dice.IntN(3), on)
		fits := len(l.rows) >= 3 && len(l.rows) <= 7 && len(l.columns) >= 1 && (len(l.columns) > 1 || !c.Times) && l.fit(l.columns, on)
		for i, level := range l.rows {
			y := l.row(level.at)
			fits = fits && y >= l.plot.Y0-1 && y <= l.plot.Y1+1 && (i == 0 || l.row(l.rows[i-1].at)-y >= chartLetters)
			fits = fits && on.Width(level.label, chartLetters) <= l.plot.X0-gap-chartMargin+1
		}
		for _, column := range l.columns {
			x := l.column(column.at)
			left, right := place(on, column.label, x)
			fits = fits && x >= l.plot.X0 && x <= l.plot.X1 && left >= chartMargin && right <= width-chartMargin+1
		}
		wholes := l.wholes(on)
		for i, w := range wholes {
			fits = fits && w.left >= chartMargin && w.right <= width-chartMargin+1 && (i == 0 || w.right+between <= wholes[i-1].left)
		}
		fits = fits && len(wholes) > 0
		for _, p := range l.points(c.Lines[0]) {
			fits = fits && p.X >= l.plot.X0 && p.X <= l.plot.X1 && p.Y >= l.plot.Y0-1 && p.Y <= l.plot.Y1+1
		}
		if !fits {
			t.Fatalf("seed %d: %+v with the levels %s and the labels %s: %+v", seed, c, labels(l.rows), labels(l.columns), l)
		}
	}
}
