package rest

import (
	"strconv"
	"testing"
	"time"
)

func TestBuckets(t *testing.T) {
	t.Parallel()
	now := time.Now()
	l := newLimiter()
	for i, c := range []struct {
		at        time.Duration
		remaining int
		wait      time.Duration
	}{
		{0, 1, time.Second}, {400 * time.Millisecond, 0, 600 * time.Millisecond}, {900 * time.Millisecond, -1, 100 * time.Millisecond},
		{time.Second, 1, time.Second},
	} {
		if remaining, wait := l.takeFrom(l.routes, "x", now.Add(c.at), 2, time.Second); remaining != c.remaining || wait != c.wait {
			t.Errorf("request %d: %d remain for %v", i, remaining, wait)
		}
	}
	for i := range 3 * sweepBuckets {
		l.takeFrom(l.routes, strconv.Itoa(i), now.Add(time.Duration(i)*time.Second), 2, time.Second)
	}
	if len(l.routes.of) > sweepBuckets {
		t.Errorf("%d buckets kept", len(l.routes.of))
	}
}

func TestRefusalsAreForgiven(t *testing.T) {
	t.Parallel()
	l, now := newLimiter(), time.Now()
	for i := range 3 * InvalidLimit {
		if l.refused("1.2.3.4", now.Add(time.Duration(i)*invalidSpan/(InvalidLimit-1))) {
			t.Fatalf("banned by request %d, at less than the limit's pace", i)
		}
	}
}
