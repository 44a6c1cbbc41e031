package database_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
)

func wantIDs(t *testing.T, what string, got []match.ID, err error, want ...match.ID) {
	t.Helper()
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%s: %v, %v, want %v", what, got, err, want)
	}
}

func wantRecords(t *testing.T, what string, got []match.Record, err error, want ...match.ID) {
	t.Helper()
	wantIDs(t, what, ids(got), err, want...)
}

func entryIDs(entries []match.Cursor) []match.ID {
	var all []match.ID
	for _, e := range entries {
		all = append(all, e.ID)
	}
	return all
}

func unfinished(t *testing.T, s store.Store) {
	young := record("young", "1", time.Hour)
	young.Match = played(young.Match)
	mustCreate(t, s, young, declined(record("over", "1", 0)), record("elsewhere", "2", 0),
		record("old", "1", time.Minute), record("asold", "1", time.Minute))
	got, err := s.Unfinished(t.Context(), match.Scope{Channel: "1"})
	wantRecords(t, "unfinished in channel 1", got, err, "asold", "old", "young")
	got, err = s.Unfinished(t.Context(), match.Scope{Channel: "3"})
	wantRecords(t, "unfinished in channel 3", got, err)
}

// crowd creates open matches of alice, bob and carol, and some that are over.
func crowd(t *testing.T, s store.Store) {
	t.Helper()
	watched := against("watched", match.Computer("weak"), match.Computer("strong"))
	watched.Starter, watched.Created = alice, epoch.Add(4*time.Minute)
	private := record("private", "3", 5*time.Minute)
	private.Place.Guild = ""
	private.Match = played(private.Match)
	mustCreate(t, s,
		record("asks", "1", 2*time.Minute),
		seat(record("asked", "1", 3*time.Minute), match.Person(carol), match.Person(alice)),
		seat(record("open", "2", time.Minute), match.Person(alice), match.Player{}),
		seat(record("others", "2", time.Minute), match.Person(bob), match.Person(carol)),
		match.Record{Match: watched, Place: match.Place{Guild: "8", Channel: "4"}},
		private,
		declined(record("declined", "1", 0)),
		resignedAt(record("resigned", "1", 0), epoch))
}

func unfinishedOf(t *testing.T, s store.Store) {
	crowd(t, s)
	for member, want := range map[string][]match.ID{
		alice:  {"open", "asks", "asked", "watched", "private"},
		bob:    {"others", "asks", "private"},
		carol:  {"others", "asked"},
		"400":  nil,
		"":     nil,
		"weak": nil,
	} {
		got, err := s.Unfinished(t.Context(), match.Scope{Member: member})
		wantRecords(t, "unfinished of "+member, got, err, want...)
	}
	got, err := s.Unfinished(t.Context(), match.Scope{Member: alice, Channel: "1"})
	wantRecords(t, "unfinished of a member in a channel", got, err, "asks", "asked")
	got, err = s.Unfinished(t.Context(), match.Scope{Guild: "8"})
	wantRecords(t, "unfinished in a guild", got, err, "watched")
}

// wantEntries checks that a list has the wanted entries. It reads the list all at once, and then in pages of `limit`
// entries.
func wantEntries(t *testing.T, what string, limit int, list func(after match.Cursor, limit int) ([]match.Cursor, error), want ...match.Cursor) {
	t.Helper()
	all, err := list(match.Cursor{}, 1000)
	if err != nil || !slices.Equal(all, want) {
		t.Errorf("%s: %v, %v, want %v", what, all, err, want)
	}
	var pages []match.Cursor
	for after := (match.Cursor{}); ; after = pages[len(pages)-1] {
		page, err := list(after, limit)
		if err != nil || len(page) > limit {
			t.Fatalf("%s after %v: %v, %v", what, after, page, err)
		}
		if pages = append(pages, page...); len(page) < limit {
			break
		}
	}
	if !slices.Equal(pages, want) {
		t.Errorf("%s, %d by %d: %v, want %v", what, limit, limit, pages, want)
	}
}

func due(t *testing.T, s store.Store) {
	mustCreate(t, s,
		declined(record("over", "1", 0)),
		record("second", "2", time.Millisecond),
		record("first", "1", 0),
		record("asfirst", "1", 0),
		record("later", "1", time.Second))
	deadline := epoch.Add(match.ChallengeLife)
	asFirst, first := match.Cursor{ID: "asfirst", At: deadline, Guild: "7"}, match.Cursor{ID: "first", At: deadline, Guild: "7"}
	second := match.Cursor{ID: "second", At: deadline.Add(time.Millisecond), Guild: "7"}
	later := match.Cursor{ID: "later", At: deadline.Add(time.Second), Guild: "7"}
	wants := func(now time.Time, want ...match.Cursor) {
		t.Helper()
		for limit := 1; limit < 4; limit++ {
			wantEntries(t, "due "+now.Sub(deadline).String()+" after the deadline", limit, func(after match.Cursor, limit int) ([]match.Cursor, error) {
				return s.Due(t.Context(), now, after, limit)
			}, want...)
		}
	}
	wants(deadline.Add(-time.Millisecond))
	wants(deadline, asFirst, first)
	wants(deadline.Add(time.Millisecond), asFirst, first, second)
	wants(deadline.Add(time.Hour), asFirst, first, second, later)
	moved := mustLoad(t, s, "first")
	moved.Match.Version, moved.Match.Deadline = 2, deadline.Add(2*time.Hour)
	mustSave(t, s, moved, 1)
	wants(deadline.Add(time.Hour), asFirst, second, later)
}

func waiting(t *testing.T, s store.Store) {
	computers := func(id match.ID, age time.Duration) match.Record {
		m := against(id, match.Person(alice), match.Computer("weak"))
		m.Changed = epoch.Add(age)
		return match.Record{Match: m, Place: match.Place{Channel: "1"}}
	}
	hers := computers("hers", 0)
	hers.Match.Begins = game.X
	mustCreate(t, s, hers, record("members", "1", 0),
		computers("third", 3*time.Second), computers("first", time.Second), computers("second", 2*time.Second))
	entry := func(id match.ID, age time.Duration) match.Cursor { return match.Cursor{ID: id, At: epoch.Add(age)} }
	wants := func(age time.Duration, want ...match.Cursor) {
		t.Helper()
		wantEntries(t, "waiting since before "+age.String(), 1, func(after match.Cursor, limit int) ([]match.Cursor, error) {
			return s.Waiting(t.Context(), epoch.Add(age), after, limit)
		}, want...)
	}
	first, second, third := entry("first", time.Second), entry("second", 2*time.Second), entry("third", 3*time.Second)
	wants(time.Second - time.Millisecond)
	wants(time.Second, first)
	wants(2*time.Second, first, second)
	for at, want := range map[time.Duration]time.Time{0: first.At, time.Second: second.At, 2500 * time.Millisecond: third.At, 3 * time.Second: {}} {
		if next, err := store.Lister(s.Waiting).After(t.Context(), epoch.Add(at)); err != nil || !next.Equal(want) {
			t.Errorf("the first after %v is at %v, %v; want %v", at, next, err, want)
		}
	}
	wants(time.Hour, first, second, third)
	answered := mustLoad(t, s, "first")
	answered.Match.Version, answered.Match.Moves, answered.Match.Changed = 4, []game.Square{0}, epoch.Add(4*time.Second)
	mustSave(t, s, answered, 3)
	wants(time.Hour, second, third)
}

func finished(t *testing.T, s store.Store) {
	end := func(id match.ID, channel string, age time.Duration) match.Record {
		return resignedAt(record(id, channel, 0), epoch.Add(age))
	}
	watched := end("watched", "2", 4*time.Minute)
	watched.Match.Players = [2]match.Player{match.Computer("weak"), match.Computer("strong")}
	watched.Match.Starter = bob
	there := end("there", "3", 0)
	there.Place.Guild = "9"
	mustCreate(t, s, there,
		end("second", "1", 2*time.Minute), end("first", "1", time.Minute), end("third", "2", 3*time.Minute),
		watched,
		seat(end("others", "1", 5*time.Minute), match.Person(carol), match.Person(alice)),
		declined(record("unplayed", "1", 0)), record("unfinished", "1", 0))
	for what, c := range map[string]struct {
		query match.Query
		want  []match.ID
	}{
		"of a member":               {match.Query{Member: alice, Limit: 10}, []match.ID{"others", "third", "second", "first", "there"}},
		"of one who watches":        {match.Query{Member: bob, Limit: 10}, []match.ID{"watched", "third", "second", "first", "there"}},
		"of a stranger":             {match.Query{Member: "400", Limit: 10}, nil},
		"in a channel":              {match.Query{Channel: "1", Limit: 10}, []match.ID{"others", "second", "first"}},
		"of a member in a channel":  {match.Query{Member: bob, Channel: "2", Limit: 10}, []match.ID{"watched", "third"}},
		"before a time":             {match.Query{Member: alice, Before: match.Cursor{At: epoch.Add(3 * time.Minute)}, Limit: 10}, []match.ID{"second", "first", "there"}},
		"of a member in a guild":    {match.Query{Member: alice, Guild: "9", Limit: 10}, []match.ID{"there"}},
		"elsewhere":                 {match.Query{Member: alice, Guild: "8", Limit: 10}, nil},
		"between two":               {match.Query{Member: alice, After: entryOf("first", time.Minute), Before: entryOf("others", 5*time.Minute), Limit: 10}, []match.ID{"third", "second"}},
		"after one":                 {match.Query{Member: alice, After: entryOf("first", time.Minute), Limit: 2}, []match.ID{"third", "second"}},
		"in a channel after a time": {match.Query{Channel: "1", After: match.Cursor{At: epoch.Add(2 * time.Minute)}, Limit: 10}, []match.ID{"others", "second"}},
		"up to a limit":             {match.Query{Channel: "1", Limit: 2}, []match.ID{"others", "second"}},
	} {
		got, err := s.Finished(t.Context(), c.query)
		wantRecords(t, "finished "+what, got, err, c.want...)
	}
}

func entryOf(id match.ID, age time.Duration) match.Cursor {
	return match.Cursor{ID: id, At: epoch.Add(age)}
}

func finishedPages(t *testing.T, s store.Store) {
	var want []match.ID
	for i := range 25 {
		r := resignedAt(record(match.ID("m"+string(rune('a'+i))), "1", 0), epoch.Add(time.Duration(i/4)*time.Minute))
		mustCreate(t, s, r)
		want = append(want, r.Match.ID)
	}
	slices.Reverse(want)
	finished := func(q match.Query) []match.Record {
		t.Helper()
		page, err := s.Finished(t.Context(), q)
		if err != nil || len(page) > q.Limit {
			t.Fatal(len(page), err)
		}
		return page
	}
	for _, query := range []match.Query{{Member: alice}, {Member: bob, Channel: "1"}, {Channel: "1"}, {Member: alice, Guild: "7"}} {
		for limit := 1; limit < 8; limit++ {
			var older, newer []match.ID
			query.Limit = limit
			q := query
			for page := finished(q); len(page) > 0; page = finished(q) {
				older = append(older, ids(page)...)
				last := page[len(page)-1].Match
				q.Before = match.Cursor{ID: last.ID, At: last.Changed}
			}
			wantIDs(t, "all pages", older, nil, want...)
			q = query
			q.After = entryOf(want[len(want)-1], 0)
			for page := finished(q); len(page) > 0; page = finished(q) {
				newer = slices.Concat(ids(page), newer)
				q.After = match.Cursor{ID: page[0].Match.ID, At: page[0].Match.Changed}
			}
			wantIDs(t, "all pages back", newer, nil, want[:len(want)-1]...)
		}
	}
}

func hasPlayed(t *testing.T, s store.Store) {
	as := func(r match.Record, v game.Variant, x, o match.Player, reason match.Reason) match.Record {
		r = resignedAt(seat(r, x, o), epoch)
		if r.Match.Starter = alice; x == match.Person(bob) {
			r.Match.Starter = bob
		}
		r.Match.Options.Variant, r.Match.Result = v, match.Result{Reason: reason}
		switch reason {
		case match.ByResignation:
			r.Match.Result.Winner = game.X
		case match.Aborted:
			r.Match.Moves = r.Match.Moves[:1]
		}
		return r
	}
	small, weak := game.Classic(5), match.Computer("weak")
	for i := range match.FirstGames {
		if i > 0 { // one game too few
			mustCreate(t, s, as(record(match.ID(fmt.Sprint("few", i)), "1", 0), game.Classic(7), match.Person(alice), weak, match.ByAgreement))
		}
		mustCreate(t, s,
			as(record(match.ID(fmt.Sprint("lost", i)), "1", 0), game.Ultimate, match.Person(bob), match.Person(carol), match.ByResignation),
			as(record(match.ID(fmt.Sprint("agreed", i)), "1", 0), small, match.Person(alice), weak, match.ByAgreement))
	}
	mustCreate(t, s,
		as(record("stopped", "1", 0), game.Ultimate, match.Person(alice), weak, match.Aborted),
		as(record("left", "1", 0), game.Ultimate, weak, match.Person(alice), match.Abandoned),
		as(record("watched", "1", 0), game.Ultimate, weak, weak, match.ByAgreement),
		seat(record("asked", "1", 0), match.Person(alice), match.Person(bob)))
	for _, c := range []struct {
		member  string
		variant game.Variant
		want    bool
	}{
		{bob, game.Ultimate, true}, {carol, game.Ultimate, true}, {alice, small, true}, {alice, game.Classic(7), false},
		{alice, game.Ultimate, false}, {alice, game.Classic(4), false}, {bob, small, false}, {"400", game.Ultimate, false}, {"", game.Ultimate, false},
	} {
		got, err := s.HasPlayed(t.Context(), c.member, c.variant)
		if got != c.want || err != nil {
			t.Errorf("%q has played %s: %t, %v", c.member, c.variant, got, err)
		}
	}
}
