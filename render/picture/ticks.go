package picture

import (
	"math"
	"strconv"
	"strings"
	"time"
)

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
