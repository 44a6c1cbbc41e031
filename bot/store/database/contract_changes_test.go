package database_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
)

func created(t *testing.T, s store.Store) {
	challenge := record("challenge", "1", 0)
	open := seat(record("open", "2", 0), match.Person(alice), match.Player{})
	open.Match.Options = match.Options{Variant: game.Classic(3), First: match.FirstRandom, Casual: true}
	playing := record("playing", "1", 0)
	playing.Match = played(playing.Match)
	playing.Match.TakenBack, playing.Match.Hinted[0] = true, true
	playing.Place.Quiet, playing.Place.Thread, playing.Place.Parent = true, match.ThreadClosed, "5"
	playing.Match.Looks = [2]match.Look{{Marks: "star", Keypad: match.NumericKeypad}, {Marks: "fox"}}
	playing.Message, playing.Place.Away, playing.Place.Explains = "9", true, true
	direct := match.Record{Match: against("direct", match.Person(bob), match.Computer("strong")), Place: match.Place{Channel: "3"}}
	direct.Match.Options.Coach, direct.Match.Hinted = true, [2]bool{true, false}
	hinted := record("hinted", "1", 0)
	hinted.Match = played(hinted.Match)
	hinted.Match.Hinted[1] = true
	watched := against("watched", match.Computer("weak"), match.Computer("strong"))
	watched.Starter = carol
	effective := declined(record("declined", "1", 0)) // a declined match has no effects in practice, but a store must keep them
	effective.Effects = [2]match.Effect{{Before: 1523, After: 1538, Streak: 3, Earned: []string{"a", "b"}}, {Before: 1401, After: 1390, Provisional: true}}
	all := []match.Record{
		challenge, open, playing, direct, {Match: watched, Place: match.Place{Channel: "3"}},
		effective, hinted,
		resignedAt(record("resigned", "1", 0), epoch.Add(time.Hour)),
	}
	mustCreate(t, s, all...)
	for _, want := range all {
		if err := want.Match.Validate(); err != nil {
			t.Fatalf("the suite is wrong: %v", err)
		}
		wantStored(t, s, want)
	}
}

// against returns a running match of four in a row between the players x and o, in which O makes the first move.
func against(id match.ID, x, o match.Player) match.Match {
	return match.Match{
		ID: id, Version: 3, Starter: x.ID, Players: [2]match.Player{x, o},
		Options: match.Options{Variant: game.InARow(7, 4), First: match.FirstO},
		Status:  match.Playing, Begins: game.O,
		Deadline: epoch.Add(match.IdleLife).Truncate(24 * time.Hour), Warned: true,
		Created: epoch, Changed: epoch,
	}
}

func missing(t *testing.T, s store.Store) {
	for _, id := range []match.ID{"a", "", "no id", "\x00\xff"} {
		_, err := s.Load(t.Context(), id)
		wantError(t, fmt.Sprintf("Load %q", id), err, store.ErrNotFound)
	}
	wantError(t, "Save", saveExpecting(t, s, record("a", "1", 0), 1, ""), store.ErrNotFound)
	_, err := s.SetMessage(t.Context(), "a", "", "1")
	wantError(t, "SetMessage", err, store.ErrNotFound)
}

func saved(t *testing.T, s store.Store) {
	r := seat(record("a", "1", 0), match.Person(alice), match.Player{})
	mustCreate(t, s, r)
	accepted, err := r.Match.Accept(carol, game.X, epoch.Add(time.Second))
	must(t, err)
	moved, err := accepted.Play(alice, 40, epoch.Add(2*time.Second))
	must(t, err)
	over := resignedAt(match.Record{Match: moved}, epoch.Add(3*time.Second)).Match
	over.Moves = moved.Moves
	over.Result = match.Result{Reason: match.ByAgreement}
	over.Begins = game.X
	for _, m := range []match.Match{accepted, moved, over} {
		mustSave(t, s, with(r, m), r.Match.Version)
		r.Match = m
		if m.Status == match.Over {
			r.HeadToHead.Draws = 1
		}
		wantStored(t, s, r)
	}
}

func racers(t *testing.T, s store.Store) {
	const rounds, workers = 10, 20
	mustCreate(t, s, record("a", "1", 0))
	for round := range rounds {
		base := mustLoad(t, s, "a")
		if base.Match.Version != round+1 {
			t.Fatalf("round %d begins at version %d", round, base.Match.Version)
		}
		won := winners(workers, func(int) bool {
			next := base
			next.Match.Version++
			err := saveExpecting(t, s, next, base.Match.Version, "")
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

// winners calls `try` in many goroutines at once, and returns how many of the calls returned true.
func winners(workers int, try func(worker int) bool) int64 {
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
	for _, c := range []struct{ from, to, want string }{
		{"", "55", "55"},
		{"", "55", "55"}, // a repeated call
		{"", "66", "55"},
		{"54", "66", "55"},
		{"55", "77", "77"},
	} {
		if noted, err := s.SetMessage(t.Context(), "a", c.from, c.to); err != nil || noted != c.want {
			t.Errorf("from %q to %q: %q, %v, want %q", c.from, c.to, noted, err, c.want)
		}
	}
	r.Match, r.Message = played(r.Match), "a save does not touch it"
	saved, err := s.Save(t.Context(), store.Change{Record: r, Expected: 1})
	if r.Message = "77"; err != nil || saved.Message != "77" {
		t.Errorf("the save returned message %q, %v", saved.Message, err)
	}
	wantStored(t, s, r)
}

func messageRacers(t *testing.T, s store.Store) {
	mustCreate(t, s, record("a", "1", 0))
	won := winners(20, func(worker int) bool {
		own := strconv.Itoa(100 + worker)
		noted, err := s.SetMessage(t.Context(), "a", "", own)
		if err != nil {
			t.Error(err)
		}
		return noted == own
	})
	if won != 1 {
		t.Errorf("%d racers won, want one", won)
	}
}

func cancelled(t *testing.T, s store.Store) {
	mustCreate(t, s, record("a", "1", 0))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := s.Save(ctx, store.Change{Record: record("b", "1", 0), IdempotencyKey: "1"})
	wantError(t, "Save a new one", err, context.Canceled)
	_, err = s.Save(ctx, store.Change{Record: with(record("a", "1", 0), played(record("a", "1", 0).Match)), Expected: 1, IdempotencyKey: "2"})
	wantError(t, "Save", err, context.Canceled)
	_, err = s.SetMessage(ctx, "a", "", "5")
	wantError(t, "SetMessage", err, context.Canceled)
	_, err = s.Forget(ctx, alice)
	wantError(t, "Forget", err, context.Canceled)
	_, err = s.Load(ctx, "a")
	wantError(t, "Load", err, context.Canceled)
	wantError(t, "Ping", s.Ping(ctx), context.Canceled)
	wantStored(t, s, record("a", "1", 0))
	for _, key := range []string{"1", "2"} {
		_, err := s.CarriedOut(t.Context(), key)
		wantError(t, "CarriedOut", err, store.ErrNotFound)
	}
}

func moves(t *testing.T, s store.Store) {
	r := bobsTurn(t, s, "moves", time.Second)
	before := r
	thread := r.Place.InThread("77")
	wantError(t, "SetPlace", s.SetPlace(t.Context(), r, thread), nil)
	r.Place = thread
	wantStored(t, s, r)
	wantError(t, "SetPlace from what was", s.SetPlace(t.Context(), before, thread), store.ErrVersion)
	wantError(t, "SetPing from what was", s.SetPing(t.Context(), before, posted(r, "9")), store.ErrVersion)
	got, err := s.Unfinished(t.Context(), match.Scope{Channel: "77"})
	wantRecords(t, "unfinished in the thread", got, err, "moves")
	got, err = s.Unfinished(t.Context(), match.Scope{Channel: before.Place.Channel})
	wantRecords(t, "unfinished in the channel above", got, err)
	for _, of := range []match.Scope{{Channel: before.Place.Channel, Threads: true}, {Channel: before.Place.Channel, Threads: true, Member: bob}} {
		got, err = s.Unfinished(t.Context(), of)
		wantRecords(t, "unfinished in the channel above and its threads", got, err, "moves")
	}
	for _, of := range []match.Scope{{Channel: "1000", Threads: true}, {Channel: "1000", Threads: true, Member: bob}, {Channel: before.Place.Channel, Member: bob}} {
		got, err = s.Unfinished(t.Context(), of)
		wantRecords(t, "unfinished elsewhere", got, err)
	}

	wantError(t, "SetPing", s.SetPing(t.Context(), r, posted(r, "9")), nil)
	r.Ping = posted(r, "9")
	moved, err := r.Match.Play(bob, game.At(3, 3), epoch.Add(time.Minute))
	must(t, err)
	elsewhere := with(r, moved)
	elsewhere.Place = before.Place
	wantError(t, "Save from what was", saveExpecting(t, s, elsewhere, r.Match.Version, ""), store.ErrVersion)
	mustSave(t, s, with(r, moved), r.Match.Version)
	wantStored(t, s, with(r, moved))
	r.Match.ID = "b"
	wantError(t, "SetPlace of no match", s.SetPlace(t.Context(), r, thread), store.ErrNotFound)
}
