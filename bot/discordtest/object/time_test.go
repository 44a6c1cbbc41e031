package object_test

import (
	"encoding/json"
	"testing"
	"time"

	"noughts/bot/discordtest/object"
)

// Times are encoded in UTC with the zone +00:00. They are cut to microseconds, and written with six decimals of the
// second or, if the microseconds are zero, with none. Decoding returns the cut time.
func TestTimes(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("east", 3600)
	for at, want := range map[time.Time]string{
		time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC):           `"2026-01-02T03:04:05+00:00"`,
		time.Date(2026, 1, 2, 3, 4, 5, 999, time.UTC):         `"2026-01-02T03:04:05+00:00"`,
		time.Date(2026, 1, 2, 3, 4, 5, 130_000_000, zone):     `"2026-01-02T02:04:05.130000+00:00"`,
		time.Date(2026, 1, 2, 3, 4, 5, 123_456_789, time.UTC): `"2026-01-02T03:04:05.123456+00:00"`,
	} {
		got, err := json.Marshal(object.Time{Time: at})
		if err != nil || string(got) != want {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
		var read *object.Time
		if err := json.Unmarshal(got, &read); err != nil || !read.Equal(at.Truncate(time.Microsecond)) {
			t.Errorf("%s is read as %v, %v", got, read, err)
		}
	}
}
