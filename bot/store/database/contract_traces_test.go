package database_test

import (
	"fmt"
	"testing"
	"time"

	"noughts/bot/limits"
	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/puzzle"
)

var limitTests = map[string]func(*testing.T, store.Store){
	"rated": ratedTraces, "declined": challengeTraces, "invited": invitations, "daily": dailyTraces, "forgotten": forgottenLately,
	"puzzle": puzzleTraces, "game": gameTraces, "vacation": vacationTraces,
}

// TestDeletionResetsNoLimit checks that each limit on a member has a trace, and a test in limitTests, or does not follow
// from the member's data.
func TestDeletionResetsNoLimit(t *testing.T) {
	t.Parallel()
	traced := map[limits.Limit]string{limits.Declined: "declined", limits.Invited: "invited", limits.Deletions: "forgotten"}
	others := map[limits.Limit]string{
		limits.Member: "in memory", limits.Typing: "in memory", limits.Server: "in memory", limits.Queue: "in memory",
		limits.OpenMember: "counts open games, which the deletion ends", limits.OpenChannel: "of a channel", limits.OpenServer: "of a server",
		limits.Challenges: "counts open challenges, which the deletion ends and Declined counts",
		limits.Watched:    "counts open games, which the deletion ends",
	}
	for _, l := range limits.All {
		if limit, ok := traced[l]; ok == (others[l] != "") || ok && limitTests[limit] == nil {
			t.Errorf("deleting one's data may reset the limit %s: give it a trace and a test", l)
		}
	}
}

func puzzleTraces(t *testing.T, s store.Store) {
	for i := range 3 {
		r := solver(t, s, alice).Begin("p", puzzle.Wish{}, puzzle.LeastFitting)
		if r.RatesNextTry() != (i == 0) {
			t.Errorf("time %d: the puzzle counts: %t", i, r.RatesNextTry())
		}
		if other := solver(t, s, alice).Begin(fmt.Sprint("q", i), puzzle.Wish{}, puzzle.LeastFitting); !other.RatesNextTry() {
			t.Errorf("time %d: another puzzle does not count", i)
		}
		if i != 1 {
			mustSaveSolving(t, s, store.PuzzleChange{Record: r})
		}
		mustForget(t, s, alice)
	}
}

func gameTraces(t *testing.T, s store.Store) {
	for i := range 5 {
		e := gameEnd{x: match.Person(alice), o: match.Computer("casual"), winner: game.X, at: epoch.Add(time.Duration(i) * time.Hour)}
		e.play(t, s, match.ID(fmt.Sprint("m", i)))
		if p := mustProfile(t, s, alice, ""); len(p.Standings) > 0 != (i == 0) {
			t.Errorf("time %d: %+v", i, p.Standings)
		}
		if i != 2 && i != 4 {
			mustForget(t, s, alice)
		}
	}
	other := gameEnd{x: match.Person(alice), o: match.Computer("casual"), winner: game.X, at: epoch.Add(5 * time.Hour), second: game.At(2, 2)}
	if other.play(t, s, "n"); len(mustProfile(t, s, alice, "").Standings) != 1 {
		t.Error("another game does not count")
	}
}

func vacationTraces(t *testing.T, s store.Store) {
	now := time.Now()
	used := match.Vacation{From: now.Add(-73 * time.Hour), Until: now.Add(-time.Hour)}
	left := match.Member{Vacations: []match.Vacation{used}}.VacationLeft(now)
	for i := range 3 {
		_, m, err := s.ChangeMember(t.Context(), alice, func(m *match.Member) {
			switch i {
			case 0:
				m.Vacations = []match.Vacation{used}
			case 1:
				m.GoAway(2, time.Now())
			}
		})
		if err != nil || m.AwayUntil(time.Now()).IsZero() != (i != 1) {
			t.Fatalf("time %d: %+v, %v", i, m, err)
		}
		mustForget(t, s, alice)
		m, err = s.Member(t.Context(), alice)
		if now = time.Now().Add(time.Second); err != nil || m.VacationLeft(now) > left || !m.AwayUntil(now).IsZero() {
			t.Errorf("time %d: %d days are left of %d, %+v, %v", i, m.VacationLeft(now), left, m, err)
		}
	}
}

// age returns how long after the epoch a time is, rounded down to milliseconds.
func age(at time.Time) time.Duration { return at.Sub(epoch).Truncate(time.Millisecond) }

func mustForget(t *testing.T, s store.Store, members ...string) {
	t.Helper()
	for _, member := range members {
		if _, err := s.Forget(t.Context(), member); err != nil {
			t.Fatalf("Forget of %s: %v", member, err)
		}
	}
}

func ratedTraces(t *testing.T, s store.Store) {
	day := puzzle.DayAt(time.Now()).Start()
	n := 0
	play := func(other string, at time.Time, rated bool) {
		t.Helper()
		n++
		over := between(alice, other, game.X, age(at)).play(t, s, match.ID(fmt.Sprint("m", n)))
		if got := over.Effects[0].After != 0; got != rated {
			t.Errorf("game %d is rated: %t", n, got)
		}
	}
	for i := range profile.MostGames {
		if i == 2 {
			mustForget(t, s, bob)
		}
		play(bob, day.Add(time.Duration(i)*time.Minute), true)
	}
	play(bob, day.Add(time.Hour), false)
	for _, members := range [][]string{{alice}, {bob}, {alice, bob}} {
		mustForget(t, s, members...)
		play(bob, day.Add(time.Hour), false)
	}
	play(carol, day.Add(time.Hour), true)
	play(bob, day.Add(24*time.Hour), true) // the next day
	if p := mustProfile(t, s, alice, ""); len(p.Standings) != 1 || p.Standings[0].Tally.Games() != 2 {
		t.Errorf("alice has %+v", p.Standings)
	}
}

func challengeTraces(t *testing.T, s store.Store) {
	now := age(time.Now())
	for i := range 3 {
		id := match.ID(fmt.Sprint("m", i))
		if got := challenged(t, s, id, "1", now); got != nil {
			t.Fatal(got)
		}
		r := declined(record(id, "1", now))
		r.Match.Version = 2
		mustSave(t, s, r, 1)
	}
	want := match.Full{Of: match.OfDeclined, Member: alice, Most: 3, Challenged: bob}
	for _, members := range [][]string{{}, {alice}, {bob}, {alice, bob}} {
		mustForget(t, s, members...)
		wantFull(t, fmt.Sprint("after ", members, " were forgotten"), challenged(t, s, "n", "1", now+time.Second), want)
	}
	if got := challenged(t, s, "n", "1", now+24*time.Hour); got != nil {
		t.Errorf("a day later: %v", got)
	}
}

var invitationCaps = store.Caps{Invited: 3}

func invites(t *testing.T, s store.Store, id match.ID, member string, at time.Duration) *match.Full {
	t.Helper()
	r := seat(record(id, "1", at), match.Person(alice), match.Person(member))
	return full(t, s, store.Change{Record: r, Caps: invitationCaps})
}

func invitations(t *testing.T, s store.Store) {
	now := age(time.Now())
	end := func(id match.ID, member string, reason match.Reason, at time.Duration) {
		t.Helper()
		r := declined(seat(record(id, "1", at), match.Person(alice), match.Person(member)))
		r.Match.Version, r.Match.Result.Reason = 2, reason
		mustSave(t, s, r, 1)
	}
	invite := func(id match.ID, member string, at time.Duration) {
		t.Helper()
		if got := invites(t, s, id, member, at); got != nil {
			t.Fatalf("inviting %s: %v", member, got)
		}
	}
	invite("a", "1001", now)
	end("a", "1001", match.Withdrawn, now)
	invite("b", "1001", now+time.Minute)
	end("b", "1001", match.Declined, now+time.Minute)
	invite("c", "1002", now+time.Minute)
	end("c", "1002", match.Expired, now+time.Minute)
	invite("d", "1003", now+time.Minute)
	accepted, err := mustLoad(t, s, "d").Match.Accept("1003", game.X, epoch.Add(now+2*time.Minute))
	must(t, err)
	mustSave(t, s, with(mustLoad(t, s, "d"), accepted), 1)
	swapped := seat(record("e", "1", now+time.Minute), match.Person("1004"), match.Person(alice))
	swapped.Match.Starter = alice
	if got := full(t, s, store.Change{Record: swapped, Caps: invitationCaps}); got != nil {
		t.Fatal(got)
	}
	want := match.Full{Of: match.OfInvited, Member: alice, Most: 3}
	wantFull(t, "the fourth", invites(t, s, "f", "1005", now+2*time.Minute), want)
	open := seat(record("g", "1", now+2*time.Minute), match.Person(alice), match.Player{})
	if got := full(t, s, store.Change{Record: open, Caps: invitationCaps}); got != nil {
		t.Errorf("to anybody: %v", got)
	}
	mustForget(t, s, alice)
	wantFull(t, "after the data was deleted", invites(t, s, "f", "1005", now+3*time.Minute), want)
	wantFull(t, "an hour after the first, nearly", invites(t, s, "f", "1005", now+time.Hour-time.Millisecond), want)
	if got := invites(t, s, "f", "1005", now+time.Hour); got != nil {
		t.Errorf("an hour after the first: %v", got)
	}
}

func invitationRacers(t *testing.T, s store.Store) {
	won := winners(300, func(worker int) bool {
		return invites(t, s, match.ID(fmt.Sprint("m", worker)), fmt.Sprint(1000+worker), 0) == nil
	})
	if won != 3 {
		t.Errorf("%d members were invited", won)
	}
}

func dailyTraces(t *testing.T, s store.Store) {
	now := time.Now()
	today := puzzle.DayAt(now)
	try := func(member string, tries int) puzzle.Progress {
		t.Helper()
		r := solver(t, s, member).BeginDaily(today, "p", now)
		for range tries {
			r = r.WrongDaily(game.Moves{2, 3}, true, now)
		}
		return mustSaveSolving(t, s, store.PuzzleChange{Record: r}).Record
	}
	try(alice, 2)
	mustForget(t, s, alice)
	if r := try(alice, 0); r.Daily.Tries != "bb" || r.Daily.Over() {
		t.Errorf("after two tries there are %q", r.Daily.Tries)
	}
	mustForget(t, s, alice)
	if r := try(alice, 1); r.Daily.Tries != "bbb" || !r.Daily.Over() {
		t.Errorf("after three tries there are %q", r.Daily.Tries)
	}
	solved := solver(t, s, bob).BeginDaily(today, "p", now).RightDaily(game.Moves{1}, true, now)
	mustSaveSolving(t, s, store.PuzzleChange{Record: solved})
	mustForget(t, s, bob)
	other := mustSaveSolving(t, s, store.PuzzleChange{Record: solver(t, s, bob).Begin("x", puzzle.Wish{}, puzzle.LeastFitting)}).Record
	for range 2 {
		if !other.Daily.UsedUp(today) || other.Daily.Days != 0 {
			t.Errorf("the solved puzzle of the day is %+v", other.Daily)
		}
		mustForget(t, s, bob)
		other = solver(t, s, bob)
	}
	if r := other.BeginDaily(today+1, "q", now); r.Daily.Tries != "" || r.Daily.Over() {
		t.Errorf("the next day is %+v", r.Daily)
	}
}

func forgottenLately(t *testing.T, s store.Store) {
	if at, err := s.Forgotten(t.Context(), alice); err != nil || !at.IsZero() {
		t.Errorf("before: %v, %v", at, err)
	}
	before := time.Now().Truncate(time.Millisecond)
	mustForget(t, s, alice)
	if at, err := s.Forgotten(t.Context(), alice); err != nil || at.Before(before) || at.After(time.Now()) {
		t.Errorf("forgotten at %v, %v, before was %v", at, err, before)
	}
	if at, err := s.Forgotten(t.Context(), bob); err != nil || !at.IsZero() {
		t.Errorf("another: %v, %v", at, err)
	}
}

// Traces of a forgotten member survive a restart, have no ids of members, and are removed after a day.
func TestTracesOfForgottenMembers(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		const member = "123456789"
		db := open(t, url)
		mustForget(t, db, member)
		must(t, db.Close())
		db = open(t, url)
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
		e := gameEnd{x: match.Person(alice), o: c.o, winner: c.winner, at: epoch.Add(time.Duration(i) * time.Hour), second: seconds[i%len(seconds)]}
		r := e.playing(match.ID(fmt.Sprint("r", i)))
		mustCreate(t, s, r)
		change := e.over(r)
		change.Relayed = c.relayed
		if _, err := s.Save(t.Context(), change); err != nil {
			t.Fatal(err)
		}
		p, rated := mustProfile(t, s, alice, ""), 0
		for _, s := range p.Standings {
			rated += s.Tally.Games()
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
			play(t, db)
			if r, err := db.VerifyRatings(t.Context()); err != nil || r.Games == 0 || r.Differing > 0 {
				t.Errorf("counted again: %+v, %v", r, err)
			}
		})
	}
}
