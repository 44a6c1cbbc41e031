package storetest

import (
	"slices"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
)

// wantIDs compares a list with what it should hold, in order.
func wantIDs(t *testing.T, what string, got []match.ID, err error, want ...match.ID) {
	t.Helper()
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%s: %v, %v, want %v", what, got, err, want)
	}
}

func wantRecords(t *testing.T, what string, got []store.Record, err error, want ...match.ID) {
	t.Helper()
	wantIDs(t, what, ids(got), err, want...)
}

func unfinished(t *testing.T, s store.Store) {
	young := record("young", "1", time.Hour)
	young.Match = played(young.Match)
	mustCreate(t, s, young, declined(record("over", "1", 0)), record("elsewhere", "2", 0),
		record("old", "1", time.Minute), record("asold", "1", time.Minute))
	got, err := s.Unfinished(t.Context(), "1")
	wantRecords(t, "unfinished in channel 1", got, err, "asold", "old", "young")
	got, err = s.Unfinished(t.Context(), "3")
	wantRecords(t, "unfinished in channel 3", got, err)
}

// crowd creates matches of all members, and some that are over.
func crowd(t *testing.T, s store.Store) {
	t.Helper()
	watched := against("watched", match.Computer("weak"), match.Computer("strong"))
	watched.Owner, watched.Created = alice, epoch.Add(4*time.Minute)
	private := record("private", "3", 5*time.Minute)
	private.Guild = ""
	private.Match = played(private.Match)
	mustCreate(t, s,
		record("asks", "1", 2*time.Minute),
		seat(record("asked", "1", 3*time.Minute), match.Person(carol), match.Person(alice)),
		seat(record("open", "2", time.Minute), match.Person(alice), match.Player{}),
		seat(record("others", "2", time.Minute), match.Person(bob), match.Person(carol)),
		store.Record{Match: watched, Guild: "8", Channel: "4"},
		private,
		declined(record("declined", "1", 0)),
		resigned(record("resigned", "1", 0), epoch))
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
		got, err := s.UnfinishedOf(t.Context(), member)
		wantRecords(t, "unfinished of "+member, got, err, want...)
	}
}

func openMatches(t *testing.T, s store.Store) {
	crowd(t, s)
	for scope, want := range map[store.Scope]int{
		{Member: alice}: 4, // not the challenge to her
		{Member: bob}:   2,
		{Member: carol}: 1,
		{Member: "400"}: 0,
		{Channel: "1"}:  2,
		{Channel: "2"}:  2,
		{Channel: "5"}:  0,
		{Guild: "7"}:    4,
		{Guild: "8"}:    1,
		{Guild: "9"}:    0,
	} {
		if got, err := s.Open(t.Context(), scope); err != nil || got != want {
			t.Errorf("open of %+v: %d, %v, want %d", scope, got, err, want)
		}
	}
}

func due(t *testing.T, s store.Store) {
	timeless := store.Record{Match: against("timeless", match.Person(alice), match.Computer("weak")), Channel: "1"}
	mustCreate(t, s, timeless,
		declined(record("over", "1", 0)),
		record("second", "2", time.Millisecond),
		record("first", "1", 0),
		record("later", "1", time.Second))
	deadline := epoch.Add(match.ChallengeLife)
	for _, c := range []struct {
		now   time.Time
		limit int
		want  []match.ID
	}{
		{deadline.Add(-time.Millisecond), 10, nil},
		{deadline, 10, []match.ID{"first"}},
		{deadline.Add(time.Millisecond), 10, []match.ID{"first", "second"}},
		{deadline.Add(time.Hour), 2, []match.ID{"first", "second"}},
		{deadline.Add(time.Hour), 10, []match.ID{"first", "second", "later"}},
	} {
		got, err := s.Due(t.Context(), c.now, c.limit)
		wantIDs(t, "due "+c.now.Sub(deadline).String()+" after the deadline", got, err, c.want...)
	}
	moved := mustLoad(t, s, "first").Match
	moved.Version, moved.Deadline = 2, deadline.Add(2*time.Hour)
	mustSave(t, s, moved, 1)
	got, err := s.Due(t.Context(), deadline.Add(time.Hour), 1)
	wantIDs(t, "due when the first has more time", got, err, "second")
}

func waiting(t *testing.T, s store.Store) {
	computers := func(id match.ID, age time.Duration) store.Record {
		m := against(id, match.Person(alice), match.Computer("weak"))
		m.Changed = epoch.Add(age)
		return store.Record{Match: m, Channel: "1"}
	}
	hers := computers("hers", 0)
	hers.Match.Begins = game.X
	mustCreate(t, s, hers, record("members", "1", 0),
		computers("third", 3*time.Second), computers("first", time.Second), computers("second", 2*time.Second))
	for age, want := range map[time.Duration][]match.ID{
		time.Second:     nil, // it has not waited since before then
		2 * time.Second: {"first"},
		time.Hour:       {"first", "second", "third"},
	} {
		got, err := s.Waiting(t.Context(), epoch.Add(age), 10)
		wantIDs(t, "waiting since before "+age.String(), got, err, want...)
	}
	answered := mustLoad(t, s, "first").Match
	answered.Version, answered.Moves, answered.Changed = 4, []game.Square{0}, epoch.Add(4*time.Second)
	mustSave(t, s, answered, 3)
	got, err := s.Waiting(t.Context(), epoch.Add(time.Hour), 1)
	wantIDs(t, "waiting when the first has its answer", got, err, "second")
}

func finished(t *testing.T, s store.Store) {
	end := func(id match.ID, channel string, age time.Duration) store.Record {
		return resigned(record(id, channel, 0), epoch.Add(age))
	}
	watched := end("watched", "2", 4*time.Minute)
	watched.Match.Players = [2]match.Player{match.Computer("weak"), match.Computer("strong")}
	watched.Match.Owner = bob
	mustCreate(t, s,
		end("second", "1", 2*time.Minute), end("first", "1", time.Minute), end("third", "2", 3*time.Minute),
		watched,
		seat(end("others", "1", 5*time.Minute), match.Person(carol), match.Person(alice)),
		declined(record("unplayed", "1", 0)), record("unfinished", "1", 0))
	for what, c := range map[string]struct {
		query store.Query
		want  []match.ID
	}{
		"of a member":              {store.Query{Member: alice, Limit: 10}, []match.ID{"others", "third", "second", "first"}},
		"of one who watches":       {store.Query{Member: bob, Limit: 10}, []match.ID{"watched", "third", "second", "first"}},
		"of a stranger":            {store.Query{Member: "400", Limit: 10}, nil},
		"in a channel":             {store.Query{Channel: "1", Limit: 10}, []match.ID{"others", "second", "first"}},
		"of a member in a channel": {store.Query{Member: bob, Channel: "2", Limit: 10}, []match.ID{"watched", "third"}},
		"before a time":            {store.Query{Member: alice, Before: epoch.Add(3 * time.Minute), Limit: 10}, []match.ID{"second", "first"}},
		"up to a limit":            {store.Query{Channel: "1", Limit: 2}, []match.ID{"others", "second"}},
	} {
		got, err := s.Finished(t.Context(), c.query)
		wantRecords(t, "finished "+what, got, err, c.want...)
	}
}

func finishedPages(t *testing.T, s store.Store) {
	var want []match.ID
	for i := range 25 {
		r := resigned(record(match.ID("m"+string(rune('a'+i))), "1", 0), epoch.Add(time.Duration(i)*time.Minute))
		mustCreate(t, s, r)
		want = append(want, r.Match.ID)
	}
	slices.Reverse(want)
	var got []match.ID
	for q := (store.Query{Member: alice, Limit: 10}); ; {
		page, err := s.Finished(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		got = append(got, ids(page)...)
		q.Before = page[len(page)-1].Match.Changed
	}
	wantIDs(t, "all pages", got, nil, want...)
}
