package database_test

import (
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/bot/store/database"
)

// Traces of a forgotten member survive a restart, have no ids of members, and are removed after a day.
func TestTracesOfForgottenMembers(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		const member = "123456789"
		db := open(t, url)
		if _, err := db.Forget(t.Context(), member); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		db = open(t, url)
		defer func() { _ = db.Close() }()
		at, err := db.Forgotten(t.Context(), member)
		if err != nil || time.Since(at) > time.Hour {
			t.Errorf("after a restart the member was forgotten at %v, %v", at, err)
		}
		db.PruneAll(t.Context(), at.Add(store.TraceLife-time.Minute))
		if keys := traceKeys(t, db); len(keys) != 1 || len(keys[0]) != 32 {
			t.Errorf("before a day is over there are %q", keys)
		}
		db.PruneAll(t.Context(), at.Add(store.TraceLife+time.Minute))
		if keys := traceKeys(t, db); len(keys) != 0 {
			t.Errorf("after a day there are %q", keys)
		}
	})
}

func traceKeys(t *testing.T, db *database.DB) []string {
	t.Helper()
	keys, err := db.Texts(t.Context(), `SELECT key FROM traces`)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// A recount finds no differences for games that are not rated because of traces.
func TestTracesAreCountedAgain(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		db := open(t, url)
		defer func() { _ = db.Close() }()
		ratedTraces(t, db)
		if r, err := db.VerifyRatings(t.Context()); err != nil || r.Games == 0 || r.Differing > 0 {
			t.Errorf("counted again: %+v, %v", r, err)
		}
	})
}
