package database_test

import (
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
)

// moves checks that SetPlace stores the thread to which a match moves, and that saving the match keeps it. A change
// must fail if the record that it gets has an outdated place.
func moves(t *testing.T, s store.Store) {
	r := bobsTurn(t, s, "moves", time.Second)
	before := r
	thread := r.Place.InThread("77")
	wantError(t, "SetPlace", s.SetPlace(t.Context(), r, thread), nil)
	r.Place = thread
	wantStored(t, s, r)
	wantError(t, "SetPlace from what was", s.SetPlace(t.Context(), before, thread), store.ErrVersion)
	wantError(t, "SetPing from what was", s.SetPing(t.Context(), before, posted(r, "9")), store.ErrVersion)
	got, err := s.Unfinished(t.Context(), store.Scope{Channel: "77"})
	wantRecords(t, "unfinished in the thread", got, err, "moves")
	got, err = s.Unfinished(t.Context(), store.Scope{Channel: before.Place.Channel})
	wantRecords(t, "unfinished in the channel above", got, err)
	for _, of := range []store.Scope{{Channel: before.Place.Channel, Threads: true}, {Channel: before.Place.Channel, Threads: true, Member: bob}} {
		got, err = s.Unfinished(t.Context(), of)
		wantRecords(t, "unfinished in the channel above and its threads", got, err, "moves")
	}
	for _, of := range []store.Scope{{Channel: "1000", Threads: true}, {Channel: "1000", Threads: true, Member: bob}, {Channel: before.Place.Channel, Member: bob}} {
		got, err = s.Unfinished(t.Context(), of)
		wantRecords(t, "unfinished elsewhere", got, err)
	}

	wantError(t, "SetPing", s.SetPing(t.Context(), r, posted(r, "9")), nil)
	r.Ping = posted(r, "9")
	moved, err := r.Match.Play(bob, game.At(3, 3), epoch.Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := with(r, moved)
	elsewhere.Place = before.Place
	wantError(t, "Save from what was", saveExpecting(t, s, elsewhere, r.Match.Version, ""), store.ErrVersion)
	mustSave(t, s, with(r, moved), r.Match.Version)
	wantStored(t, s, with(r, moved))
	r.Match.ID = "b"
	wantError(t, "SetPlace of no match", s.SetPlace(t.Context(), r, thread), store.ErrNotFound)
}

// movesDue checks when a match is due because of its thread. A running match is due soon after it began until its
// thread is open. A finished match is due from an hour after its end (match.ThreadRest) until the thread is closed.
func movesDue(t *testing.T, s store.Store) {
	r := record("a", "1", 0)
	r.Match.Options.Clock = 0
	r.Place.Thread = match.ThreadWanted
	mustCreate(t, s, r)
	due := func(at time.Time, want ...match.ID) {
		t.Helper()
		entries, err := s.Due(t.Context(), at, store.Entry{}, 10)
		var got []match.ID
		for _, e := range entries {
			got = append(got, e.ID)
		}
		wantIDs(t, "due", got, err, want...)
	}
	due(epoch.Add(time.Minute)) // a challenge has no thread
	accepted, err := r.Match.Accept(bob, game.X, epoch.Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	mustSave(t, s, with(r, accepted), r.Match.Version)
	r.Match = accepted
	told := match.Ping{Turn: r.Match.TurnBegan, Told: match.TimeShort}
	wantError(t, "SetPing", s.SetPing(t.Context(), r, told), nil)
	r.Ping = told
	due(epoch.Add(time.Minute + time.Second))
	due(epoch.Add(time.Minute+20*time.Second), "a")
	opening := r.Place.InThread("77")
	wantError(t, "SetPlace", s.SetPlace(t.Context(), r, opening), nil)
	r.Place = opening
	due(epoch.Add(time.Minute+20*time.Second), "a")
	open := opening
	open.Thread = match.ThreadOpen
	wantError(t, "SetPlace", s.SetPlace(t.Context(), r, open), nil)
	r.Place = open
	due(epoch.Add(time.Minute + 20*time.Second))
	over, err := r.Match.Resign(alice, epoch.Add(2*time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	mustSave(t, s, with(r, over), r.Match.Version)
	r.Match = over
	due(epoch.Add(2 * time.Minute))
	due(epoch.Add(2*time.Minute+match.ThreadRest), "a")
	closed := open
	closed.Thread = match.ThreadClosed
	wantError(t, "SetPlace", s.SetPlace(t.Context(), r, closed), nil)
	due(epoch.Add(24 * time.Hour))
}
