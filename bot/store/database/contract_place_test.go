package database_test

import (
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/game"
)

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
	must(t, err)
	elsewhere := with(r, moved)
	elsewhere.Place = before.Place
	wantError(t, "Save from what was", saveExpecting(t, s, elsewhere, r.Match.Version, ""), store.ErrVersion)
	mustSave(t, s, with(r, moved), r.Match.Version)
	wantStored(t, s, with(r, moved))
	r.Match.ID = "b"
	wantError(t, "SetPlace of no match", s.SetPlace(t.Context(), r, thread), store.ErrNotFound)
}
