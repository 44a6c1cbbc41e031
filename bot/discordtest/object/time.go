package object

import "time"

// A Time is a point in time as Discord sends it: in UTC as +00:00, with the six
// digits of microseconds or none.
type Time struct{ time.Time }

// At returns a point in time as Discord sends it.
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
