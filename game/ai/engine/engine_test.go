package engine

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestScoreString(t *testing.T) {
	t.Parallel()
	for want, s := range map[string]Score{
		"0.53":   {Expected: 0.53},
		"0.00":   {Expected: 0.0049},
		"1.00":   {Expected: 0.999},
		"win 3":  Proven(Win, 3),
		"loss 4": Proven(Loss, 4),
		"draw":   Proven(Draw, 5),
	} {
		if got := s.String(); got != want {
			t.Errorf("%+v is written %q, want %q", s, got, want)
		}
	}
}

func TestRateUnderAFakeClock(t *testing.T) {
	t.Parallel()
	if got := (Info{Nodes: 100}).Rate(); got != 0 {
		t.Errorf("rate %d in no time, want 0", got)
	}
	if got := (Info{Nodes: 100, Elapsed: 50 * time.Millisecond}).Rate(); got != 2000 {
		t.Errorf("rate %d, want 2000", got)
	}
}

func TestPaceKeepsToTheNodes(t *testing.T) {
	t.Parallel()
	for _, limit := range []int64{1, 5, quantum, quantum + 1, 10_000} {
		pace := NewPace(NewBudget(context.Background(), Limits{Nodes: limit}))
		for pace.Step() {
		}
		if pace.Nodes() != limit || !pace.Stopped() {
			t.Errorf("visited %d positions of %d", pace.Nodes(), limit)
		}
		if pace.Step() {
			t.Error("went on after the end")
		}
	}
}

func TestPaceKeepsToTheTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pace := NewPace(NewBudget(context.Background(), Limits{Time: 50 * time.Millisecond}))
		for range 10 * quantum {
			if !pace.Step() {
				t.Fatal("stopped though no time has passed")
			}
		}
		time.Sleep(50 * time.Millisecond)
		steps := 0
		for pace.Step() {
			steps++
		}
		if steps > quantum {
			t.Errorf("visited %d positions after the end", steps)
		}
	})
}

func TestPaceStopsWithTheContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	pace := NewPace(NewBudget(ctx, Limits{}))
	pace.Step()
	cancel()
	steps := 0
	for pace.Step() {
		steps++
	}
	if steps > quantum {
		t.Errorf("visited %d positions after the end", steps)
	}
}
