package bot

import (
	"strconv"
	"testing"
	"time"
)

func TestFreshness(t *testing.T) {
	t.Parallel()
	f := newFreshness()
	const skew = 45 * 365 * 24 * time.Hour // Discord's clock against ours
	at := func(made, delay time.Duration) time.Duration {
		id := strconv.FormatInt((skew+made).Milliseconds()<<22+5, 10)
		return f.age(id, f.start.Add(made+delay)).Round(time.Millisecond)
	}
	for _, c := range []struct {
		what              string
		made, delay, want time.Duration
	}{
		{"the first is taken for new", time.Second, 300 * time.Millisecond, 0},
		{"a quicker one is newer", 2 * time.Second, 100 * time.Millisecond, 0},
		{"the first again", 3 * time.Second, 300 * time.Millisecond, 200 * time.Millisecond},
		{"a replay", time.Minute, 5100 * time.Millisecond, 5 * time.Second},
		{"just made", 2 * time.Minute, 100 * time.Millisecond, 0},
		{"in the next hour the former still counts", 70 * time.Minute, 2100 * time.Millisecond, 2 * time.Second},
		{"in the third the second does", 131 * time.Minute, 2100 * time.Millisecond, 0},
		{"after a pause nothing is known", 500 * time.Minute, 20 * time.Second, 0},
	} {
		if got := at(c.made, c.delay); got != c.want {
			t.Errorf("%s: %v old, want %v", c.what, got, c.want)
		}
	}
	if age := f.age("no number", f.start); age != 0 {
		t.Errorf("without a time: %v", age)
	}
}
