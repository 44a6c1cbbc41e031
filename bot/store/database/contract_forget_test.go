package database_test

import (
	"slices"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/game/match"
)

func forgotten(t *testing.T, s store.Store) {
	crowd(t, s)
	watched := resignedAt(record("seen", "1", 0), epoch.Add(time.Hour))
	watched.Match.Players = [2]match.Player{match.Computer("weak"), match.Computer("strong")}
	mustCreate(t, s, watched)

	dropped, err := s.Forget(t.Context(), alice)
	slices.Sort(dropped)
	wantIDs(t, "dropped", dropped, err, "asked", "asks", "open", "private", "watched")
	for _, id := range dropped {
		_, err := s.Load(t.Context(), id)
		wantError(t, "Load "+string(id), err, store.ErrNotFound)
	}
	nobody := match.Person(match.Anonymous)
	want := seat(resignedAt(record("resigned", "1", 0), epoch), nobody, match.Person(bob))
	before := want.Match.Version
	want.Match.Version++
	wantStored(t, s, want)
	_, err = s.Save(t.Context(), store.Change{Record: resignedAt(record("resigned", "1", 0), epoch), Expected: before})
	wantError(t, "Save of who remembers the forgotten", err, store.ErrVersion)
	other := seat(declined(record("declined", "1", 0)), nobody, match.Person(bob))
	other.Match.Version++
	wantStored(t, s, other)
	watched.Match.Starter = match.Anonymous
	watched.Match.Version++
	wantStored(t, s, watched)

	got, err := s.Finished(t.Context(), match.Query{Member: alice, Limit: 10})
	wantRecords(t, "finished of the forgotten", got, err)
	got, err = s.Finished(t.Context(), match.Query{Member: bob, Limit: 10})
	wantRecords(t, "finished of the opponent", got, err, "resigned")
	got, err = s.Unfinished(t.Context(), match.Scope{Channel: "2"})
	wantRecords(t, "unfinished of others", got, err, "others")
	for scope, want := range map[match.Scope]int{{Member: alice}: 0, {Channel: "1"}: 0, {Guild: "7"}: 1, {Guild: "8"}: 0} {
		if got, err := s.Unfinished(t.Context(), scope); err != nil || len(got) != want {
			t.Errorf("open of %+v: %d, %v, want %d", scope, len(got), err, want)
		}
	}
	dropped, err = s.Forget(t.Context(), alice)
	wantIDs(t, "dropped the second time", dropped, err)
}

func bothForgotten(t *testing.T, s store.Store) {
	want := resignedAt(record("a", "1", 0), epoch)
	mustCreate(t, s, want)
	for _, member := range []string{bob, alice} {
		dropped, err := s.Forget(t.Context(), member)
		wantIDs(t, "dropped", dropped, err)
	}
	nobody := match.Person(match.Anonymous)
	want.Match.Version += 2
	wantStored(t, s, seat(want, nobody, nobody))
}
