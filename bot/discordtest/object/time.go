package object

import "time"

// A Time is a time in Discord's JSON format: in UTC, written +00:00, with microseconds unless they are zero.
type Time struct{ time.Time }

// At returns the time in UTC, truncated to microseconds.
func At(t time.Time) Time { return Time{t.UTC().Truncate(time.Microsecond)} }

// String returns the time as Discord sends it.
func (t Time) String() string {
	layout := "2006-01-02T15:04:05.000000-07:00"
	if t.Nanosecond() < int(time.Microsecond) {
		layout = "2006-01-02T15:04:05-07:00"
	}
	return t.UTC().Format(layout)
}

// MarshalJSON returns the time as Discord sends it.
func (t Time) MarshalJSON() ([]byte, error) { return []byte(`"` + t.String() + `"`), nil }
