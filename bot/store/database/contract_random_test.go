package database_test

import (
	"cmp"
	"flag"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
)

var seed = flag.Uint64("storeseed", 20261122, "of the random matches in a store")

// A model computes what a store should return after random changes. It keeps the matches in a plain slice.
type model struct {
	rng     *rand.Rand
	now     time.Time
	records []match.Record
}

var (
	modelMembers  = []string{alice, bob, carol}
	modelChannels = []string{"1", "2", "3"}
)

// randomLives makes random changes to a store and to a model of it, and checks that both return the same lists of
// matches.
func randomLives(t *testing.T, s store.Store) {
	t.Logf("seed %d", *seed)
	w := &model{rng: rand.New(rand.NewPCG(*seed, 1)), now: epoch}
	for step := range 250 {
		w.now = w.now.Add(time.Duration(w.rng.IntN(4)) * 20 * time.Second)
		if w.rng.IntN(4) == 0 {
			w.create(t, s)
		} else {
			w.change(t, s)
		}
		if step%5 == 0 {
			w.compare(t, s)
		}
		if t.Failed() {
			t.Fatalf("at step %d", step)
		}
	}
}

func pick[T any](w *model, from ...T) T { return from[w.rng.IntN(len(from))] }

func (w *model) create(t *testing.T, s store.Store) {
	t.Helper()
	owner := pick(w, modelMembers...)
	x, o := match.Person(owner), pick(w, match.Player{}, match.Computer("weak"), match.Person(pick(w, modelMembers...)))
	if w.rng.IntN(5) == 0 {
		x, o = match.Computer("strong"), match.Computer("weak")
	}
	options := match.Options{
		Variant: pick(w, game.Ultimate, game.Classic(3), game.InARow(7, 4)), First: pick(w, match.FirstX, match.FirstO),
		Clock: pick(w, 0, time.Minute),
	}
	m, err := match.New(match.ID("m"+strconv.Itoa(len(w.records))), owner, x, o, options, game.X, w.now)
	if err != nil {
		return // nobody can play against themselves
	}
	r := match.Record{Match: m, Place: match.Place{Guild: pick(w, "7", "8", ""), Channel: pick(w, modelChannels...)}}
	mustCreate(t, s, r)
	w.records = append(w.records, r)
}

func (w *model) change(t *testing.T, s store.Store) {
	t.Helper()
	if len(w.records) == 0 {
		return
	}
	r := &w.records[w.rng.IntN(len(w.records))]
	next, err := w.happens(r.Match, pick(w, modelMembers...))
	if err != nil || next.Version == r.Match.Version {
		return
	}
	mustSave(t, s, with(*r, next), r.Match.Version)
	r.Match = next
}

func (w *model) happens(m match.Match, member string) (match.Match, error) {
	move := game.At(w.rng.IntN(m.Options.Variant.Size()), w.rng.IntN(m.Options.Variant.Size()))
	switch w.rng.IntN(12) {
	case 0:
		return m.Accept(member, game.X, w.now)
	case 1:
		return m.Decline(member, w.now)
	case 2:
		return m.Resign(member, w.now)
	case 3:
		return m.AskTakeback(member, w.now)
	case 4:
		return m.OfferDraw(member, w.now)
	case 5:
		return m.Tick(w.now), nil
	case 6, 7:
		return m.PlayComputer(move, w.now)
	}
	next, err := m.Play(member, move, w.now)
	if reply := pick(w, 0, game.At(1, 1), game.At(0, 2)); err == nil && reply > 0 {
		if both, err := next.PlayComputer(reply, w.now); err == nil {
			return both, nil // both moves in one save
		}
	}
	return next, err
}

func (w *model) compare(t *testing.T, s store.Store) {
	t.Helper()
	ctx := t.Context()
	due, err := s.Due(ctx, w.now, store.Entry{}, 1000)
	wantIDs(t, "due", entryIDs(due), err, w.due()...)
	waiting, err := s.Waiting(ctx, w.now, store.Entry{}, 3)
	wantIDs(t, "waiting", entryIDs(waiting), err, w.waiting(3)...)
	for _, channel := range modelChannels {
		in := func(r match.Record) bool { return r.Place.Channel == channel }
		got, err := s.Unfinished(ctx, store.Scope{Channel: channel})
		wantRecords(t, "unfinished in "+channel, got, err, w.unfinished(in)...)
		got, err = s.Finished(ctx, store.Query{Channel: channel, Limit: 1000})
		wantRecords(t, "finished in "+channel, got, err, w.finished(in)...)
	}
	for _, member := range modelMembers {
		of := func(r match.Record) bool { return r.Match.Starter == member || r.Match.Side(member) != game.Empty }
		got, err := s.Unfinished(ctx, store.Scope{Member: member})
		wantRecords(t, "unfinished of "+member, got, err, w.unfinished(of)...)
		got, err = s.Finished(ctx, store.Query{Member: member, Limit: 1000})
		wantRecords(t, "finished of "+member, got, err, w.finished(of)...)
	}
}

func entryIDs(entries []store.Entry) []match.ID {
	var all []match.ID
	for _, e := range entries {
		all = append(all, e.ID)
	}
	return all
}

// list returns the ids of those records for which `chosen` returns true, ordered by the time `at` and then by id.
func (w *model) list(chosen func(match.Record) bool, at func(match.Match) time.Time) []match.ID {
	var found []match.Record
	for _, r := range w.records {
		if chosen(r) {
			found = append(found, r)
		}
	}
	slices.SortFunc(found, func(a, b match.Record) int {
		return cmp.Or(at(a.Match).Compare(at(b.Match)), cmp.Compare(a.Match.ID, b.Match.ID))
	})
	return ids(found)
}

func changed(m match.Match) time.Time { return m.Changed }

func (w *model) unfinished(chosen func(match.Record) bool) []match.ID {
	return w.list(func(r match.Record) bool { return r.Match.Status != match.Over && chosen(r) },
		func(m match.Match) time.Time { return m.Created })
}

func (w *model) finished(chosen func(match.Record) bool) []match.ID {
	all := w.list(func(r match.Record) bool { return r.Match.Status == match.Over && len(r.Match.Moves) > 0 && chosen(r) }, changed)
	slices.Reverse(all)
	return all
}

func (w *model) due() []match.ID {
	return w.list(func(r match.Record) bool {
		due, ok := r.Due()
		return ok && !due.After(w.now)
	}, func(m match.Match) time.Time {
		due, _ := match.Record{Match: m}.Due() // matches in this test have no pings, so their due time depends on the match alone
		return due
	})
}

func (w *model) waiting(limit int) []match.ID {
	all := w.list(func(r match.Record) bool { return r.Match.ToMove().IsComputer() && r.Match.Changed.Before(w.now) }, changed)
	return all[:min(limit, len(all))]
}
