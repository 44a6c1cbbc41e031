// Package storetest is the contract of store.Store as a test suite: every store
// runs the same one.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
)

// epoch is when the suite's matches begin. It is in whole milliseconds, as
// databases keep times.
var epoch = time.Date(2026, 1, 2, 3, 4, 5, 678_000_000, time.UTC)

// Run runs the suite over stores that open returns: a new and empty one at each
// call. The suite closes them.
func Run(t *testing.T, open func(t *testing.T) store.Store) {
	t.Helper()
	tests := map[string]func(*testing.T, store.Store){
		"a created match is loaded as it was":      created,
		"an id is taken once":                      taken,
		"a match that is not there":                missing,
		"a save replaces the match":                saved,
		"a save under another version is refused":  stale,
		"twenty racers and one winner":             racers,
		"the live message is no change":            message,
		"a channel's unfinished matches":           unfinished,
		"what is due":                              due,
		"the caller keeps its own list of moves":   separate,
		"nothing is done for a caller who is gone": cancelled,
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			t.Cleanup(func() {
				if err := s.Close(); err != nil {
					t.Errorf("Close: %v", err)
				}
			})
			test(t, s)
		})
	}
}

// record returns a challenge in a channel, begun age after the epoch.
func record(id match.ID, channel string, age time.Duration) store.Record {
	now := epoch.Add(age)
	return store.Record{
		Match: match.Match{
			ID: id, Version: 1, Owner: "100",
			Players:  [2]match.Player{match.Person("100"), match.Person("200")},
			Options:  match.Options{Variant: game.Ultimate, Clock: time.Minute},
			Status:   match.Challenge,
			Deadline: now.Add(match.ChallengeLife),
			Created:  now, Changed: now,
		},
		Guild: "7", Channel: channel, Locale: "en-US", Style: "box",
	}
}

func mustCreate(t *testing.T, s store.Store, records ...store.Record) {
	t.Helper()
	for _, r := range records {
		if err := s.Create(t.Context(), r, ""); err != nil {
			t.Fatalf("Create %s: %v", r.Match.ID, err)
		}
	}
}

func mustLoad(t *testing.T, s store.Store) store.Record {
	t.Helper()
	r, err := s.Load(t.Context(), "a")
	if err != nil {
		t.Fatalf("Load a: %v", err)
	}
	return r
}

func wantError(t *testing.T, what string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s: got error %v, want %v", what, got, want)
	}
}

// played returns a match with some moves and everything else set.
func played(m match.Match) match.Match {
	m.Version++
	m.Status = match.Playing
	m.Begins = game.O
	m.Moves = []game.Square{40, 30, 10}
	m.DrawOffer = game.X
	m.TakebackAsk = game.O
	m.Changed = m.Changed.Add(time.Second)
	m.Deadline = m.Changed.Add(m.Options.Clock)
	return m
}

func created(t *testing.T, s store.Store) {
	want := record("a", "1", 0)
	want.Message = "9"
	want.Match = played(want.Match)
	mustCreate(t, s, want)
	if diff := cmp.Diff(want, mustLoad(t, s)); diff != "" {
		t.Errorf("the match changed on its way (-want +got):\n%s", diff)
	}
}

func taken(t *testing.T, s store.Store) {
	first := record("a", "1", 0)
	mustCreate(t, s, first)
	wantError(t, "Create again", s.Create(t.Context(), record("a", "2", time.Hour), ""), store.ErrExists)
	if got := mustLoad(t, s); got.Channel != "1" {
		t.Errorf("the second match replaced the first: channel %s", got.Channel)
	}
}

func missing(t *testing.T, s store.Store) {
	_, err := s.Load(t.Context(), "a")
	wantError(t, "Load", err, store.ErrNotFound)
	wantError(t, "Save", s.Save(t.Context(), record("a", "1", 0).Match, 1, ""), store.ErrNotFound)
	wantError(t, "SetMessage", s.SetMessage(t.Context(), "a", "1"), store.ErrNotFound)
}

func saved(t *testing.T, s store.Store) {
	r := record("a", "1", 0)
	mustCreate(t, s, r)
	r.Match = played(r.Match)
	if err := s.Save(t.Context(), r.Match, 1, ""); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r, mustLoad(t, s)); diff != "" {
		t.Errorf("the saved match differs (-want +got):\n%s", diff)
	}
}

func stale(t *testing.T, s store.Store) {
	r := record("a", "1", 0)
	mustCreate(t, s, r)
	next := played(r.Match)
	for _, expected := range []int{0, 2, 3} {
		wantError(t, fmt.Sprint("Save expecting ", expected), s.Save(t.Context(), next, expected, ""), store.ErrVersion)
	}
	if diff := cmp.Diff(r, mustLoad(t, s)); diff != "" {
		t.Errorf("a refused save changed the match (-want +got):\n%s", diff)
	}
}

func racers(t *testing.T, s store.Store) {
	const rounds, workers = 10, 20
	mustCreate(t, s, record("a", "1", 0))
	for round := range rounds {
		base := mustLoad(t, s).Match
		if base.Version != round+1 {
			t.Fatalf("round %d begins at version %d", round, base.Version)
		}
		if won := race(t, s, base, workers); won != 1 {
			t.Fatalf("round %d: %d of %d racers won, want one", round, won, workers)
		}
	}
}

// race lets workers save the same next version and returns how many could.
func race(t *testing.T, s store.Store, base match.Match, workers int) int64 {
	t.Helper()
	var won atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			next := base
			next.Version++
			switch err := s.Save(t.Context(), next, base.Version, ""); {
			case err == nil:
				won.Add(1)
			case !errors.Is(err, store.ErrVersion):
				t.Errorf("a loser got %v", err)
			}
		})
	}
	wg.Wait()
	return won.Load()
}

func message(t *testing.T, s store.Store) {
	r := record("a", "1", 0)
	mustCreate(t, s, r)
	if err := s.SetMessage(t.Context(), "a", "55"); err != nil {
		t.Fatal(err)
	}
	r.Match = played(r.Match)
	if err := s.Save(t.Context(), r.Match, 1, ""); err != nil {
		t.Fatalf("the message changed the version: %v", err)
	}
	if got := mustLoad(t, s); got.Message != "55" || got.Match.Version != 2 {
		t.Errorf("got message %q at version %d, want 55 at 2", got.Message, got.Match.Version)
	}
}

func over(r store.Record) store.Record {
	r.Match.Status = match.Over
	r.Match.Result = match.Result{Reason: match.Declined}
	r.Match.Deadline = time.Time{}
	return r
}

func unfinished(t *testing.T, s store.Store) {
	mustCreate(t, s,
		record("young", "1", time.Hour),
		over(record("over", "1", 0)),
		record("elsewhere", "2", 0),
		record("old", "1", time.Minute))
	records, err := s.Unfinished(t.Context(), "1")
	if err != nil {
		t.Fatal(err)
	}
	var got []match.ID
	for _, r := range records {
		got = append(got, r.Match.ID)
	}
	if want := []match.ID{"old", "young"}; !slices.Equal(got, want) {
		t.Errorf("unfinished in channel 1: %v, want %v", got, want)
	}
}

func due(t *testing.T, s store.Store) {
	timeless := record("timeless", "1", 0)
	timeless.Match.Deadline = time.Time{}
	mustCreate(t, s, timeless,
		over(record("over", "1", 0)),
		record("second", "2", time.Millisecond),
		record("first", "1", 0),
		record("later", "1", time.Second))
	deadline := epoch.Add(match.ChallengeLife)
	for _, c := range []struct {
		now  time.Time
		want []match.ID
	}{
		{deadline.Add(-time.Millisecond), nil},
		{deadline, []match.ID{"first"}},
		{deadline.Add(time.Millisecond), []match.ID{"first", "second"}},
	} {
		got, err := s.Due(t.Context(), c.now, 10)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("due %v after the deadline: %v, want %v", c.now.Sub(deadline), got, c.want)
		}
	}
}

func separate(t *testing.T, s store.Store) {
	r := record("a", "1", 0)
	r.Match = played(r.Match)
	moves := r.Match.Moves
	mustCreate(t, s, r)
	moves[0] = 80
	mustLoad(t, s).Match.Moves[1] = 80
	if got := mustLoad(t, s).Match.Moves; got[0] != 40 || got[1] != 30 {
		t.Errorf("the stored moves changed from outside: %v", got)
	}
}

func cancelled(t *testing.T, s store.Store) {
	mustCreate(t, s, record("a", "1", 0))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	next := played(record("a", "1", 0).Match)
	wantError(t, "Create", s.Create(ctx, record("b", "1", 0), ""), context.Canceled)
	wantError(t, "Save", s.Save(ctx, next, 1, ""), context.Canceled)
	if got := mustLoad(t, s).Match.Version; got != 1 {
		t.Errorf("a cancelled save was carried out: version %d", got)
	}
}
