package matches

import (
	"cmp"
	"context"
	"errors"
	"time"

	"noughts/bot/backoff"
	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/match"
)

// A mirror is the second message of a match, for the other of two teams, as far as this
// process knows. It is no live message: it is posted and edited by the bot's own right alone,
// and never shown anew.
type mirror struct {
	shown    int       // the match.Record.Revision that it shows, 0 when that is not known
	unsaved  string    // its id, or match.NoMirror, if that could not be stored yet,
	saveAt   time.Time // and not before this time again
	editedAt time.Time
	failures int       // in a row
	retryAt  time.Time // no call before
}

// inMirror says whether a request comes from where the other of two teams sees a match.
func (l *live) inMirror(r *plan.Request) bool {
	return l.record.Mirror.Channel != "" && r.Place.Channel == l.record.Mirror.Channel
}

// mirrorIsBehind says whether the second message, if there is to be one, does not show the
// newest version and all votes, as far as is known.
func (l *live) mirrorIsBehind() bool {
	return l.record.Mirror.Channel != "" && l.mirrorMessage() != match.NoMirror && l.mirror.shown < l.record.Revision()
}

// mirrorMessage returns the id of the second message, stored or not, and "" for none.
func (l *live) mirrorMessage() string { return cmp.Or(l.record.Mirror.Message, l.mirror.unsaved) }

// noteMirror notes what became of an answer in the second message, which is never the live
// one: that is edited.
func (o *Owner) noteMirror(l *live, r *plan.Request, s Sent) {
	l.unreconciled = true
	l.mirror.shown = 0
	if s.Fate == Confirmed || s.Fate == Unconfirmed {
		l.mirror.shown = l.record.Revision()
	}
	if l.record.Mirror.Message == "" { // it was posted, and the process died
		o.saveMirror(l, r.Message.ID)
	}
}

// saveMirror stores which message is the second one. When that fails, reconcile tries again.
func (o *Owner) saveMirror(l *live, message string) {
	ctx, cancel := context.WithTimeout(o.ctx, editLimit)
	defer cancel()
	noted, err := o.Store.SetMirror(ctx, l.id, message)
	switch {
	case err == nil:
		l.record.Mirror.Message, l.mirror.unsaved = noted, ""
	case !errors.Is(err, store.ErrNotFound):
		l.mirror.unsaved, l.mirror.saveAt = message, time.Now().Add(backoff.Longest)
		o.Log.Warn("cannot store which message shows a match to the other team", "match", l.id, "err", err)
		o.reconcileAfter(l, backoff.Longest)
	}
}

// showMirror posts the second message of a match, or brings it up to date. It is posted
// under the name of the match, so that Discord takes it once; while that is not noted the
// match is due.
func (o *Owner) showMirror(ctx context.Context, l *live) {
	m := &l.mirror
	if m.unsaved != "" && (!time.Now().Before(m.saveAt) || o.closed.Load()) {
		o.saveMirror(l, m.unsaved)
	}
	if !l.mirrorIsBehind() {
		return
	}
	pause := time.Until(m.retryAt)
	if l.record.Match.VoteRuns() {
		pause = max(pause, time.Until(m.editedAt.Add(votePace)))
	}
	if pause > 0 && !o.closed.Load() {
		o.reconcileAfter(l, pause)
		return
	}
	ctx, cancel := context.WithTimeout(ctx, editLimit)
	defer cancel()
	at, revision := l.record.Mirror, l.record.Revision()
	content := o.Views.Live(l.record, plan.View{}, plan.InPlace)
	var err error
	switch {
	case l.mirrorMessage() != "":
		_, err = o.Discord.Edit(ctx, rest.Message{Channel: at.Channel, ID: l.mirrorMessage()}, content.Components)
	case l.record.Match.Status != match.Over:
		var id string
		if id, err = o.Discord.Post(ctx, at.Channel, string(l.id)+"-2", content.Response(plan.Anew).Data); err == nil {
			o.saveMirror(l, id)
		}
	}
	if err == nil {
		m.shown, m.failures, m.editedAt = revision, 0, time.Now()
		return
	}
	o.retryMirror(l, err)
}

// retryMirror has a call that failed made again: after a rate limit as often as it takes,
// else a few times. Where the bot may not post it is noted that there is no second message.
func (o *Owner) retryMirror(l *live, err error) {
	m := &l.mirror
	wait, later := rest.MayRetry(err)
	if _, limited := rest.RateLimited(err); !limited {
		m.failures++
		wait = max(wait, backoff.Longest)
	}
	if later && m.failures < maxFailures {
		m.retryAt = time.Now().Add(wait)
		o.reconcileAfter(l, wait)
		return
	}
	o.Log.Info("a match cannot be shown to the other team", "match", l.id, "err", err)
	m.failures, m.shown = 0, l.record.Revision() // until the next change
	if !later && l.mirrorMessage() == "" {
		o.saveMirror(l, match.NoMirror)
		l.board.version, l.unreconciled = 0, true // the board says so
	}
}
