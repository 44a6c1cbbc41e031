package matches

import (
	"context"
	"time"

	"noughts/bot/store"
)

const (
	// clockPace is how often the store is asked for matches that are due: deadlines are
	// shown to the second. turnPace is the same for the computer's turns.
	clockPace = time.Second
	turnPace  = 5 * time.Second
	// patience is how long a match waits for its computer before that counts as
	// forgotten: shorter for a process that knows that no other thinks about it.
	ownPatience    = 2 * time.Second
	sharedPatience = 10 * time.Second
	// page is how many matches are asked for at once.
	page = 200
)

// Run looks after what no member asks for, until ctx ends: clocks that run out,
// turns of the computer that no process works on, and memory.
func (o *Owner) Run(ctx context.Context) {
	clock, turns, sweep := time.NewTicker(clockPace), time.NewTicker(turnPace), time.NewTicker(sweepPace)
	defer clock.Stop()
	defer turns.Stop()
	defer sweep.Stop()
	var due, waiting store.Entry // from which to go on
	for {
		select {
		case <-clock.C:
			o.guard(func() { o.tendDue(ctx, &due) })
			if waiting != (store.Entry{}) {
				o.guard(func() { o.takeUpTurns(ctx, &waiting) })
			}
		case <-turns.C:
			o.guard(func() { o.takeUpTurns(ctx, &waiting) })
		case now := <-sweep.C:
			o.sweep(now)
		case <-ctx.Done():
			return
		}
	}
}

// tendDue tends the matches that are due and whose members could come.
func (o *Owner) tendDue(ctx context.Context, from *store.Entry) {
	now := time.Now()
	err := some(ctx, from, func(after store.Entry) ([]store.Entry, error) { return o.Store.Due(ctx, now, after, page) },
		func(e store.Entry) bool {
			back, reached := o.Reach(e.Guild)
			if !reached || now.Sub(back) < reachRest {
				return false
			}
			o.tendSoon(e.ID)
			return true
		})
	if err != nil {
		o.Log.Error("the clocks cannot ask for what is due", "err", err)
	}
}

// takeUpTurns has the computer think where it is to move and no process thinks.
func (o *Owner) takeUpTurns(ctx context.Context, from *store.Entry) {
	patience := ownPatience
	if o.Store.Shared() {
		patience = sharedPatience
	}
	before := time.Now().Add(-patience)
	err := some(ctx, from, func(after store.Entry) ([]store.Entry, error) { return o.Store.Waiting(ctx, before, after, page) },
		func(e store.Entry) bool {
			o.queue.Soon(Key(e.ID), func() { o.tend(e.ID, true) })
			return true
		})
	if err != nil {
		o.Log.Error("cannot ask for the computer's turns", "err", err)
	}
}

// some goes through the entries that the store has, from one on, until it has done
// something about a page of them, so that members do not wait behind ten thousand. It
// notes where to go on: from the beginning, when there are no more.
func some(ctx context.Context, from *store.Entry, read func(after store.Entry) ([]store.Entry, error), do func(store.Entry) bool) error {
	for done := 0; done < page && ctx.Err() == nil; {
		entries, err := read(*from)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if do(e) {
				done++
			}
		}
		if len(entries) < page {
			*from = store.Entry{}
			return nil
		}
		*from = entries[len(entries)-1]
	}
	return nil
}
