// Package storetest is the contract of store.Store as a test suite: every store
// runs the same one.
package storetest

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
)

// epoch is when the suite's matches begin. It is in whole milliseconds, as
// stores keep times.
var epoch = time.Date(2026, 1, 2, 3, 4, 5, 678_000_000, time.UTC)

// Run runs the suite over stores that open returns: a new and empty one at each
// call. The suite closes them.
func Run(t *testing.T, open func(t *testing.T) store.Store) {
	t.Helper()
	tests := map[string]func(*testing.T, store.Store){
		"whatever a match can be is loaded as it was": created,
		"an id is taken once":                         taken,
		"a match that is not there":                   missing,
		"a save replaces the match":                   saved,
		"a save under another version is refused":     stale,
		"twenty racers and one winner":                racers,
		"the live message is no change":               message,
		"the caller keeps its own list of moves":      separate,
		"nothing is done for a caller who is gone":    cancelled,

		"a cause is carried out once":               causedOnce,
		"a change that fails leaves no cause":       causeOfFailure,
		"twenty racers for one cause":               causeRacers,
		"the bot's own doing has no cause":          noCause,
		"a channel's unfinished matches":            unfinished,
		"a member's unfinished matches":             unfinishedOf,
		"how many matches are open":                 openMatches,
		"what is due":                               due,
		"what waits for the computer":               waiting,
		"finished matches":                          finished,
		"finished matches page by page":             finishedPages,
		"a member is forgotten":                     forgotten,
		"two opponents are forgotten":               bothForgotten,
		"random lives are listed as they should be": randomLives,
		"the store can be used":                     usable,
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			t.Cleanup(func() {
				if err := s.Close(); err != nil {
					t.Errorf("Close: %v", err)
				}
			})
			test(t, s)
		})
	}
}

// The members that play in the suite.
const (
	alice = "100"
	bob   = "200"
	carol = "300"
)

// record returns a challenge of alice's to bob in a channel, made age after the
// epoch.
func record(id match.ID, channel string, age time.Duration) store.Record {
	now := epoch.Add(age)
	return store.Record{
		Match: match.Match{
			ID: id, Version: 1, Owner: alice,
			Players:  [2]match.Player{match.Person(alice), match.Person(bob)},
			Options:  match.Options{Variant: game.Ultimate, Clock: time.Minute},
			Status:   match.Challenge,
			Deadline: now.Add(match.ChallengeLife),
			Created:  now, Changed: now,
		},
		Guild: "7", Channel: channel, Locale: "en-US", Style: "box",
	}
}

// played returns a match with some moves and everything else set.
func played(m match.Match) match.Match {
	m.Version++
	m.Status = match.Playing
	m.Begins = game.O
	m.Moves = []game.Square{40, 30, 10}
	m.DrawOffer = game.X
	m.TakebackAsk = game.O
	m.Changed = m.Changed.Add(time.Second)
	m.Deadline = m.Changed.Add(m.Options.Clock)
	return m
}

// declined returns a record whose challenge was declined.
func declined(r store.Record) store.Record {
	r.Match.Status = match.Over
	r.Match.Result = match.Result{Reason: match.Declined}
	r.Match.Deadline = time.Time{}
	return r
}

// resigned returns a record that was played and given up at a time.
func resigned(r store.Record, at time.Time) store.Record {
	r.Match = played(r.Match)
	r.Match.Status = match.Over
	r.Match.Result = match.Result{Winner: game.X, Reason: match.ByResignation}
	r.Match.DrawOffer, r.Match.TakebackAsk = game.Empty, game.Empty
	r.Match.Changed, r.Match.Deadline = at, time.Time{}
	return r
}

// seat returns a record with other players, the first of whom owns it.
func seat(r store.Record, x, o match.Player) store.Record {
	r.Match.Players = [2]match.Player{x, o}
	r.Match.Owner = x.ID
	return r
}

func mustCreate(t *testing.T, s store.Store, records ...store.Record) {
	t.Helper()
	for _, r := range records {
		if err := s.Create(t.Context(), r, ""); err != nil {
			t.Fatalf("Create %s: %v", r.Match.ID, err)
		}
	}
}

func mustSave(t *testing.T, s store.Store, m match.Match, expected int) {
	t.Helper()
	if err := s.Save(t.Context(), m, expected, ""); err != nil {
		t.Fatalf("Save %s expecting %d: %v", m.ID, expected, err)
	}
}

func mustLoad(t *testing.T, s store.Store, id match.ID) store.Record {
	t.Helper()
	r, err := s.Load(t.Context(), id)
	if err != nil {
		t.Fatalf("Load %s: %v", id, err)
	}
	return r
}

func wantStored(t *testing.T, s store.Store, want store.Record) {
	t.Helper()
	if diff := cmp.Diff(want, mustLoad(t, s, want.Match.ID)); diff != "" {
		t.Errorf("stored is another match (-want +got):\n%s", diff)
	}
}

func wantError(t *testing.T, what string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s: got error %v, want %v", what, got, want)
	}
}

// ids returns the ids of records.
func ids(records []store.Record) []match.ID {
	var all []match.ID
	for _, r := range records {
		all = append(all, r.Match.ID)
	}
	return all
}
