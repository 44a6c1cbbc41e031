package database_test

import (
	"fmt"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/game/match"
)

var challengeCaps = store.Caps{Challenges: 1, Declined: 3}

func challenged(t *testing.T, s store.Store, id match.ID, channel string, age time.Duration) *store.FullError {
	t.Helper()
	return full(t, s, store.Change{Record: record(id, channel, age), Caps: challengeCaps})
}

func challengeWaits(t *testing.T, s store.Store) {
	if got := challenged(t, s, "a", "1", 0); got != nil {
		t.Fatal(got)
	}
	want := store.FullError{Scope: store.Scope{Member: alice}, Most: 1, Challenged: bob}
	wantFull(t, "the second", challenged(t, s, "b", "2", time.Second), want)
	swapped := record("c", "1", 0)
	swapped.Match.Players[0], swapped.Match.Players[1] = swapped.Match.Players[1], swapped.Match.Players[0]
	wantFull(t, "with the sides swapped", full(t, s, store.Change{Record: swapped, Caps: challengeCaps}), want)
	for what, r := range map[string]match.Record{
		"of another":          seat(record("d", "1", 0), match.Person(bob), match.Person(alice)),
		"to another":          seat(record("e", "1", 0), match.Person(alice), match.Person(carol)),
		"to anybody":          seat(record("f", "1", 0), match.Person(alice), match.Player{}),
		"to anybody, another": seat(record("g", "1", 0), match.Person(alice), match.Player{}),
	} {
		if got := full(t, s, store.Change{Record: r, Caps: challengeCaps}); got != nil {
			t.Errorf("%s: %v", what, got)
		}
	}
	begun, err := mustLoad(t, s, "a").Match.Accept(bob, 1, epoch.Add(time.Second))
	must(t, err)
	mustSave(t, s, with(record("a", "1", 0), begun), 1)
	if got := challenged(t, s, "h", "1", time.Minute); got != nil {
		t.Errorf("after it was accepted: %v", got)
	}
}

func challengeDeclined(t *testing.T, s store.Store) {
	for i := range 3 {
		age := time.Duration(i) * time.Hour
		id := match.ID(fmt.Sprint("m", i))
		if got := challenged(t, s, id, fmt.Sprint(i), age); got != nil {
			t.Fatalf("challenge %d: %v", i, got)
		}
		r := declined(record(id, fmt.Sprint(i), age))
		if i == 1 {
			r.Match.Result.Reason = match.Withdrawn // a withdrawn challenge counts, too
		}
		r.Match.Version = 2
		mustSave(t, s, r, 1)
	}
	want := store.FullError{Scope: store.Scope{Member: alice}, Most: 3, Challenged: bob, Declined: true}
	wantFull(t, "the fourth", challenged(t, s, "n", "1", 3*time.Hour), want)
	wantFull(t, "a day after the first, nearly", challenged(t, s, "n", "1", 24*time.Hour-time.Millisecond), want)
	if got := full(t, s, store.Change{Record: seat(record("o", "1", time.Hour), match.Person(alice), match.Person(carol)), Caps: challengeCaps}); got != nil {
		t.Errorf("to another: %v", got)
	}
	if got := challenged(t, s, "n", "1", 24*time.Hour); got != nil {
		t.Errorf("a day after the first: %v", got)
	}
}

func challengeRacers(t *testing.T, s store.Store) {
	won := winners(300, func(worker int) bool {
		return challenged(t, s, match.ID(fmt.Sprint("m", worker)), fmt.Sprint(worker), 0) == nil
	})
	if won != 1 {
		t.Errorf("%d challenges were made", won)
	}
}
