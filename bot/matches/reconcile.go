package matches

import (
	"context"
	"errors"
	"time"

	"noughts/bot/backoff"
	"noughts/bot/rest"
	"noughts/commands/plan"
	"noughts/game/match"
)

// reconcileLimit is how long reconciling a match may take.
const reconcileLimit = 10 * time.Second

// reconcileSoon has a match reconciled after what is in work for it.
func (o *Owner) reconcileSoon(id match.ID) {
	o.queue.RunLast(Key(id), func() { o.reconcile(id, false) })
}

// reconcileAfter has a match reconciled after a while, unless that happens sooner.
func (o *Owner) reconcileAfter(l *live, wait time.Duration) {
	if o.ctx.Err() != nil {
		return // the next process does it
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

// reconcile brings a match and what shows it up to date. It may be called at any time
// and any number of times: it looks at what is, not at what has happened. resumeTurn
// says that no process works on the computer's turn.
func (o *Owner) reconcile(id match.ID, resumeTurn bool) {
	if l, ok := o.memory.Peek(id); ok && l.broken {
		return // it would fail again: it is left alone until a member acts on it
	}
	ctx, cancel := context.WithTimeout(o.ctx, reconcileLimit)
	defer cancel()
	o.withMatch(id, func(l *live) {
		l.timed.Store(false)
		if !l.loaded || o.Store.Shared() {
			switch err := o.load(ctx, l); {
			case errors.Is(err, plan.ErrNoMatch), errors.Is(err, plan.ErrDamaged):
				return
			case err != nil:
				o.Log.Warn("a match cannot be loaded", "match", id, "err", err)
				o.reconcileAfter(l, backoff.Longest)
				return
			}
		}
		if l.board.unsaved {
			o.saveMessage(l)
		}
		if o.noteNext(ctx, l) {
			o.endDue(ctx, l)
		}
		if resumeTurn {
			o.think(l, l.record.Match)
		}
		o.playFound(ctx, l)
		o.postBoard(ctx, l)
		if wait := time.Until(l.board.retryAt); wait > 0 && !o.closed.Load() {
			o.reconcileAfter(l, wait)
		} else if o.confirm(ctx, l) {
			o.mindThread(ctx, l)
			o.editLive(ctx, l)
			o.closeThread(ctx, l)
		}
		o.editRetired(ctx, l)
		o.showMirror(ctx, l)
		o.tellPlayers(ctx, l)
	})
}

// Reconcile brings up to date what an interaction may have left behind that came too
// late to be answered: an earlier delivery of it may have been carried out, and its
// answer got lost with the process. key is what the interaction keeps order with,
// and answer has its token.
func (o *Owner) Reconcile(key, interaction string, answer rest.Message) {
	o.queue.Submit(key, func() {
		ctx, cancel := context.WithTimeout(o.ctx, reconcileLimit)
		defer cancel()
		id, err := o.Store.CarriedOut(ctx, interaction)
		if err != nil {
			return // nothing was done for it, or the next press tells
		}
		o.queue.HandOver(Key(id), func() { o.findAnswer(id, answer) })
	})
}

// findAnswer asks Discord for the answer to an interaction that was carried out on a
// match. If it is newer than the live message, it becomes the live message.
func (o *Owner) findAnswer(id match.ID, answer rest.Message) {
	ctx, cancel := context.WithTimeout(o.ctx, editLimit)
	defer cancel()
	o.withMatch(id, func(l *live) {
		if !l.loaded && o.load(ctx, l) != nil {
			return
		}
		if c := l.record.Mirror.Channel; c != "" && c == answer.Channel {
			l.mirror.shown, l.unreconciled = 0, true // the second message is no live one
			return
		}
		message, private, err := o.Discord.Original(ctx, answer.App, answer.Token)
		b := &l.board
		if err != nil || private || message != b.message.ID && !newer(message, b.last.ID) {
			return
		}
		answer.ID = message
		o.setLive(l, answer, 0)
		l.unreconciled = true
	})
}
