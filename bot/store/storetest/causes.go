package storetest

import (
	"errors"
	"strconv"
	"testing"

	"noughts/bot/store"
	"noughts/game/match"
)

// wantDone checks that err says that a cause was carried out on a match.
func wantDone(t *testing.T, what string, err error, id match.ID) {
	t.Helper()
	var done *store.Done
	if !errors.As(err, &done) || done.Match != id {
		t.Errorf("%s: got error %v, want a Done of %s", what, err, id)
	}
}

func wantCarriedOut(t *testing.T, s store.Store, cause store.Cause, id match.ID) {
	t.Helper()
	if got, err := s.CarriedOut(t.Context(), cause); err != nil || got != id {
		t.Errorf("carried out for %s: %s, %v, want %s", cause, got, err, id)
	}
}

func causedOnce(t *testing.T, s store.Store) {
	r := record("a", "1", 0)
	if err := s.Create(t.Context(), r, "51"); err != nil {
		t.Fatal(err)
	}
	next := played(r.Match)
	if err := s.Save(t.Context(), next, 1, "52"); err != nil {
		t.Fatal(err)
	}
	wantCarriedOut(t, s, "51", "a")
	wantCarriedOut(t, s, "52", "a")

	after := played(next)
	wantDone(t, "the same creation", s.Create(t.Context(), r, "51"), "a")
	wantDone(t, "another creation", s.Create(t.Context(), record("b", "1", 0), "51"), "a")
	wantDone(t, "the same change", s.Save(t.Context(), next, 1, "52"), "a")
	wantDone(t, "another change", s.Save(t.Context(), after, 2, "52"), "a")
	wantDone(t, "a change for the cause of the creation", s.Save(t.Context(), after, 2, "51"), "a")
	_, err := s.Load(t.Context(), "b")
	wantError(t, "Load b", err, store.ErrNotFound)
	r.Match = next
	wantStored(t, s, r)
}

func causeOfFailure(t *testing.T, s store.Store) {
	r := record("a", "1", 0)
	mustCreate(t, s, r)
	next := played(r.Match)
	other := next
	other.ID = "b"
	wantError(t, "a change too late", s.Save(t.Context(), next, 7, "51"), store.ErrVersion)
	wantError(t, "a change of nothing", s.Save(t.Context(), other, 1, "51"), store.ErrNotFound)
	wantError(t, "a creation of what is there", s.Create(t.Context(), r, "51"), store.ErrExists)
	_, err := s.CarriedOut(t.Context(), "51")
	wantError(t, "CarriedOut", err, store.ErrNotFound)
	if err := s.Save(t.Context(), next, 1, "51"); err != nil {
		t.Errorf("the change in time: %v", err)
	}
	wantCarriedOut(t, s, "51", "a")
}

func causeRacers(t *testing.T, s store.Store) {
	const workers = 20
	id := func(worker int) match.ID { return match.ID("m" + strconv.Itoa(worker)) }
	told := make([]error, workers)
	won := race(workers, func(worker int) bool {
		told[worker] = s.Create(t.Context(), record(id(worker), "1", 0), "51")
		return told[worker] == nil
	})
	if won != 1 {
		t.Fatalf("%d of %d racers won, want one", won, workers)
	}
	records, err := s.Unfinished(t.Context(), "1")
	if err != nil || len(records) != 1 {
		t.Fatalf("%d matches were created, %v", len(records), err)
	}
	for worker, err := range told {
		if err != nil {
			wantDone(t, string(id(worker)), err, records[0].Match.ID)
		}
	}
}

func noCause(t *testing.T, s store.Store) {
	mustCreate(t, s, record("a", "1", 0), record("b", "1", 0))
	mustSave(t, s, played(record("a", "1", 0).Match), 1)
	_, err := s.CarriedOut(t.Context(), "")
	wantError(t, "CarriedOut", err, store.ErrNotFound)
}
