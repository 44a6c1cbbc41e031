package matches

import (
	"context"
	"errors"
	"time"

	"noughts/bot/backoff"
	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/match"
)

const reconcileLimit = 10 * time.Second

// reconcileSoon queues a call of reconcile for a match, behind the match's pending jobs.
func (o *Manager) reconcileSoon(id match.ID) {
	o.queue.RunLast(Key(id), func() { o.reconcile(id, false) })
}

// reconcileAfter schedules a call of reconcile for a match after the time `wait`, unless an earlier call is scheduled.
func (o *Manager) reconcileAfter(l *cachedMatch, wait time.Duration) {
	if o.untilStop.Err() != nil {
		return // the next process reconciles the match
	}
	at := time.Now().Add(wait)
	if l.timer != nil && l.timerAt.After(time.Now()) && !l.timerAt.After(at) {
		return
	}
	if l.timer != nil {
		l.timer.Stop()
	}
	id := l.id
	l.timerAt = at
	l.timed.Store(true)
	l.timer = time.AfterFunc(wait, func() { o.reconcileSoon(id) })
}

// reconcile updates a match and the messages that show it. It may be called at any time and any
// number of times, because it compares states and does not rely on events. resumeTurn says that no
// process searches for the computer's move.
func (o *Manager) reconcile(id match.ID, resumeTurn bool) {
	if l, ok := o.matchCache.Peek(id); ok && l.broken {
		return // another attempt would fail too, so wait until a member acts on the match
	}
	o.onMatch(id, reconcileLimit, func(ctx context.Context, l *cachedMatch) {
		l.timed.Store(false)
		if (!l.loaded || o.deps.Store.Shared()) && !o.reload(ctx, l) {
			return
		}
		o.noteVacations(ctx, l)
		if o.noteNext(ctx, l) {
			o.endDue(ctx, l)
		}
		if resumeTurn {
			o.think(l, l.record.Match)
		}
		o.playFound(ctx, l)
		if o.catchUp(ctx, l); isUnseen(l) {
			o.strand(ctx, l)
		}
		if r := l.record; r.Tournament != "" && r.Match.Status == match.Over { // the save that ended the match may not have been confirmed
			o.deps.TournamentGame(r.Tournament)
		}
	})
}

// reload loads a match. It returns false if the match is gone or damaged, or if the load failed.
// After a failed load it schedules another attempt.
func (o *Manager) reload(ctx context.Context, l *cachedMatch) bool {
	switch err := o.load(ctx, l); {
	case errors.Is(err, plan.ErrNoMatch), errors.Is(err, plan.ErrDamaged):
		return false
	case err != nil:
		o.deps.Log.Warn("cannot load a match", "match", l.id, "err", err)
		o.reconcileAfter(l, backoff.Longest)
		return false
	}
	return true
}

// Reconcile finishes the work of an interaction that arrived too late to be answered. A process may have handled an
// earlier delivery of the interaction and died before it answered. `key` is the queue key of the interaction. `answer`
// is the message of the answer, without an id but with the interaction's token.
func (o *Manager) Reconcile(key, interaction string, answer rest.Message) {
	o.queue.Submit(key, func() {
		ctx, cancel := context.WithTimeout(o.untilStop, reconcileLimit)
		defer cancel()
		id, err := o.deps.Store.CarriedOut(ctx, interaction)
		if err != nil {
			return // either the interaction has changed nothing, or the store failed, and then the next press repairs the board
		}
		o.queue.HandOver(Key(id), func() { o.findAnswer(id, answer) })
	})
}

// findAnswer asks Discord for the answer to an interaction that has changed a match. If that answer
// is newer than the live message, it becomes the live message.
func (o *Manager) findAnswer(id match.ID, answer rest.Message) {
	o.onMatch(id, callLimit, func(ctx context.Context, l *cachedMatch) {
		if !l.loaded && o.load(ctx, l) != nil {
			return
		}
		if c := l.record.Mirror.Channel; c != "" && c == answer.Channel {
			l.shown, l.unreconciled = l.shown.MirrorPressed(), true // the second team's message is never the live message
			return
		}
		message, private, err := o.deps.Discord.Original(ctx, answer.App, answer.Token)
		if err != nil || private {
			return
		}
		answer.ID = message
		l.shown, l.unreconciled = l.shown.Found(answer), true
	})
}

// noteNext checks whether the next match of a series or of a hill (see match.Hill) has begun, and records that in the
// finished match. The id of the next match is m.ID.Next, so noteNext asks the store for that id. It returns false if the
// next match may have begun but that is not recorded.
func (o *Manager) noteNext(ctx context.Context, l *cachedMatch) bool {
	m := l.record.Match
	if !m.GoesOn() {
		return true
	}
	switch _, err := o.deps.Store.Load(ctx, m.ID.Next()); {
	case errors.Is(err, store.ErrNotFound):
		return true
	case err != nil && !errors.Is(err, store.ErrCorrupt):
		o.deps.Log.Warn("cannot look up the match that follows another", "match", l.id, "err", err)
		o.reconcileAfter(l, backoff.Longest)
		return false
	}
	return o.saveUnasked(ctx, l, m.Continue()) == nil
}
