package matches

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"noughts/bot/backoff"
	"noughts/bot/queue"
	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/match"
)

const (
	// duePace is how often the bot asks a shared store for matches with work, and the longest pause before it asks again
	// while there is work left. pagePace is the pause before it asks for the next page. idlePace is how often it drops
	// idle matches from memory.
	duePace  = 5 * time.Second
	pagePace = time.Second
	idlePace = time.Minute
	// ownPatience is how long the computer has had the move before resumeTurns starts a search, if none
	// runs. If other processes share the store, sharedPatience applies: one of them may be searching.
	ownPatience    = 2 * time.Second
	sharedPatience = 10 * time.Second
	// firstHeard is the first pause if a clock has run out and it is not known whether the connection was there.
	firstHeard = 100 * time.Millisecond
	// unseenLife is the age of a tournament match up to which its clock is restarted while its board is not posted. In
	// an older match the clock runs out although nobody could move.
	unseenLife = time.Hour
	page       = 200
)

// Run does the work that no request asks for, until ctx ends: it reconciles due matches, resumes searches that no
// process runs, drops idle matches from memory, and deletes old moves.
func (o *Manager) Run(ctx context.Context) {
	var beside sync.WaitGroup
	defer beside.Wait()
	beside.Go(func() { o.dropOldMoves(ctx) })
	beside.Go(func() { o.work(ctx) })
	for backoff.Sleep(ctx, idlePace) == nil {
		o.forgetIdle(time.Now())
	}
}

func (o *Manager) work(ctx context.Context) {
	var due, waiting match.Cursor // where the next query continues
	o.alarm.Run(ctx, duePace, o.deps.Store.Shared(), func(now time.Time) (next time.Time, again bool) {
		again = true // if a panic ends the look
		queue.Guard(o.deps.Log, func() {
			dueLeft, nextDue := o.reconcileDue(ctx, now, &due)
			turnsLeft, nextTurn := o.resumeTurns(ctx, now, &waiting)
			again = dueLeft || turnsLeft
			o.alarm.Set(nextDue)
			o.alarm.Set(nextTurn)
		})
		if due != (match.Cursor{}) || waiting != (match.Cursor{}) {
			next = now.Add(pagePace)
		}
		return next, again
	})
}

// wakeFor makes the manager look when a match has work, unless that is later than the work of others. It must be called
// after each save, even if it is not certain that the record was stored. Changes without a new version, such as SetPing,
// only put work off, or this process does it before.
func (o *Manager) wakeFor(r match.Record) {
	now := time.Now()
	set := func(at time.Time) {
		if !at.After(now) { // a job is about to do this work
			at = now.Add(duePace)
		}
		o.alarm.Set(at)
	}
	if due, ok := r.Due(); ok {
		set(due)
	}
	if r.Match.AwaitsComputer() {
		set(r.Match.Changed.Add(o.patience()))
	}
}

// reconcileDue queues reconcile, which updates a match and its messages, for the matches that are due and whose members
// can reach this process. It reports whether any match is due, and when the next one will be.
func (o *Manager) reconcileDue(ctx context.Context, now time.Time, from *match.Cursor) (left bool, next time.Time) {
	return o.forEach(ctx, now, from, o.deps.Store.Due,
		func(e match.Cursor) bool {
			if since, reached := o.Reach(e.Guild); !reached || now.Sub(since) < reachRest {
				if reached {
					o.alarm.Set(since.Add(reachRest))
				}
				return false
			}
			if l, remembered := o.matchCache.Peek(e.ID); remembered && now.UnixNano() < l.endAt.Load() {
				return false
			}
			o.reconcileSoon(e.ID)
			return true
		})
}

func (o *Manager) patience() time.Duration {
	if o.deps.Store.Shared() {
		return sharedPatience
	}
	return ownPatience
}

// resumeTurns starts searches in matches where the computer has the move, no process searches, and members can reach this
// process. It reports whether there are such matches, and when the next one will be.
func (o *Manager) resumeTurns(ctx context.Context, now time.Time, from *match.Cursor) (left bool, next time.Time) {
	patience := o.patience()
	left, next = o.forEach(ctx, now.Add(-patience), from, o.deps.Store.Waiting,
		func(e match.Cursor) bool {
			if _, reached := o.Reach(e.Guild); !reached {
				return false
			}
			o.queue.RunLast(Key(e.ID), func() { o.reconcile(e.ID, true) })
			return true
		})
	if !next.IsZero() {
		next = next.Add(patience)
	}
	return left, next
}

// forEach reads a list from the store, starting after `*from`, and calls `do` for each entry. It stops once `do` has
// returned true for `page` entries, so that members' requests do not wait behind thousands of matches. It then sets
// `*from` to the last entry that it has read, or to the zero Cursor at the end of the list. It reports whether there was
// an entry or the store has failed, and returns the time of the first entry after `until`.
func (o *Manager) forEach(ctx context.Context, until time.Time, from *match.Cursor, list store.Lister, do func(match.Cursor) bool) (left bool, next time.Time) {
	if *from == (match.Cursor{}) {
		first, err := list.First(ctx, match.Cursor{})
		if o.noteHealth(&o.failedList, err); err != nil || first.IsZero() || first.After(until) {
			return err != nil, first
		}
	}
	for done := 0; done < page && ctx.Err() == nil; {
		entries, err := list(ctx, until, *from, page)
		if o.noteHealth(&o.failedList, err); err != nil {
			return true, next
		}
		left = left || len(entries) > 0
		for _, e := range entries {
			if do(e) {
				done++
			}
		}
		if len(entries) < page {
			*from = match.Cursor{}
			break
		}
		*from = entries[len(entries)-1]
	}
	later, err := list.After(ctx, until)
	return left || err != nil, later
}

// endDue applies the deadlines that have passed in a match, if its members can reach this process.
// The pause before the next attempt grows with each failure of the store.
func (o *Manager) endDue(ctx context.Context, l *cachedMatch) {
	now := time.Now()
	before := l.record.Match
	since, reached := o.Reach(l.record.Place.Guild)
	if !before.IsDue(now) || !reached || now.Sub(since) < reachRest || now.UnixNano() < l.endAt.Load() {
		return
	}
	next, err := o.tick(ctx, l.record, now)
	if errors.Is(err, errUnheard) {
		wait := min(max(now.Sub(before.Deadline), firstHeard), backoff.Shortest)
		l.endAt.Store(now.Add(wait).UnixNano())
		o.reconcileAfter(l, wait)
		return
	}
	if err != nil {
		o.deps.Log.Info("cannot ask Discord whether a player could move, so no clock ends the match yet", "match", l.id, "err", err)
		l.endAt.Store(now.Add(l.endPause.Next()).UnixNano())
		return
	}
	if next.Version == before.Version {
		return
	}
	if next.Warned && !before.Warned && !next.VoteRuns() && !o.warn(ctx, l, next) {
		return // the match stays due, and the next reconcile tries again
	}
	switch err = o.saveUnasked(ctx, l, next); {
	case err == nil:
		l.endPause.Reset()
		o.deps.Log.Info("time ran out", "match", l.id, "version", next.Version, "over", next.Status == match.Over, "stranded", !next.Stranded.IsZero())
		o.playComputer(ctx, l) // the computer's move, if a team's vote has chosen a move
	case !store.IsAnswer(err):
		l.endAt.Store(now.Add(l.endPause.Next()).UnixNano())
	}
}

func (o *Manager) tick(ctx context.Context, rec match.Record, now time.Time) (match.Match, error) {
	since, err := o.movableSince(ctx, rec, now)
	switch {
	case errors.Is(err, errStranded):
		return rec.Match.Strand(now), nil
	case err != nil:
		return rec.Match, err
	}
	return rec.TickAfter(since, now), nil
}

// errStranded means that the player to move cannot move where the match is. errUnheard means that Discord has given no
// sign of life since the clock ran out, so the connection may have been gone before.
var (
	errStranded = errors.New("the player to move cannot move there")
	errUnheard  = errors.New("nothing heard from Discord since the clock ran out")
)

// movableSince returns the time before which a clock that ran out starts again: since when the player to move has been able
// to move without a break, and reachRest more. It is asked before a clock ends a game, and has all reasons why a player
// could not move: the server's members could not move at all (Reach), the match had no board yet, or the player cannot use
// the place of the match (errStranded). errUnheard, and other errors, which are Discord's, mean that it is not known.
func (o *Manager) movableSince(ctx context.Context, rec match.Record, now time.Time) (time.Time, error) {
	since, reached := o.Reach(rec.Place.Guild)
	since = since.Add(reachRest)
	if !reached || rec.Tournament != "" && rec.Message == "" && now.Sub(rec.Match.Created) < unseenLife {
		since = now
	}
	_, heard, _ := o.deps.Connected(rec.Place.Guild)
	switch {
	case !rec.Match.IsDue(now) || rec.Match.Status != match.Playing:
		return since, nil
	case heard.Before(rec.Match.Deadline):
		return since, errUnheard
	case rec.Match.Watched() && rec.Message == "":
		return since, errStranded // nobody watches
	case rec.Place.Guild == "" || rec.Place.Away:
		return since, nil // Discord does not say
	}
	channel, mover := rec.Place.Channel, rec.Match.ToMove()
	if mover.IsTeam() && mover.Team == rec.Mirror.Channel {
		channel = mover.Team
	}
	if rec.Tournament != "" {
		mover.ID = "" // a player who leaves the server, or must not play there, does not hold up a tournament
	}
	can, err := o.deps.Discord.CanPlay(ctx, rec.Place.Guild, channel, mover.ID)
	switch _, again := rest.MayRetry(err); {
	case err == nil && !can:
		return since, errStranded
	case again:
		return since, err
	}
	return since, nil
}

// warn posts the warning that a match will soon be abandoned. `next` is the match that the caller saves after the
// warning. The warning is posted first, so a crash cannot lose it, and its nonce keeps Discord from posting it twice.
// warn returns false if it must be called again.
func (o *Manager) warn(ctx context.Context, l *cachedMatch, next match.Match) bool {
	switch {
	case l.record.Place.Away:
		return true // the bot may not post in the channel
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
