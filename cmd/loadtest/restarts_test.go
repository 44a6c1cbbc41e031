package main

import (
	"slices"
	"testing"
	"time"
)

func TestASeedDecidesTheRestarts(t *testing.T) {
	t.Parallel()
	const up = 10 * time.Second
	plan := planRestarts(7, up, 20, 9, 3)
	if !slices.Equal(plan, planRestarts(7, up, 20, 9, 3)) {
		t.Error("the same seed led to another plan")
	}
	if slices.Equal(plan, planRestarts(8, up, 20, 9, 3)) {
		t.Error("another seed led to the same plan")
	}
	var total time.Duration
	var gentle []int
	killed := map[int]bool{}
	for _, b := range plan {
		total += b.after
		if b.after < 0 {
			t.Errorf("a restart %v before the last", -b.after)
		}
		if b.gentle {
			gentle = append(gentle, b.replica)
		} else {
			killed[b.replica] = true
		}
	}
	if len(plan) != 29 || total >= up || len(killed) != 3 || !slices.Equal(gentle, []int{0, 1, 2, 0, 1, 2, 0, 1, 2}) {
		t.Errorf("%d restarts in %v, SIGKILL for %v, SIGTERM for %v", len(plan), total, killed, gentle)
	}
}
