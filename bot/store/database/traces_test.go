package database_test

import (
	"fmt"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/game"
	"noughts/game/match"
)

// Traces of a forgotten member survive a restart, have no ids of members, and are removed after a day.
func TestTracesOfForgottenMembers(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		const member = "123456789"
		db := open(t, url)
		mustForget(t, db, member)
		must(t, db.Close())
		db = open(t, url)
		defer func() { _ = db.Close() }()
		at, err := db.Forgotten(t.Context(), member)
		if err != nil || time.Since(at) > time.Hour {
			t.Errorf("after a restart the member was forgotten at %v, %v", at, err)
		}
		db.PruneAll(t.Context(), at.Add(store.RemainsLife-time.Minute))
		if keys := traceKeys(t, db); len(keys) != 1 || len(keys[0]) != 32 {
			t.Errorf("before a year is over there are %q", keys)
		}
		db.PruneAll(t.Context(), at.Add(store.RemainsLife+time.Minute))
		if keys := traceKeys(t, db); len(keys) != 0 {
			t.Errorf("after a year there are %q", keys)
		}
	})
}

func traceKeys(t *testing.T, db *database.DB) []string {
	t.Helper()
	keys, err := db.Texts(t.Context(), `SELECT key FROM traces`)
	must(t, err)
	return keys
}

// relayed checks that a game in which a member relayed a level's moves changes no rating and earns nothing, against a
// level and against a member, unless the member loses it.
func relayed(t *testing.T, s store.Store) {
	for i, c := range []struct {
		o       match.Player
		winner  game.Mark
		relayed [2]bool
		rated   int
	}{
		{match.Computer("champion"), game.X, [2]bool{true, false}, 0}, {match.Computer("champion"), game.Empty, [2]bool{true, false}, 0},
		{match.Computer("champion"), game.O, [2]bool{true, false}, 1}, {match.Person(bob), game.X, [2]bool{true, false}, 1},
		{match.Person(bob), game.Empty, [2]bool{false, true}, 1}, {match.Person(bob), game.O, [2]bool{true, false}, 2}, {match.Person(bob), game.X, [2]bool{false, true}, 3},
	} {
		e := gameEnd{x: match.Person(alice), o: c.o, winner: c.winner, level: 1000, at: epoch.Add(time.Duration(i) * time.Hour), second: seconds[i%len(seconds)]}
		r := e.playing(match.ID(fmt.Sprint("r", i)))
		mustCreate(t, s, r)
		change := e.over(r)
		change.Relayed = c.relayed
		if _, err := s.Save(t.Context(), change); err != nil {
			t.Fatal(err)
		}
		p, rated := mustProfile(t, s, alice, ""), 0
		for _, s := range p.Standings {
			rated += s.Rated.Games()
		}
		if rated != c.rated || i < 6 && len(p.Earned) > 0 {
			t.Errorf("game %d: %d are rated, earned %+v", i, rated, p.Earned)
		}
	}
}

// A recount finds no differences for games that are not rated because of traces or of relayed moves.
func TestTracesAreCountedAgain(t *testing.T) {
	t.Parallel()
	for _, play := range []func(*testing.T, store.Store){ratedTraces, gameTraces, relayed} {
		onBoth(t, func(t *testing.T, url string) {
			db := open(t, url)
			defer func() { _ = db.Close() }()
			play(t, db)
			if r, err := db.VerifyRatings(t.Context()); err != nil || r.Games == 0 || r.Differing > 0 {
				t.Errorf("counted again: %+v, %v", r, err)
			}
		})
	}
}
