package bot

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
)

func TestTurnsAreTakenOneAtATimeAndLeaveNothing(t *testing.T) {
	t.Parallel()
	var all turns[int]
	var working sync.WaitGroup
	counts := [3]int{} // each guarded by its turn
	for n := range 300 {
		working.Go(func() {
			release, err := all.take(t.Context(), n%3)
			if err != nil {
				t.Error(err)
				return
			}
			defer release()
			counts[n%3]++
		})
	}
	working.Wait()
	if counts != [3]int{100, 100, 100} {
		t.Errorf("counted %v", counts)
	}
	if len(all.taken) != 0 {
		t.Errorf("%d turns are left", len(all.taken))
	}
}

func TestNobodyWaitsForATurnLongerThanTheyMay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var all turns[string]
		release, err := all.take(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), answerLimit)
		defer cancel()
		if _, err := all.take(ctx, "a"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		if !all.used("a") || all.used("b") {
			t.Error("a is in use, and b is not")
		}
		release()
		if all.used("a") {
			t.Error("a is still in use")
		}
	})
}
