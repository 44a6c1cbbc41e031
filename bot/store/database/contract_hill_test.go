package database_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
)

func hill(t *testing.T, s store.Store) {
	beats := func(id match.ID, guild string, streak int) match.Record {
		r := record(id, "1", 0)
		r.Place.Guild = guild
		r.Match = played(r.Match)
		r.Match.Begins = game.X
		r.Match.DrawOffer, r.Match.TakebackAsk = game.Empty, game.Empty
		r.Match.Hill = match.Hill{Queue: []string{carol}, Game: streak + 1, Streak: streak}
		mustCreate(t, s, r)
		wantStored(t, s, r)
		for _, change := range []func(match.Match) (match.Match, error){
			func(m match.Match) (match.Match, error) { return m.Join("400") },
			func(m match.Match) (match.Match, error) { return m.Leave(carol, epoch) },
			func(m match.Match) (match.Match, error) { return m.Resign(alice, epoch.Add(time.Minute)) },
		} {
			next, err := change(r.Match)
			must(t, err)
			mustSave(t, s, with(r, next), r.Match.Version)
			r = mustLoad(t, s, id)
			if err := r.Match.Validate(); err != nil {
				t.Error(err)
			}
		}
		if h := r.Match.Hill; len(h.Queue) != 1 || h.Queue[0] != "400" || h.Stays != game.O || h.Won != streak+1 || !r.Match.GoesOn() {
			t.Errorf("%+v", r.Match)
		}
		return r
	}
	for i, c := range []struct {
		guild  string
		streak int
		record bool
	}{{"7", 1, false}, {"7", 2, true}, {"7", 2, false}, {"8", 4, true}, {"7", 3, true}, {"8", 3, false}, {"", 9, false}} {
		r := beats(match.ID("h"+strconv.Itoa(i)), c.guild, c.streak)
		if r.HillRecord != c.record {
			t.Errorf("%d: %d in a row in server %q: a record: %t", i, c.streak+1, c.guild, r.HillRecord)
		}
		if c.record { // later saves keep HillRecord
			waited := r.Match.Tick(r.Match.Deadline)
			mustSave(t, s, with(r, waited), r.Match.Version)
			if r = mustLoad(t, s, r.Match.ID); !r.HillRecord {
				t.Error("the record is gone")
			}
		}
	}
}

func nextForgotten(t *testing.T, s store.Store) {
	r := record("a", "1", 0)
	m, err := played(r.Match).Join(carol)
	must(t, err)
	mustCreate(t, s, with(r, m))
	over, err := m.Resign(bob, epoch.Add(time.Minute))
	if err != nil || !over.GoesOn() {
		t.Fatalf("%+v, %v", over, err)
	}
	mustSave(t, s, with(r, over), m.Version)
	changed, err := s.Forget(t.Context(), alice)
	wantIDs(t, "changed", changed, err, "a")
	left := mustLoad(t, s, "a")
	if left.Match.GoesOn() || len(left.Match.Hill.Queue) > 0 || left.Match.Side(alice) != game.Empty || left.Match.Version <= over.Version {
		t.Errorf("%+v", left.Match)
	}
	due, err := s.Due(t.Context(), epoch.Add(time.Hour), match.Cursor{}, 10)
	if err != nil || len(due) > 0 {
		t.Errorf("due are %v, %v", due, err)
	}
}

func queueForgotten(t *testing.T, s store.Store) {
	r := record("a", "1", 0)
	r.Match = played(r.Match)
	for _, member := range []string{carol, "400"} {
		joined, err := r.Match.Join(member)
		must(t, err)
		r.Match = joined
	}
	mustCreate(t, s, r)
	export, err := s.Export(t.Context(), carol)
	if err != nil || !strings.Contains(string(export), `"queue"`) || !strings.Contains(string(export), `"400"`) {
		t.Errorf("exported %s, %v", export, err)
	}
	dropped, err := s.Forget(t.Context(), carol)
	wantIDs(t, "dropped", dropped, err)
	left := mustLoad(t, s, "a")
	if left.Match.Queued(carol) || !left.Match.Queued("400") || left.Match.Version != r.Match.Version+1 {
		t.Errorf("%+v", left.Match)
	}
	if export, err = s.Export(t.Context(), carol); err != nil || strings.Contains(string(export), `"id"`) {
		t.Errorf("exported after that %s, %v", export, err)
	}
}
