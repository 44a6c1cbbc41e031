package store_test

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/game"
	"noughts/game/match"
)

func TestMemory(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(*testing.T) store.Store { return store.NewMemory() })
}

// running returns a match between two members.
func running(id match.ID, number int) store.Record {
	x, o := match.Person(fmt.Sprint("x", number)), match.Person(fmt.Sprint("o", number))
	now := time.Now()
	return store.Record{
		Match: match.Match{
			ID: id, Version: 1, Owner: x.ID, Players: [2]match.Player{x, o}, Options: match.Options{Variant: game.Ultimate},
			Status: match.Playing, Begins: game.X, Created: now, Changed: now,
		},
		Channel: strconv.Itoa(number),
	}
}

// resigned returns the match when it is given up after two moves.
func resigned(r store.Record) match.Match {
	m := r.Match
	m.Version++
	m.Moves = []game.Square{40, 30}
	m.Status, m.Result = match.Over, match.Result{Winner: game.X, Reason: match.ByResignation}
	m.Changed = time.Now()
	return m
}

// Matches that are over are forgotten a day after their end, others never.
func TestMemoryForgetsWhatIsOver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := store.NewMemory()
		over, on := running("over", 1), running("on", 1)
		if err := errors.Join(s.Create(t.Context(), over, ""), s.Create(t.Context(), on, ""), s.Save(t.Context(), resigned(over), 1, "")); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			after time.Duration
			want  error
			left  int
		}{{23 * time.Hour, nil, 1}, {2 * time.Hour, store.ErrNotFound, 0}} {
			time.Sleep(c.after)
			if err := s.Create(t.Context(), running(match.ID(fmt.Sprint("n", c.left)), 2), ""); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Load(t.Context(), "over"); !errors.Is(err, c.want) {
				t.Errorf("after %v: got %v, want %v", c.after, err, c.want)
			}
			for _, q := range []store.Query{{Member: "x1", Limit: 9}, {Channel: "1", Limit: 9}} {
				if got, err := s.Finished(t.Context(), q); len(got) != c.left || err != nil {
					t.Errorf("after %v: %d finished of %+v, %v, want %d", c.after, len(got), q, err, c.left)
				}
			}
		}
		if _, err := s.Load(t.Context(), "on"); err != nil {
			t.Errorf("the match that goes on: %v", err)
		}
	})
}

// Causes are remembered for an hour, and the newest of a flood.
func TestMemoryForgetsCauses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := store.NewMemory()
		if err := s.Create(t.Context(), running("a", 1), "first"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(store.CauseLife)
		knows(t, s, "first", true)
		time.Sleep(time.Second)
		m := running("a", 1).Match
		for range 1<<16 + 10 {
			next := m
			next.Version++
			if err := s.Save(t.Context(), next, m.Version, store.Cause(strconv.Itoa(next.Version))); err != nil {
				t.Fatal(err)
			}
			m = next
		}
		knows(t, s, "first", false)
		knows(t, s, "2", false) // too many came after it
		knows(t, s, store.Cause(strconv.Itoa(m.Version)), true)
		knows(t, s, store.Cause(strconv.Itoa(m.Version-60_000)), true)
	})
}

func knows(t *testing.T, s store.Store, cause store.Cause, want bool) {
	t.Helper()
	if _, err := s.CarriedOut(t.Context(), cause); (err == nil) != want {
		t.Errorf("cause %s: %v, want it known: %v", cause, err, want)
	}
}

// BenchmarkMemory is how long a change takes with many running matches, and how
// many bytes a match of forty moves takes.
func BenchmarkMemory(b *testing.B) {
	const matches = 100_000
	before := heap()
	s := store.NewMemory()
	versions := make([]int, matches)
	moves := make([]game.Square, 40)
	save := func(n int) {
		m := running(idOf(n), n).Match
		m.Version, m.Moves = versions[n]+1, moves
		if err := s.Save(b.Context(), m, versions[n], ""); err != nil {
			b.Fatal(err)
		}
		versions[n]++
	}
	for n := range matches {
		if err := s.Create(b.Context(), running(idOf(n), n), ""); err != nil {
			b.Fatal(err)
		}
		versions[n] = 1
		save(n)
	}
	size := float64(heap()-before) / matches
	n := 0
	for b.Loop() {
		save(n % matches)
		n++
	}
	b.ReportMetric(size, "bytes/match")
	runtime.KeepAlive(s)
}

func idOf(n int) match.ID { return match.ID(fmt.Sprintf("m%011d", n)) }

// heap returns the bytes in use.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
