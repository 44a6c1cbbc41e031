package matches

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"noughts/bot/backoff"
	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/match"
)

const (
	// clockPace is how often the store is asked for due matches: deadlines are shown to the second. turnPace is
	// the same for the computer's turns, and idlePace for dropping idle matches.
	clockPace = time.Second
	turnPace  = 5 * time.Second
	idlePace  = time.Minute
	// ownPatience is how long a match may wait for the computer before its turn is resumed, and sharedPatience
	// the same if another process may be thinking about it.
	ownPatience    = 2 * time.Second
	sharedPatience = 10 * time.Second
	// reachRest is how long members must have reached this process before its clocks end anything. The process
	// that they reached before ends what is due in that time.
	reachRest = 5 * time.Second
	// unseenLife is how long a match of a tournament waits for its board to be posted before its
	// clock runs out anyway.
	unseenLife = time.Hour
	// page is how many matches a query returns.
	page = 200
)

// Run does the work that no request asks for, until ctx ends: it ends games whose clocks run out, resumes turns
// of the computer that no process works on, and drops idle matches from memory.
func (o *Owner) Run(ctx context.Context) {
	clock, turns, idle := time.NewTicker(clockPace), time.NewTicker(turnPace), time.NewTicker(idlePace)
	defer clock.Stop()
	defer turns.Stop()
	defer idle.Stop()
	var beside sync.WaitGroup
	defer beside.Wait()
	beside.Go(func() { o.dropOldMoves(ctx) })
	var due, waiting store.Entry // the entry to continue from
	for {
		select {
		case <-clock.C:
			o.guard(func() { o.reconcileDue(ctx, &due) })
			if waiting != (store.Entry{}) {
				o.guard(func() { o.resumeTurns(ctx, &waiting) })
			}
		case <-turns.C:
			o.guard(func() { o.resumeTurns(ctx, &waiting) })
		case now := <-idle.C:
			o.forgetIdle(now)
		case <-ctx.Done():
			return
		}
	}
}

// reconcileDue reconciles the matches that are due and whose members can reach this
// process.
func (o *Owner) reconcileDue(ctx context.Context, from *store.Entry) {
	now := time.Now()
	o.forEach(ctx, from, func(after store.Entry) ([]store.Entry, error) { return o.deps.Store.Due(ctx, now, after, page) },
		func(e store.Entry) bool {
			l, remembered := o.matchCache.Peek(e.ID)
			_, reached := o.reachedSince(e.Guild, now)
			if !reached || remembered && now.UnixNano() < l.endAt.Load() {
				return false
			}
			o.reconcileSoon(e.ID)
			return true
		})
}

// reachedSince returns since when members of a guild reach this process. It returns false if they do not, or
// not for long enough for its clocks to end anything.
func (o *Owner) reachedSince(guild string, now time.Time) (since time.Time, ok bool) {
	since, reached := o.deps.Reach(guild)
	return since, reached && now.Sub(since) >= reachRest
}

// resumeTurns has the computer think in matches where it has the move and no process thinks.
func (o *Owner) resumeTurns(ctx context.Context, from *store.Entry) {
	patience := ownPatience
	if o.deps.Store.Shared() {
		patience = sharedPatience
	}
	before := time.Now().Add(-patience)
	o.forEach(ctx, from, func(after store.Entry) ([]store.Entry, error) { return o.deps.Store.Waiting(ctx, before, after, page) },
		func(e store.Entry) bool {
			o.queue.RunLast(Key(e.ID), func() { o.reconcile(e.ID, true) })
			return true
		})
}

// forEach goes through the entries of the store's list, beginning with from, until it has worked on one page of
// them, so that members do not wait behind ten thousand. It sets from to the entry to continue with, or to the
// beginning after the last one.
func (o *Owner) forEach(ctx context.Context, from *store.Entry, list func(after store.Entry) ([]store.Entry, error), do func(store.Entry) bool) {
	for done := 0; done < page && ctx.Err() == nil; {
		entries, err := list(*from)
		if o.failedList.note(err); err != nil {
			return
		}
		for _, e := range entries {
			if do(e) {
				done++
			}
		}
		if len(entries) < page {
			*from = store.Entry{}
			return
		}
		*from = entries[len(entries)-1]
	}
}

// endDue ends what is due in a match, if its members can reach this process. After each failure of the store it
// waits longer.
func (o *Owner) endDue(ctx context.Context, l *live) {
	now := time.Now()
	back, reached := o.reachedSince(l.record.Place.Guild, now)
	if !reached || now.UnixNano() < l.endAt.Load() {
		return
	}
	before := l.record.Match
	if l.record.Tournament != "" && l.record.Message == "" && now.Sub(before.Created) < unseenLife {
		back = now // nobody could move
	}
	next := l.record.TickAfter(back, now)
	if next.Version == before.Version {
		return
	}
	if next.Warned && !before.Warned && !next.VoteRuns() && !o.warn(ctx, l, next) {
		return // it stays due
	}
	err := o.save(ctx, l, next, "")
	switch {
	case err == nil:
		l.endPause.Reset()
		o.deps.Log.Info("time ran out", "match", l.id, "version", next.Version, "over", next.Status == match.Over)
		o.playReply(ctx, l) // after the move that a team has voted for
	case errors.Is(err, store.ErrVersion):
		if o.load(ctx, l) == nil { // somebody has voted, or moved
			l.unreconciled = true
		}
	case !store.Answered(err):
		l.endAt.Store(now.Add(l.endPause.Next()).UnixNano())
	}
}

// warn posts the notice that a match is about to be abandoned. next is the match as it will be saved. The
// notice is posted before next is saved, so it cannot be lost; Discord posts it once. warn returns false if it
// must be repeated.
func (o *Owner) warn(ctx context.Context, l *live, next match.Match) bool {
	switch {
	case l.record.Place.Away:
		return true // the bot may not post there
	case time.Now().Before(l.warnAt):
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	record := l.record
	record.Match = next
	nonce := string(l.id) + "-" + strconv.Itoa(next.Version)
	_, err := o.deps.Discord.Post(ctx, record.Place.Channel, nonce, o.deps.Views.Warning(record).Response(plan.Anew).Data)
	if err == nil {
		return true
	}
	o.deps.Log.Info("cannot warn the players of a match about to be abandoned", "match", l.id, "err", err)
	wait, later := rest.MayRetry(err)
	if later {
		l.warnAt = time.Now().Add(max(wait, backoff.Longest))
	}
	return !later
}
