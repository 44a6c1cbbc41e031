package picture

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"noughts/render/golden"
	"noughts/render/tiles"
)

// ratings returns a number of points that change at random, at random times of a period.
func ratings(count int, over time.Duration, seed uint64) []ChartPoint {
	dice := rand.New(rand.NewPCG(seed, 1))
	at, value := time.Date(2023, time.November, 23, 17, 5, 0, 0, time.UTC), 1500.0
	points := make([]ChartPoint, count)
	for i := range points {
		points[i] = PointAt(at, value)
		at = at.Add(time.Duration(2 * dice.Float64() * float64(over) / float64(count)))
		value += dice.NormFloat64() * 14
	}
	return points
}

// results returns random expected results, one per move.
func results(moves int, seed uint64) []ChartPoint {
	dice := rand.New(rand.NewPCG(seed, 1))
	points, at := make([]ChartPoint, moves), 0.0
	for i := range points {
		change := dice.NormFloat64() * 0.3
		at += change
		points[i] = ChartPoint{X: float64(i + 1), Y: 1 / (1 + math.Exp(-2*at))}
		if size := math.Abs(change); size > 0.6 {
			points[i].Mark = Diamond
		} else if size > 0.5 {
			points[i].Mark = BigDot
		} else if size > 0.4 {
			points[i].Mark = Dot
		}
	}
	return points
}

var english = &[12]string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}

const year = 365 * day

// pools returns three lines over up to three years. One has 2,000 points.
func pools() []ChartLine {
	return []ChartLine{
		{Name: "3×3", Points: ratings(2000, 3*year, 4)},
		{Name: "Larger boards", Points: ratings(300, 2*year, 5)},
		{Name: "Ultimate", Points: ratings(25, 3*year, 6)},
	}
}

const longName = "A name that is much longer than what a row of the picture has room for"

// TestCharts compares charts with golden files.
func TestCharts(t *testing.T) {
	t.Parallel()
	for name, scene := range map[string]Chart{
		"none":         {Lines: []ChartLine{{Name: "Ultimate"}}, Times: true},
		"one":          {Lines: []ChartLine{{Points: ratings(1, day, 1)}}, Times: true, Span: 100},
		"two":          {Lines: []ChartLine{{Name: "3×3", Points: ratings(2, 3*day, 2)}}, Times: true, Span: 100, Months: english},
		"twenty":       {Lines: []ChartLine{{Name: "Ultimate", Points: ratings(20, 40*day, 3)}}, Times: true, Span: 100, Months: english},
		"evening":      {Lines: []ChartLine{{Points: ratings(12, 12*time.Hour, 3)}}, Times: true, Span: 100, Months: english},
		"pools":        {Lines: pools(), Times: true, Span: 100, Months: english},
		"pools-digits": {Lines: pools(), Times: true, Span: 100},
		"flat":         {Lines: []ChartLine{{Points: []ChartPoint{{X: 1, Y: 1500}, {X: 40, Y: 1500}}}}},
		"wide":         {Lines: []ChartLine{{Name: "Short"}, {Name: longName, Points: []ChartPoint{{0, -4e5, 0}, {3, 1e6, 0}, {700, -9e5, 0}}}}},
		"sides":        {Lines: []ChartLine{{Points: results(61, 8)}}, Sides: true},
		"sides-short":  {Lines: []ChartLine{{Points: results(23, 9)}}, Sides: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden.Picture(t, name+".png", newPainter().draw(scene))
		})
	}
}

// TestFiles checks that files are small, and that they decode to the drawn picture.
func TestFiles(t *testing.T) {
	t.Parallel()
	busy, dots := Chart{Times: true, Months: english}, Chart{Times: true}
	for seed := range uint64(3) {
		busy.Lines = append(busy.Lines, ChartLine{Name: "Ultimate", Points: ratings(2000, 3*year, seed)})
		dots.Lines = append(dots.Lines, ChartLine{Name: longName, Points: ratings(few, 3*year, seed)})
	}
	for _, c := range []Chart{busy, dots, {Lines: pools(), Times: true}, {Lines: []ChartLine{{Points: results(81, 1)}}, Sides: true}} {
		var file bytes.Buffer
		if err := ChartPNG(&file, c); err != nil {
			t.Fatal(err)
		}
		if file.Len() > 30_000 {
			t.Errorf("%d bytes", file.Len())
		}
		shown, err := png.Decode(&file)
		want := newPainter().draw(c)
		if err != nil || shown.Bounds() != image.Rect(0, 0, 720, 405) || shown.Bounds() != want.Rect {
			t.Fatalf("a picture of %v, %v", shown.Bounds(), err)
		}
		for i := 0; i < len(want.Pix); i += 4 {
			r, g, b, _ := shown.At(i/4%width, i/4/width).RGBA()
			for j, channel := range []uint32{r, g, b} {
				if away := int(channel>>8) - int(want.Pix[i+j]); away < -chartError || away > chartError {
					t.Fatalf("channel %d at (%d, %d) is %d, drawn was %d", j, i/4%width, i/4/width, channel>>8, want.Pix[i+j])
				}
			}
		}
	}
}

// chartError is the largest allowed difference of a colour channel, from 0 to 255, between a file and its drawing.
const chartError = 16

func TestErrors(t *testing.T) {
	t.Parallel()
	one := func(x, y float64) []ChartLine { return []ChartLine{{}, {Points: []ChartPoint{{}, {X: x, Y: y}}}} }
	for _, c := range []Chart{
		{Lines: one(math.NaN(), 0)}, {Lines: one(0, math.NaN())}, {Lines: one(math.Inf(1), 0)}, {Lines: one(0, math.Inf(-1))},
		{Lines: one(1.1*ChartLimit, 0)}, {Lines: one(0, -1.1*ChartLimit)}, {Span: math.NaN()}, {Span: math.Inf(1)},
		{Lines: one(1.1*latest, 0), Times: true}, {Lines: one(0, 1.1*ChartLimit), Times: true},
		{Lines: one(0, 1.01), Sides: true}, {Lines: one(0, -0.01), Sides: true},
	} {
		var file bytes.Buffer
		if err := ChartPNG(&file, c); err == nil || file.Len() > 0 {
			t.Errorf("%+v: %d bytes, %v", c, file.Len(), err)
		}
	}
}

// TestContrast checks that labels, lines and marks have the contrast to the backgrounds of Discord's themes that WCAG 2.2
// demands of graphics.
func TestContrast(t *testing.T) {
	t.Parallel()
	for _, ink := range append(inks[:], highlight, labelColor) {
		for _, ground := range []color.NRGBA{{0x2B, 0x2D, 0x31, 0xFF}, {0xF2, 0xF3, 0xF5, 0xFF}, {0xFF, 0xFF, 0xFF, 0xFF}} {
			one, other := luminance(ink), luminance(ground)
			if contrast := (max(one, other) + 0.05) / (min(one, other) + 0.05); contrast < 3 {
				t.Errorf("%v on %v has a contrast of %.2f", ink, ground, contrast)
			}
		}
	}
}

// luminance returns the relative luminance of a colour, as WCAG 2.2 defines it.
func luminance(c color.NRGBA) float64 {
	linear := func(channel uint8) float64 {
		x := float64(channel) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// TestThinned checks that thinned keeps the first, last, highest and lowest points, at most four points per stretch,
// and their order.
func TestThinned(t *testing.T) {
	t.Parallel()
	dice := rand.New(rand.NewPCG(1, 1))
	points := make([]tiles.Point, 5000)
	for i := range points {
		points[i] = tiles.Point{X: float32(i) / 10, Y: dice.Float32()}
	}
	points[777].Y, points[3333].Y = -1, 2
	seen := thinned(points)
	for _, i := range []int{0, 777, 3333, 4999} {
		if !slices.Contains(seen, points[i]) {
			t.Errorf("point %d is not drawn", i)
		}
	}
	if most := 4 * (500/stretch + 1); len(seen) > most {
		t.Errorf("%d points are drawn, want %d at most", len(seen), most)
	}
	if !slices.IsSortedFunc(seen, func(a, b tiles.Point) int { return cmp.Compare(a.X, b.X) }) {
		t.Error("they are not in their order")
	}
}

func BenchmarkChartPNG(b *testing.B) {
	for name, c := range map[string]Chart{
		"pools": {Lines: pools(), Times: true, Span: 100, Months: english},
		"sides": {Lines: []ChartLine{{Points: results(61, 8)}}, Sides: true},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := ChartPNG(io.Discard, c); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
