package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
)

// created tries records that among them have every value that a field can have.
func created(t *testing.T, s store.Store) {
	challenge := record("challenge", "1", 0)
	open := seat(record("open", "2", 0), match.Person(alice), match.Player{})
	open.Match.Options = match.Options{Variant: game.Classic(3), First: match.FirstRandom}
	playing := record("playing", "1", 0)
	playing.Match = played(playing.Match)
	playing.Message = "9"
	direct := store.Record{Match: against("direct", match.Person(bob), match.Computer("strong")), Channel: "3"}
	watched := against("watched", match.Computer("weak"), match.Computer("strong"))
	watched.Owner = carol
	all := []store.Record{
		challenge, open, playing, direct, {Match: watched, Channel: "3"},
		declined(record("declined", "1", 0)),
		resigned(record("resigned", "1", 0), epoch.Add(time.Hour)),
	}
	mustCreate(t, s, all...)
	for _, want := range all {
		if err := want.Match.Validate(); err != nil {
			t.Fatalf("the suite is wrong: %v", err)
		}
		wantStored(t, s, want)
	}
}

// against returns a classic match in which the computer plays, begun by O.
func against(id match.ID, x, o match.Player) match.Match {
	return match.Match{
		ID: id, Version: 3, Owner: x.ID, Players: [2]match.Player{x, o},
		Options: match.Options{Variant: game.Classic(5), First: match.FirstO},
		Status:  match.Playing, Begins: game.O,
		Created: epoch, Changed: epoch,
	}
}

func taken(t *testing.T, s store.Store) {
	first := record("a", "1", 0)
	mustCreate(t, s, first)
	wantError(t, "Create again", s.Create(t.Context(), record("a", "2", time.Hour), ""), store.ErrExists)
	wantStored(t, s, first)
}

func missing(t *testing.T, s store.Store) {
	for _, id := range []match.ID{"a", "", "no id", "\x00\xff"} {
		_, err := s.Load(t.Context(), id)
		wantError(t, fmt.Sprintf("Load %q", id), err, store.ErrNotFound)
	}
	wantError(t, "Save", s.Save(t.Context(), record("a", "1", 0).Match, 1, ""), store.ErrNotFound)
	wantError(t, "SetMessage", s.SetMessage(t.Context(), "a", "1"), store.ErrNotFound)
}

// saved lets a match be accepted, played and resigned, so that each save changes
// other things.
func saved(t *testing.T, s store.Store) {
	r := seat(record("a", "1", 0), match.Person(alice), match.Player{})
	mustCreate(t, s, r)
	accepted, err := r.Match.Accept(carol, game.X, epoch.Add(time.Second))
	if err != nil {
		t.Fatal(err)
	}
	moved, err := accepted.Play(alice, 40, epoch.Add(2*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	over := resigned(store.Record{Match: moved}, epoch.Add(3*time.Second)).Match
	over.Moves = moved.Moves
	over.Result = match.Result{Reason: match.ByAgreement}
	over.Begins = game.X
	for _, m := range []match.Match{accepted, moved, over} {
		mustSave(t, s, m, r.Match.Version)
		r.Match = m
		wantStored(t, s, r)
	}
}

func stale(t *testing.T, s store.Store) {
	r := record("a", "1", 0)
	mustCreate(t, s, r)
	next := played(r.Match)
	for _, expected := range []int{0, 2, 3} {
		wantError(t, fmt.Sprint("Save expecting ", expected), s.Save(t.Context(), next, expected, ""), store.ErrVersion)
	}
	wantStored(t, s, r)
}

func racers(t *testing.T, s store.Store) {
	const rounds, workers = 10, 20
	mustCreate(t, s, record("a", "1", 0))
	for round := range rounds {
		base := mustLoad(t, s, "a").Match
		if base.Version != round+1 {
			t.Fatalf("round %d begins at version %d", round, base.Version)
		}
		won := race(workers, func(int) bool {
			next := base
			next.Version++
			err := s.Save(t.Context(), next, base.Version, "")
			if err != nil && !errors.Is(err, store.ErrVersion) {
				t.Errorf("a loser got %v", err)
			}
			return err == nil
		})
		if won != 1 {
			t.Fatalf("round %d: %d of %d racers won, want one", round, won, workers)
		}
	}
}

// race lets workers try at once and returns how many could.
func race(workers int, try func(worker int) bool) int64 {
	var won atomic.Int64
	var wg sync.WaitGroup
	for worker := range workers {
		wg.Go(func() {
			if try(worker) {
				won.Add(1)
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
	r.Match, r.Message = played(r.Match), "55"
	mustSave(t, s, r.Match, 1)
	wantStored(t, s, r)
}

func separate(t *testing.T, s store.Store) {
	r := record("a", "1", 0)
	r.Match = played(r.Match)
	moves := r.Match.Moves
	mustCreate(t, s, r)
	moves[0] = 80
	mustLoad(t, s, "a").Match.Moves[1] = 80
	if got := mustLoad(t, s, "a").Match.Moves; got[0] != 40 || got[1] != 30 {
		t.Errorf("the stored moves changed from outside: %v", got)
	}
}

func cancelled(t *testing.T, s store.Store) {
	mustCreate(t, s, record("a", "1", 0))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	next := played(record("a", "1", 0).Match)
	wantError(t, "Create", s.Create(ctx, record("b", "1", 0), "1"), context.Canceled)
	wantError(t, "Save", s.Save(ctx, next, 1, "2"), context.Canceled)
	wantError(t, "SetMessage", s.SetMessage(ctx, "a", "5"), context.Canceled)
	_, err := s.Forget(ctx, alice)
	wantError(t, "Forget", err, context.Canceled)
	_, err = s.Load(ctx, "a")
	wantError(t, "Load", err, context.Canceled)
	wantError(t, "Ping", s.Ping(ctx), context.Canceled)
	wantStored(t, s, record("a", "1", 0))
	for _, cause := range []store.Cause{"1", "2"} {
		_, err := s.CarriedOut(t.Context(), cause)
		wantError(t, "CarriedOut", err, store.ErrNotFound)
	}
}

func usable(t *testing.T, s store.Store) {
	if err := s.Ping(t.Context()); err != nil {
		t.Errorf("Ping: %v", err)
	}
}
