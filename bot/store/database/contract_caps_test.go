package database_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
)

func full(t *testing.T, s store.Store, c store.Change) *match.Full {
	t.Helper()
	_, err := s.Save(t.Context(), c)
	var full *match.Full
	if err != nil && !errors.As(err, &full) {
		t.Errorf("saving %s: %v", c.Record.Match.ID, err)
	}
	return full
}

func wantFull(t *testing.T, what string, got *match.Full, want match.Full) {
	t.Helper()
	if got == nil || *got != want {
		t.Errorf("%s: full is %v, want %v", what, got, want)
	}
}

func capCounts(t *testing.T, s store.Store) {
	crowd(t, s)
	for i, c := range []struct {
		record match.Record
		want   match.Full // Most is how many of the matches that crowd creates count towards the cap
	}{
		{record("n", "9", 0), match.Full{Of: match.OfMember, Member: alice, Most: 4}}, // a match in which alice is challenged does not count until she accepts
		{seat(record("n", "9", 0), match.Person(bob), match.Player{}), match.Full{Of: match.OfMember, Member: bob, Most: 2}},
		{seat(record("n", "9", 0), match.Person("400"), match.Person(alice)), match.Full{Of: match.OfMember, Member: "400"}},
		{record("n", "1", 0), match.Full{Of: match.OfChannel, Channel: "1", Most: 2}},
		{record("n", "5", 0), match.Full{Of: match.OfChannel, Channel: "5"}},
		{record("n", "5", 0), match.Full{Of: match.OfServer, Guild: "7", Most: 4}},
		{record("n", "1", 0), match.Full{Of: match.OfMemberInChannel, Member: alice, Channel: "1", Most: 1}},
	} {
		c.record.Match.ID = match.ID(fmt.Sprint("n", i))
		caps := func(most int) (caps store.Caps) {
			*map[match.Cap]*int{
				match.OfMember: &caps.Member, match.OfMemberInChannel: &caps.MemberInChannel, match.OfChannel: &caps.Channel, match.OfServer: &caps.Server,
			}[c.want.Of] = most
			return caps
		}
		if c.want.Most > 0 {
			wantFull(t, fmt.Sprint(i), full(t, s, store.Change{Record: c.record, Caps: caps(c.want.Most)}), c.want)
		}
		if got := full(t, s, store.Change{Record: c.record, Caps: caps(c.want.Most + 1)}); got != nil {
			t.Errorf("%d has room for %d, and is full: %v", i, c.want.Most+1, got)
		}
		over := declined(c.record)
		over.Match.Version = 2
		mustSave(t, s, over, 1)
	}
	// A match outside servers counts towards no server's cap, and a finished match towards no cap.
	outside := record("outside", "9", 0)
	outside.Place.Guild = ""
	over := declined(record("over", "1", 0))
	for _, r := range []match.Record{outside, over} {
		if got := full(t, s, store.Change{Record: r, Caps: store.Caps{Server: 1, Channel: 1}}); got != nil {
			t.Errorf("%s: full is %v", r.Match.ID, got)
		}
	}
}

func strandedCountNot(t *testing.T, s store.Store) {
	caps := store.Caps{Member: 1, Channel: 1, Server: 1, MemberInChannel: 1, Challenges: 1}
	change := func(id match.ID) store.Change { return store.Change{Record: record(id, "1", 0), Caps: caps} }
	for _, id := range []match.ID{"a", "b"} {
		if got := full(t, s, change(id)); got != nil {
			t.Fatalf("%s: %v", id, got)
		}
		if got := full(t, s, change("n")); got == nil {
			t.Error("before it is stranded, a challenge does not count")
		}
		rec := mustLoad(t, s, id)
		stranded := rec.Match.Strand(epoch.Add(time.Second))
		mustSave(t, s, with(rec, stranded), rec.Match.Version)
	}
}

func capOfAccepting(t *testing.T, s store.Store) {
	for i, caps := range []store.Caps{{Member: 1}, {MemberInChannel: 1}} {
		id := func(name string) match.ID { return match.ID(fmt.Sprint(name, i)) }
		asked, own := seat(record(id("asked"), "1", 0), match.Person(carol), match.Player{}), record(id("own"), "1", 0)
		mustCreate(t, s, asked, own)
		accepted, err := asked.Match.Accept(alice, game.X, epoch.Add(time.Second))
		must(t, err)
		change := store.Change{Record: with(asked, accepted), Expected: 1, IdempotencyKey: fmt.Sprint("5", i), Caps: caps}
		want := match.Full{Of: match.OfMember, Member: alice, Most: 1}
		if caps.MemberInChannel > 0 {
			want.Of, want.Channel = match.OfMemberInChannel, "1"
		}
		wantFull(t, "accepting", full(t, s, change), want)
		wantStored(t, s, asked)
		over := declined(own)
		over.Match.Version = 2
		mustSave(t, s, over, 1)
		if got := full(t, s, change); got != nil {
			t.Errorf("there is room, and full is %v", got)
		}
		_, err = s.Save(t.Context(), change)
		wantDone(t, "accepted again", err, asked.Match.ID)
		// Changes other than accepting a challenge are not limited.
		moved, err := accepted.Play(accepted.ToMove().ID, 0, epoch.Add(2*time.Second))
		must(t, err)
		mustCreate(t, s, record(id("more"), "1", 0))
		if got := full(t, s, store.Change{Record: with(asked, moved), Expected: 2, Caps: caps}); got != nil {
			t.Errorf("a change in a match that has begun: full is %v", got)
		}
		ended, err := moved.Resign(alice, epoch.Add(3*time.Second))
		must(t, err)
		mustSave(t, s, with(asked, ended), 3)
		over = declined(record(id("more"), "1", 0))
		over.Match.Version = 2
		mustSave(t, s, over, 1)
	}
}

func capWatched(t *testing.T, s store.Store) {
	watched := func(id string) match.Record {
		r := record(match.ID(id), "9", 0)
		r.Match.Players, r.Match.Begins = [2]match.Player{match.Computer("random"), match.Computer("random")}, game.X
		r.Match.Status, r.Match.Deadline = match.Playing, time.Time{}
		return r
	}
	caps := store.Caps{Watched: 2}
	another := watched("another")
	another.Match.Starter = bob
	for _, r := range []match.Record{another, watched("a"), watched("b"), record("own", "9", 0)} {
		if got := full(t, s, store.Change{Record: r, Caps: caps}); got != nil {
			t.Fatalf("%s: full is %v", r.Match.ID, got)
		}
	}
	change := store.Change{Record: watched("c"), Caps: caps}
	wantFull(t, "a third", full(t, s, change), match.Full{Of: match.OfWatched, Member: alice, Most: 2})
	over := declined(watched("a"))
	over.Match.Result.Reason, over.Match.Version = match.Abandoned, 2
	mustSave(t, s, over, 1)
	if got := full(t, s, change); got != nil {
		t.Errorf("one is over, and full is %v", got)
	}
}

func capRacers(t *testing.T, s store.Store) {
	const workers, most = 300, 50
	caps := store.Caps{Member: 100, Channel: most, Server: 60, MemberInChannel: 55}
	won := winners(workers, func(worker int) bool {
		r := record(match.ID(fmt.Sprint("m", worker)), "1", 0)
		if worker%2 == 1 {
			r = seat(r, match.Person(bob), match.Player{})
		}
		return full(t, s, store.Change{Record: r, IdempotencyKey: fmt.Sprint(worker), Caps: caps}) == nil
	})
	stored, err := s.Unfinished(t.Context(), match.Scope{Channel: "1"})
	if won != most || err != nil || len(stored) != most {
		t.Errorf("%d of %d were created, and %d are there, %v, want %d", won, workers, len(stored), err, most)
	}
}

func capAfterDone(t *testing.T, s store.Store) {
	change := store.Change{Record: record("a", "1", 0), IdempotencyKey: "51", Caps: store.Caps{Member: 1, Channel: 1, Server: 1, MemberInChannel: 1}}
	if got := full(t, s, change); got != nil {
		t.Fatalf("full is %v", got)
	}
	_, err := s.Save(t.Context(), change)
	wantDone(t, "what filled the channel", err, "a")
	change.Record.Match.ID, change.IdempotencyKey = "b", "52"
	if full(t, s, change) == nil {
		t.Error("one more is taken")
	}
	_, err = s.CarriedOut(t.Context(), "52")
	wantError(t, "CarriedOut", err, store.ErrNotFound)
}

var challengeCaps = store.Caps{Challenges: 1, Declined: 3}

func challenged(t *testing.T, s store.Store, id match.ID, channel string, age time.Duration) *match.Full {
	t.Helper()
	return full(t, s, store.Change{Record: record(id, channel, age), Caps: challengeCaps})
}

func challengeWaits(t *testing.T, s store.Store) {
	if got := challenged(t, s, "a", "1", 0); got != nil {
		t.Fatal(got)
	}
	want := match.Full{Of: match.OfChallenge, Member: alice, Most: 1, Challenged: bob}
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
	want := match.Full{Of: match.OfDeclined, Member: alice, Most: 3, Challenged: bob}
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
