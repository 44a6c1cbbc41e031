package database_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/tournament"
)

// cup returns a new tournament in a channel, organised by carol, for which the given players have registered.
func cup(t *testing.T, id match.ID, channel string, players ...string) tournament.Record {
	t.Helper()
	opts := tournament.Options{Match: match.Options{Variant: game.Ultimate, Clock: time.Minute, Casual: true}}
	c, err := tournament.New(id, carol, opts, epoch)
	for _, player := range players {
		if err == nil {
			c, err = c.Register(player, 1500, epoch)
		}
	}
	must(t, err)
	return tournament.Record{Tournament: c, Place: match.Place{Guild: "7", Channel: channel, Locale: "en-US", Style: "box"}}
}

func mustSaveTournament(t *testing.T, s store.Store, r tournament.Record, key string) tournament.Record {
	t.Helper()
	saved, err := s.SaveTournament(t.Context(), r, key)
	if err != nil {
		t.Fatalf("SaveTournament %s at %d: %v", r.Tournament.ID, r.Revision, err)
	}
	stored, err := s.Tournament(t.Context(), r.Tournament.ID)
	if diff := cmp.Diff(saved, stored); err != nil || diff != "" {
		t.Errorf("stored is another tournament than the one that was returned (-saved +stored):\n%s%v", diff, err)
	}
	r.Revision++
	if diff := cmp.Diff(r, saved); diff != "" {
		t.Errorf("saved is another tournament (-want +got):\n%s", diff)
	}
	return saved
}

func started(t *testing.T, r tournament.Record) tournament.Record {
	t.Helper()
	after, err := r.Tournament.Start(carol, rand.New(rand.NewPCG(1, 2)).IntN, epoch)
	must(t, err)
	r.Tournament = after
	return r
}

func tournamentEnded(t *testing.T, r tournament.Record) tournament.Record {
	t.Helper()
	after, err := r.Tournament.End(r.Tournament.Organiser, epoch)
	must(t, err)
	r.Tournament = after
	return r
}

func tournaments(t *testing.T, s store.Store) {
	_, err := s.Tournament(t.Context(), "a")
	wantError(t, "Tournament that is not there", err, store.ErrNotFound)
	_, err = s.OpenTournament(t.Context(), "1")
	wantError(t, "OpenTournament of an empty channel", err, store.ErrNotFound)

	a := mustSaveTournament(t, s, cup(t, "a", "1", alice, bob), "k1")
	old := a
	a = started(t, a)
	a.Message, a.Games, a.Announced, a.Shown = "9", "10", 1, 2
	a = mustSaveTournament(t, s, a, "")
	for what, c := range map[string]struct {
		r    tournament.Record
		want error
	}{
		"an id twice":             {cup(t, "a", "2"), store.ErrExists},
		"a second in the channel": {cup(t, "b", "1"), store.ErrTournamentOpen},
		"an old revision":         {old, store.ErrVersion},
		"one that is not there":   {tournament.Record{Tournament: cup(t, "c", "3").Tournament, Revision: 4}, store.ErrNotFound},
		"one that cannot be":      {tournament.Record{}, tournament.ErrInvalid},
	} {
		_, err := s.SaveTournament(t.Context(), c.r, "")
		wantError(t, what, err, c.want)
	}
	if id, err := s.OpenTournament(t.Context(), "1"); err != nil || id != "a" {
		t.Errorf("open is %q, %v", id, err)
	}
	a = mustSaveTournament(t, s, tournamentEnded(t, a), "")
	_, err = s.OpenTournament(t.Context(), "1")
	wantError(t, "OpenTournament after the end", err, store.ErrNotFound)
	mustSaveTournament(t, s, cup(t, "b", "1"), "")
	a.Closed = true
	mustSaveTournament(t, s, a, "")

	m := record("m", "1", 0)
	m.Tournament, m.Match.Options.FirstClock = "a", 5*time.Minute
	mustCreate(t, s, m)
	wantStored(t, s, m)
}

func keyedTournaments(t *testing.T, s store.Store) {
	a := mustSaveTournament(t, s, cup(t, "a", "1"), "k")
	mustCreate(t, s, record("m", "1", 0))
	for what, r := range map[string]tournament.Record{"again": cup(t, "a", "1"), "another": cup(t, "b", "2"), "a change": a} {
		_, err := s.SaveTournament(t.Context(), r, "k")
		wantDone(t, what, err, store.Keyed("a"))
	}
	wantDone(t, "a match", saveExpecting(t, s, record("n", "1", 0), 0, "k"), store.Keyed("a"))
	id, err := s.CarriedOut(t.Context(), "k")
	if of, ok := store.KeyedTournament(id); err != nil || !ok || of != "a" {
		t.Errorf("carried out: %q, %v", id, err)
	}
	if _, ok := store.KeyedTournament("m"); ok {
		t.Error("a match is taken for a tournament")
	}
	if _, err := s.SaveTournament(t.Context(), cup(t, "c", "1"), "k2"); err == nil {
		t.Error("two tournaments in a channel")
	}
	_, err = s.CarriedOut(t.Context(), "k2")
	wantError(t, "the key of what was not made", err, store.ErrNotFound)
}

func tournamentRacers(t *testing.T, s store.Store) {
	const racers = 20
	made := winners(racers, func(worker int) bool {
		_, err := s.SaveTournament(t.Context(), cup(t, match.ID("c"+string(rune('a'+worker))), "1"), "")
		return err == nil
	})
	if made != 1 {
		t.Errorf("%d tournaments are open in a channel", made)
	}
	id, err := s.OpenTournament(t.Context(), "1")
	must(t, err)
	registered := winners(racers, func(int) bool {
		r, err := s.Tournament(t.Context(), id)
		if err == nil && len(r.Tournament.Players) == 0 {
			r.Tournament, err = r.Tournament.Register(alice, 0, epoch)
		}
		if err == nil && r.Revision == 1 {
			_, err = s.SaveTournament(t.Context(), r, "")
			return err == nil
		}
		return false
	})
	if registered != 1 {
		t.Errorf("%d changes of one revision were made", registered)
	}
}

func tournamentsDue(t *testing.T, s store.Store) {
	mustSaveTournament(t, s, cup(t, "waits", "1"), "")
	mustSaveTournament(t, s, started(t, cup(t, "b", "2", alice, bob)), "")
	mustSaveTournament(t, s, started(t, cup(t, "a", "3", alice, bob)), "")
	over := tournamentEnded(t, cup(t, "over", "4"))
	over = mustSaveTournament(t, s, over, "")
	closed := tournamentEnded(t, cup(t, "closed", "5"))
	closed.Closed = true
	mustSaveTournament(t, s, closed, "")
	list := func(now time.Time, after match.Cursor, limit int, want ...match.ID) []match.Cursor {
		t.Helper()
		due, err := s.DueTournaments(t.Context(), now, after, limit)
		wantIDs(t, "due", entryIDs(due), err, want...)
		return due
	}
	list(epoch.Add(-time.Millisecond), match.Cursor{}, 10)
	first := list(epoch, match.Cursor{}, 2, "a", "b")
	if len(first) == 2 && (first[0].Guild != "7" || !first[0].At.Equal(epoch)) {
		t.Errorf("the first is %+v", first[0])
	}
	list(epoch, first[len(first)-1], 2, "over")
	list(epoch.Add(tournament.IdleLife), match.Cursor{}, 10, "a", "b", "over", "waits")
	over.Closed = true
	mustSaveTournament(t, s, over, "")
	list(epoch, match.Cursor{}, 10, "a", "b")
}

func tournamentsForgotten(t *testing.T, s store.Store) {
	mustSaveTournament(t, s, cup(t, "waits", "1", alice, bob), "")
	mustSaveTournament(t, s, started(t, cup(t, "runs", "2", alice, bob, carol)), "")
	mustSaveTournament(t, s, tournamentEnded(t, started(t, cup(t, "over", "3", alice, bob))), "")
	left := mustSaveTournament(t, s, cup(t, "left", "4", alice), "")
	left.Tournament, _ = left.Tournament.Withdraw(alice, epoch)
	mustSaveTournament(t, s, left, "")
	if text := wantExport(t, s, alice); !strings.Contains(text, `"waits"`) || !strings.Contains(text, `"runs"`) ||
		!strings.Contains(text, `"over"`) || strings.Contains(text, `"left"`) {
		t.Errorf("her export is\n%s", text)
	}
	for who, want := range map[string][]match.ID{alice: {"runs", "waits"}, carol: {"left", "runs", "waits"}, "404": nil} {
		open, err := s.TournamentsOf(t.Context(), who)
		slices.Sort(open)
		wantIDs(t, "open of "+who, open, err, want...)
	}
	for _, who := range []string{alice, carol} {
		for range 2 {
			mustForget(t, s, who)
		}
		if text := wantExport(t, s, who); strings.Contains(text, "Tournament") {
			t.Errorf("of %s there is\n%s", who, text)
		}
	}
	for id, want := range map[match.ID]struct {
		players int
		status  tournament.Status
	}{"waits": {1, tournament.Over}, "runs": {3, tournament.Over}, "over": {2, tournament.Over}, "left": {0, tournament.Over}} {
		r, err := s.Tournament(t.Context(), id)
		if err != nil || len(r.Tournament.Players) != want.players || r.Tournament.Status != want.status || r.Tournament.Organiser != match.Anonymous {
			t.Errorf("%s is %+v, %v", id, r, err)
		}
		for _, known := range r.Members() {
			if known != bob {
				t.Errorf("%s knows of %s", id, known)
			}
		}
	}
}
