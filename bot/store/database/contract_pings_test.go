package database_test

import (
	"fmt"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
)

func bobsTurn(t *testing.T, s store.Store, id match.ID, age time.Duration) match.Record {
	t.Helper()
	r := record(id, "1", 0)
	r.Match.Options.Clock = 0
	accepted, err := r.Match.Accept(bob, game.X, epoch.Add(age))
	if err == nil {
		r.Match, err = accepted.Play(alice, 40, epoch.Add(age))
	}
	must(t, err)
	mustCreate(t, s, r)
	return r
}

// posted returns the ping of a match (match.Ping) as it is stored when `message` has told the player to move that it is
// their turn.
func posted(r match.Record, message string) match.Ping {
	return match.Ping{Turn: r.Match.TurnBegan, Told: match.YourTurn, Message: message}
}

func ping(t *testing.T, s store.Store) {
	r := bobsTurn(t, s, "a", time.Second)
	pending := match.Ping{Turn: r.Match.TurnBegan, Told: match.YourTurn, Pending: epoch.Add(2 * time.Second)}
	wantError(t, "SetPing", s.SetPing(t.Context(), r, pending), nil)
	wantError(t, "SetPing from what was", s.SetPing(t.Context(), r, posted(r, "8")), store.ErrVersion)
	before := r
	r.Ping = pending
	wantStored(t, s, r)
	wantError(t, "SetPing", s.SetPing(t.Context(), r, posted(r, "9")), nil)
	r.Ping = posted(r, "9")
	wantStored(t, s, r)

	moved, err := r.Match.Play(bob, 30, epoch.Add(time.Minute))
	must(t, err)
	wantError(t, "Save from what was", saveExpecting(t, s, with(before, moved), before.Match.Version, ""), store.ErrVersion)
	mustSave(t, s, with(r, moved), r.Match.Version)
	wantStored(t, s, with(r, moved))
	wantError(t, "SetPing at an old version", s.SetPing(t.Context(), r, match.Ping{}), store.ErrVersion)
	r.Match.ID = "b"
	wantError(t, "SetPing of no match", s.SetPing(t.Context(), r, match.Ping{}), store.ErrNotFound)
}

// pingDue checks that a match is due because of its ping, and that SetPing changes that.
func pingDue(t *testing.T, s store.Store) {
	r := bobsTurn(t, s, "a", 0)
	due := func(what string, at time.Time, want ...match.Cursor) {
		t.Helper()
		wantEntries(t, what, 1, func(after match.Cursor, limit int) ([]match.Cursor, error) {
			return s.Due(t.Context(), at, after, limit)
		}, want...)
	}
	told := r.Match.TurnBegan.Add(match.TurnPatience)
	due("before a minute", told.Add(-time.Millisecond))
	due("after a minute", told, match.Cursor{ID: "a", At: told, Guild: "7"})

	pending := match.Ping{Turn: r.Match.TurnBegan, Told: match.YourTurn, Pending: told}
	wantError(t, "SetPing", s.SetPing(t.Context(), r, pending), nil)
	r.Ping = pending
	due("while it is posted", told)
	takeOver := pending.TakeOver()
	due("when nobody has posted it", takeOver, match.Cursor{ID: "a", At: takeOver, Guild: "7"})
	wantError(t, "SetPing", s.SetPing(t.Context(), r, posted(r, "9")), nil)
	r.Ping = posted(r, "9")
	due("when it was told", told.Add(time.Hour))
}

func pingRacers(t *testing.T, s store.Store) {
	r := bobsTurn(t, s, "a", 0)
	won := winners(20, func(int) bool {
		return s.SetPing(t.Context(), r, match.Ping{Turn: r.Match.TurnBegan, Told: match.YourTurn}) == nil
	})
	if won != 1 {
		t.Errorf("%d have told it", won)
	}
}

func score(t *testing.T, s store.Store) {
	games := 0
	end := func(r match.Record, at time.Time, winner string) match.HeadToHead {
		t.Helper()
		games++
		r.Match.ID = match.ID(fmt.Sprint("g", games))
		r = resignedAt(r, at)
		r.HeadToHead = match.HeadToHead{}
		r.Match.Result.Winner = r.Match.Side(winner)
		if winner == "" {
			r.Match.Result = match.Result{Reason: match.ByAgreement}
		}
		saved, err := s.Save(t.Context(), store.Change{Record: r})
		must(t, err)
		return saved.HeadToHead
	}
	today, here := epoch.Truncate(24*time.Hour).Add(12*time.Hour), record("", "1", 0)
	swapped := seat(here, match.Person(bob), match.Person(alice))
	end(here, today.Add(-13*time.Hour), alice)                                 // yesterday
	end(record("", "2", 0), today, alice)                                      // in another channel
	end(seat(here, match.Person(alice), match.Person(carol)), today, alice)    // against another member
	end(seat(here, match.Person(alice), match.Computer("weak")), today, alice) // against the computer
	mustCreate(t, s, declined(record("declined", "1", 0)))                     // a declined challenge
	wants := func(what string, got match.HeadToHead, x, o, draws int) {
		t.Helper()
		if want := (match.HeadToHead{Wins: [2]int{x, o}, Draws: draws}); got != want {
			t.Errorf("%s: %+v, want %+v", what, got, want)
		}
	}
	larger := here
	larger.Match.Options.Variant = game.Classic(5)
	wants("another game", end(larger, today, bob), 0, 1, 0)
	wants("the first game", end(here, today, alice), 1, 0, 0)
	wants("with the sides swapped", end(swapped, today.Add(time.Minute), alice), 0, 2, 0)
	wants("a draw", end(here, today.Add(2*time.Minute), ""), 2, 0, 1)
	wants("lost", end(swapped, today.Add(3*time.Minute), bob), 1, 2, 1)
	wants("lost again", end(here, today.Add(4*time.Minute), bob), 2, 2, 1)
	wants("the next day", end(here, today.Add(12*time.Hour), bob), 0, 1, 0)
	computer := seat(here, match.Computer("weak"), match.Person(alice))
	computer.Match.Starter = alice
	wants("against the computer", end(computer, today.Add(time.Minute), alice), 0, 2, 0)
	wants("at another level", end(seat(here, match.Person(alice), match.Computer("strong")), today.Add(time.Minute), alice), 1, 0, 0)
	inThread := record("", "77", 0)
	inThread.Place.Parent, inThread.Place.Thread = "1", match.ThreadOpen
	wants("in a thread of the channel", end(inThread, today.Add(12*time.Hour+time.Minute), bob), 0, 2, 0)
	wants("in the channel after it", end(here, today.Add(12*time.Hour+2*time.Minute), alice), 1, 2, 0)
	watched := seat(here, match.Computer("weak"), match.Computer("strong"))
	watched.Match.Starter = alice
	if got := end(watched, today, ""); got != (match.HeadToHead{}) {
		t.Errorf("two computers: %+v", got)
	}
}

func scoreStays(t *testing.T, s store.Store) {
	first := resignedAt(record("a", "1", 0), epoch)
	mustCreate(t, s, first, resignedAt(record("b", "1", 0), epoch))
	first.Match.Version++
	first.Match.Shared = true
	mustSave(t, s, first, first.Match.Version-1)
	wantStored(t, s, first)
}
