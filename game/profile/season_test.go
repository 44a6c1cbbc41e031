package profile_test

import (
	"testing"
	"time"

	"noughts/game/profile"
)

func TestSeasons(t *testing.T) {
	t.Parallel()
	first := func(year int, month time.Month) time.Time { return time.Date(year, month, 1, 0, 0, 0, 0, time.UTC) }
	berlin := time.FixedZone("", 3600)
	for _, c := range []struct {
		months      int
		at          time.Time
		from, until time.Time
	}{
		{1, time.Date(2026, 2, 28, 23, 59, 0, 0, time.UTC), first(2026, 2), first(2026, 3)},
		{1, time.Date(2026, 3, 1, 0, 30, 0, 0, berlin), first(2026, 2), first(2026, 3)},
		{3, first(2026, 4), first(2026, 4), first(2026, 7)},
		{3, first(2026, 12), first(2026, 10), first(2027, 1)},
		{12, first(2026, 7), first(2026, 1), first(2027, 1)},
	} {
		s := profile.SeasonOf(c.months, c.at)
		if !s.From.Equal(c.from) || !s.Until.Equal(c.until) {
			t.Errorf("%d months at %v: %v", c.months, c.at, s)
		}
		if before := s.Before(c.months); before != profile.SeasonOf(c.months, s.From.Add(-1)) {
			t.Errorf("before %v is %v", s, before)
		}
	}
}
