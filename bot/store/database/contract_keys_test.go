package database_test

import (
	"errors"
	"strconv"
	"testing"

	"noughts/bot/store"
	"noughts/game/match"
)

// wantDone checks that a change failed with a *store.Done, because its idempotency key was already used for a change of
// the match with this id.
func wantDone(t *testing.T, what string, err error, id match.ID) {
	t.Helper()
	var done *store.Done
	if !errors.As(err, &done) || done.Match != id {
		t.Errorf("%s: got error %v, want a Done of %s", what, err, id)
	}
}

func wantCarriedOut(t *testing.T, s store.Store, key string, id match.ID) {
	t.Helper()
	if got, err := s.CarriedOut(t.Context(), key); err != nil || got != id {
		t.Errorf("carried out for %s: %s, %v, want %s", key, got, err, id)
	}
}

func keyedOnce(t *testing.T, s store.Store) {
	r := record("a", "1", 0)
	must(t, saveExpecting(t, s, r, 0, "51"))
	next := with(r, played(r.Match))
	must(t, saveExpecting(t, s, next, 1, "52"))
	wantCarriedOut(t, s, "51", "a")
	wantCarriedOut(t, s, "52", "a")

	after := with(r, played(next.Match))
	wantDone(t, "the same creation", saveExpecting(t, s, r, 0, "51"), "a")
	wantDone(t, "another creation", saveExpecting(t, s, record("b", "1", 0), 0, "51"), "a")
	wantDone(t, "the same change", saveExpecting(t, s, next, 1, "52"), "a")
	wantDone(t, "another change", saveExpecting(t, s, after, 2, "52"), "a")
	wantDone(t, "a change for the key of the creation", saveExpecting(t, s, after, 2, "51"), "a")
	_, err := s.Load(t.Context(), "b")
	wantError(t, "Load b", err, store.ErrNotFound)
	wantStored(t, s, next)
}

func keyOfFailure(t *testing.T, s store.Store) {
	r := record("a", "1", 0)
	mustCreate(t, s, r)
	next := with(r, played(r.Match))
	other := next
	other.Match.ID = "b"
	wantError(t, "a change too late", saveExpecting(t, s, next, 7, "51"), store.ErrVersion)
	wantError(t, "a change of nothing", saveExpecting(t, s, other, 1, "51"), store.ErrNotFound)
	wantError(t, "a creation of what is there", saveExpecting(t, s, r, 0, "51"), store.ErrExists)
	_, err := s.CarriedOut(t.Context(), "51")
	wantError(t, "CarriedOut", err, store.ErrNotFound)
	if err := saveExpecting(t, s, next, 1, "51"); err != nil {
		t.Errorf("the change in time: %v", err)
	}
	wantCarriedOut(t, s, "51", "a")
}

func keyRacers(t *testing.T, s store.Store) {
	const workers = 20
	id := func(worker int) match.ID { return match.ID("m" + strconv.Itoa(worker)) }
	told := make([]error, workers)
	won := winners(workers, func(worker int) bool {
		told[worker] = saveExpecting(t, s, record(id(worker), "1", 0), 0, "51")
		return told[worker] == nil
	})
	if won != 1 {
		t.Fatalf("%d of %d racers won, want one", won, workers)
	}
	records, err := s.Unfinished(t.Context(), match.Scope{Channel: "1"})
	if err != nil || len(records) != 1 {
		t.Fatalf("%d matches were created, %v", len(records), err)
	}
	for worker, err := range told {
		if err != nil {
			wantDone(t, string(id(worker)), err, records[0].Match.ID)
		}
	}
}
