package search

import (
	"context"
	"math/rand/v2"
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

func TestTableRemembers(t *testing.T) {
	t.Parallel()
	table, rng := NewTable(8), rand.New(rand.NewPCG(1, 1))
	for range 10_000 {
		hash, ply := rng.Uint64(), rng.IntN(40)
		want := Entry{
			Value: Value(rng.IntN(2*int(Decided))) - Decided,
			Depth: rng.IntN(82),
			Bound: Bound(rng.IntN(3)),
			Move:  uint8(rng.IntN(81)),
		}
		table.Age()
		table.Store(hash, ply, want)
		if got, ok := table.Probe(hash, ply); !ok || got != want {
			t.Fatalf("stored %+v, found %+v, %t", want, got, ok)
		}
		if _, ok := table.Probe(hash^1<<63, ply); ok {
			t.Fatal("found a position that was never stored")
		}
	}
	table.Clear()
	if _, ok := table.Probe(0, 0); ok {
		t.Error("an empty slot passes for a position of hash 0")
	}
}

// A win is as far from the position as it was, wherever the search meets it
// again.
func TestTableCountsWinsFromThePosition(t *testing.T) {
	t.Parallel()
	table := NewTable(4)
	for name, value := range map[string]func(int) Value{"win": WinIn, "loss": LossIn} {
		table.Store(1, 10, Entry{Value: value(13)})
		for ply := range 30 {
			if got, _ := table.Probe(1, ply); got.Value != value(ply+3) {
				t.Errorf("%s at ply %d: %d, want %d", name, ply, got.Value, value(ply+3))
			}
		}
	}
}

func TestTablePrefersDeeperEntriesOfTheSameSearch(t *testing.T) {
	t.Parallel()
	table := NewTable(1)
	table.Store(2, 0, Entry{Depth: 9})
	table.Store(4, 0, Entry{Depth: 3})
	table.Store(6, 0, Entry{Depth: 1})
	if _, ok := table.Probe(2, 0); !ok {
		t.Error("a shallow entry drove out a deep one")
	}
	table.Age()
	table.Store(8, 0, Entry{Depth: 1})
	if _, ok := table.Probe(8, 0); !ok {
		t.Error("an old entry stayed in the way")
	}
	if _, ok := table.Probe(2, 0); ok {
		t.Error("the old entry is still there")
	}
}

func TestWindow(t *testing.T) {
	t.Parallel()
	open := Window{-Infinite, Infinite}
	for _, test := range []struct {
		asked, certain Window
		value          Value
		answered       bool
	}{
		{open, Window{-10, 10}, 0, false},
		{open, Window{0, 0}, 0, true},
		{Window{-5, -4}, Window{0, 10}, 0, true},
		{Window{4, 5}, Window{-10, 0}, 0, true},
		{Window{4, 5}, Window{-10, 5}, 0, false},
	} {
		if got, ok := test.asked.Answer(test.certain); got != test.value || ok != test.answered {
			t.Errorf("%+v of %+v: %d, %t", test.asked, test.certain, got, ok)
		}
	}
	certain := Window{-100, 100}
	for value, want := range map[Value]Bound{-100: Exact, -20: AtMost, 0: Exact, 20: AtLeast, 100: Exact} {
		if got := (Window{-10, 10}).Bound(value, certain); got != want {
			t.Errorf("bound of %d is %d, want %d", value, got, want)
		}
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
