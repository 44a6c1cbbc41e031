package database_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
)

func keeping(t *testing.T, s store.Store) {
	wants := func(want ...match.Server) {
		t.Helper()
		got, err := s.Keeping(t.Context())
		slices.SortFunc(got, func(a, b match.Server) int { return int(a.ID[0]) - int(b.ID[0]) })
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("Keeping: error %v, (-want +got):\n%s", err, diff)
		}
	}
	choose := func(guild string, days int) {
		t.Helper()
		mustChangeServer(t, s, guild, func(c *match.Server) { c.RetentionDays = days })
	}
	wants()
	choose("7", 30)
	choose("8", 365)
	choose("9", 0)
	wants(match.Server{ID: "7", RetentionDays: 30}, match.Server{ID: "8", RetentionDays: 365})
	choose("7", 90)
	choose("8", 0)
	mustChangeServer(t, s, "7", func(c *match.Server) { c.Quiet = true })
	wants(match.Server{ID: "7", RetentionDays: 90, Quiet: true})
}

func dropMoves(t *testing.T, s store.Store) {
	old, later, elsewhere := resignedAt(record("a", "1", 0), epoch), resignedAt(record("b", "1", 0), epoch.Add(time.Hour)), resignedAt(record("c", "1", 0), epoch)
	elsewhere.Place.Guild = "8"
	direct := resignedAt(record("d", "1", 0), epoch)
	direct.Place.Guild = ""
	next, open, never := resignedAt(record("e", "2", 0), epoch.Add(time.Minute)), record("f", "1", 0), declined(record("g", "1", 0))
	open.Match = played(open.Match)
	short := resignedAt(record("h", "1", 0), epoch)
	short.Match.Moves, short.Match.Result, short.HeadToHead = short.Match.Moves[:1], match.Result{Reason: match.Aborted}, match.HeadToHead{}
	all := []match.Record{old, later, elsewhere, direct, next, open, never, short}
	for _, r := range all {
		must(t, saveExpecting(t, s, r, 0, ""))
	}
	profile, err := s.Profile(t.Context(), alice, bob)
	must(t, err)
	before := epoch.Add(time.Hour)
	for _, want := range []match.ID{"a", "e"} {
		dropped, err := s.DropMoves(t.Context(), "7", before, 1)
		wantIDs(t, "dropped", dropped, err, want)
	}
	dropped, err := s.DropMoves(t.Context(), "7", before, 10)
	wantIDs(t, "dropped when there are none", dropped, err)
	for _, r := range all {
		if slices.Contains([]match.ID{"a", "e"}, r.Match.ID) {
			r.Match.Version, r.Match.Since, r.Match.Moves, r.Match.Dropped = r.Match.Version+1, r.Match.Version, []game.Square{40}, 2
		}
		got := mustLoad(t, s, r.Match.ID).Match
		if diff := cmp.Diff(r.Match, got); diff != "" || got.Validate() != nil {
			t.Errorf("%s: %v (-want +got):\n%s", got.ID, got.Validate(), diff)
		}
	}
	_, err = s.Save(t.Context(), store.Change{Record: old, Expected: old.Match.Version})
	wantError(t, "Save of who remembers the moves", err, store.ErrVersion)
	got, err := s.Finished(t.Context(), store.Query{Member: alice, Limit: 10})
	wantRecords(t, "finished", got, err, "b", "e", "h", "d", "c", "a")
	after, err := s.Profile(t.Context(), alice, bob)
	if diff := cmp.Diff(profile, after); err != nil || diff != "" {
		t.Errorf("the profile afterwards: %v, (-before +after):\n%s", err, diff)
	}
	dropped, err = s.DropMoves(t.Context(), "7", before.Add(time.Millisecond), 10)
	wantIDs(t, "dropped later", dropped, err, "b")
}
