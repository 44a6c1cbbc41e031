package web

import (
	"fmt"
	"time"
)

var layouts = map[string]string{
	"t": "3:04 PM",
	"d": "1/2/06",
	"f": "January 2, 2006 at 3:04 PM",
	"F": "Monday, January 2, 2006 at 3:04 PM",
}

// FormatTime formats t in one of the styles that the bot uses (t, d, f, F or R), like Discord's English client. An
// unknown style counts as f.
func FormatTime(t time.Time, style string, now time.Time) string {
	if style == "R" {
		return relative(t.Sub(now))
	}
	layout, ok := layouts[style]
	if !ok {
		layout = layouts["f"]
	}
	return t.Format(layout)
}

var units = []struct {
	length time.Duration
	name   string
}{
	{365 * 24 * time.Hour, "year"},
	{30 * 24 * time.Hour, "month"},
	{24 * time.Hour, "day"},
	{time.Hour, "hour"},
	{time.Minute, "minute"},
	{time.Second, "second"},
}

func relative(d time.Duration) string {
	past := d < 0
	d = d.Abs().Round(time.Second)
	for _, u := range units {
		if d < u.length*99/100 {
			continue
		}
		n := int64(d.Round(u.length) / u.length) // as Discord does, so that a new clock does not lack a minute
		words := fmt.Sprintf("%d %s", n, u.name)
		if n > 1 {
			words += "s"
		}
		if past {
			return words + " ago"
		}
		return "in " + words
	}
	return "now"
}
