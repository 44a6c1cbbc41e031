package workload

import (
	"errors"
	"testing"
	"time"
)

func TestWhatBecameOfInteractions(t *testing.T) {
	t.Parallel()
	r, due := newResults(), time.Unix(1_000_000, 0)
	for ms := range 100 {
		r.answered(false, ms < 3, "press", due, due.Add(time.Duration(ms+1)*time.Millisecond))
		r.answered(true, false, "press", due, due.Add(time.Duration(ms+1)*10*time.Millisecond))
	}
	r.answered(true, false, "press", due, due.Add(2*longestLatency))
	r.answered(true, false, "press", due, due.Add(-time.Second))
	r.unanswered("/board", Span{due, due}, errors.New("no answer"))
	for i, want := range []struct{ count, p50, p99, max time.Duration }{
		{100, 50 * time.Millisecond, 99 * time.Millisecond, 100 * time.Millisecond},
		{102, 500 * time.Millisecond, time.Second, longestLatency},
	} {
		h := r.latency[i]
		if got := time.Duration(h.TotalCount()); got != want.count {
			t.Errorf("%d: %d answers were counted, not %d", i, got, want.count)
		}
		for name, pair := range map[string][2]time.Duration{
			"p50": {time.Duration(h.ValueAtPercentile(50)) * time.Microsecond, want.p50},
			"p99": {time.Duration(h.ValueAtPercentile(99)) * time.Microsecond, want.p99},
			"max": {time.Duration(h.Max()) * time.Microsecond, want.max},
		} {
			if got, want := pair[0], pair[1]; got < want || float64(got) > 1.001*float64(want) {
				t.Errorf("%d: %s is %v, not %v", i, name, got, want)
			}
		}
	}
	if r.refused != 3 || len(r.incidents) != 2 || r.incidents[0].Error != "" || r.incidents[1].Error != "no answer" {
		t.Errorf("%d refused, %+v", r.refused, r.incidents)
	}
}
