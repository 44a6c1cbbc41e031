package matches

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"noughts/bot/backoff"
	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/match"
)

const (
	// answerLife is how long Discord takes the answer to an interaction: after that, one
	// that it does not know of never came.
	answerLife = 3500 * time.Millisecond
	// askPace is how often Discord is asked for such an answer until then.
	askPace = 500 * time.Millisecond
	// rewriteDelay is how long something of which no reply came may still be on its way.
	rewriteDelay = 5 * time.Second
	// maxFailures is how often in a row editing the live message may fail before it is
	// left to the next press.
	maxFailures = 5
	// editLimit is how long one call to Discord may take: a press that comes meanwhile
	// waits for it.
	editLimit = 1500 * time.Millisecond
)

// A board is the live board of a match: the message that shows it, as far as this
// process knows.
type board struct {
	message   rest.Message // its ID is "" while it is not known
	version   int          // the match.Record.Revision that the message shows, 0 when that is not known
	confirmed bool         // Discord has confirmed that the message is there
	last      rest.Message // the last one that was confirmed, whose id is stored,
	unsaved   bool         // or could not be stored yet
	sentAt    time.Time
	editedAt  time.Time      // and not as an answer
	rewriteAt time.Time      // when the newest board is written once more; zero for never
	retired   []rest.Message // in which a pointer to the live message is to be left
	failures  int            // in a row
	retryAt   time.Time      // no call before
	refused   bool           // Discord refused the last edit, as where the bot does not see the channel
}

// setRecord takes over a record that was loaded or saved, and from it what the board
// does not know: all of it after a restart, and a newer message of another process.
func (l *live) setRecord(r match.Record) {
	l.record, l.loaded = r, true
	b := &l.board
	if r.Message == b.last.ID || b.unsaved {
		return
	}
	b.last = rest.Message{Channel: r.MessageChannel(), ID: r.Message}
	newerShown := b.message.ID != "" && newer(r.Message, b.message.ID)
	if newerShown && !b.confirmed { // whoever showed the newer one did so before our answer came
		b.retire(b.message)
	}
	if b.isUnknown() || b.confirmed || newerShown {
		b.message, b.version, b.confirmed = b.last, 0, true
	}
}

// isUnknown says whether no message is known to show the match, nor a token that leads
// to one.
func (b *board) isUnknown() bool { return b.message.ID == "" && b.message.Token == "" }

// mayEdit says whether the bot can edit a message: where a member has brought it along,
// only by a token.
func (l *live) mayEdit(m rest.Message) bool { return !l.record.Place.Away || m.HasToken(time.Now()) }

// isBehind says whether the live message does not show the newest version and all votes,
// as far as is known.
func (l *live) isBehind() bool { return l.board.version < l.record.Revision() }

// isDue says whether something is to be done about the match now that no member asks for,
// such as to tell a player or to take a ping away.
func (l *live) isDue() bool {
	due, ok := l.record.Due()
	return ok && !time.Now().Before(due)
}

// awaitsThread says whether the match is played, and not yet in the thread that it is to have.
func (l *live) awaitsThread() bool {
	stage := l.record.Place.Thread
	return (stage == match.ThreadWanted || stage == match.ThreadOpening) && l.record.Match.Status == match.Playing
}

// noteShown notes what became of an answer that shows a match.
func (o *Owner) noteShown(l *live, r *plan.Request, as plan.As, s Sent) {
	b := &l.board
	pressed := as == plan.InPlace && r.Message.ID != ""
	message, version := s.Message, l.record.Revision()
	if pressed {
		message.ID = r.Message.ID
	}
	l.unreconciled = s.Fate == Refused || s.Fate == Lost || o.Store.Shared() || !b.rewriteAt.IsZero() || l.isDue() || l.awaitsThread() || l.mirrorIsBehind()
	if s.Fate == Refused {
		if pressed { // the member looks at it
			o.setLive(l, rest.Message{Channel: r.Place.Channel, ID: r.Message.ID}, 0)
		}
		return
	}
	b.failures = 0
	switch {
	case s.Fate == Confirmed && message.ID != "":
		o.setLive(l, message, version)
		return
	case pressed: // the message is there, whatever becomes of the answer
		o.setLive(l, message, version)
	default:
		b.message, b.version = message, version
	}
	b.confirmed, b.sentAt = false, time.Now()
	if s.Fate == Lost {
		b.version = 0
		b.rewriteAt = time.Now().Add(rewriteDelay)
	}
	l.unreconciled = l.unreconciled || b.message.ID == ""
}

// setLive makes a message that Discord has confirmed the one that shows a match, and
// retires the one before.
func (o *Owner) setLive(l *live, message rest.Message, version int) {
	b := &l.board
	before := b.last
	if b.message.ID == before.ID {
		before = b.message // with its token
	}
	if b.message, b.version, b.confirmed, b.last = message, version, true, message; before.ID != message.ID {
		b.retire(before)
	}
	if b.unsaved || l.record.Message != message.ID {
		o.saveMessage(l)
	}
	l.unreconciled = l.unreconciled || len(b.retired) > 0
}

// saveMessage stores which message shows a match. Of two that were shown at once by two
// processes the newer one stays. When it fails, reconcile tries again.
func (o *Owner) saveMessage(l *live) {
	b := &l.board
	ctx, cancel := context.WithTimeout(o.ctx, editLimit)
	defer cancel()
	b.unsaved = false
	for l.record.Message != b.last.ID {
		from := l.record.Message
		stored, err := o.Store.SetMessage(ctx, l.id, from, b.last.ID)
		if err != nil {
			o.Log.Warn("cannot store which message shows a match", "match", l.id, "err", err)
			b.unsaved = !errors.Is(err, store.ErrNotFound)
			o.reconcileAfter(l, backoff.Longest)
			return
		}
		l.record.Message = stored
		switch {
		case stored == b.last.ID:
			b.retire(rest.Message{Channel: b.last.Channel, ID: from})
		case newer(stored, b.last.ID):
			b.retire(b.last)
			b.message = rest.Message{Channel: b.last.Channel, ID: stored}
			b.version, b.last = 0, b.message
			l.unreconciled = true
		}
	}
}

// retire has a pointer to the live message left in another one, if there is one.
func (b *board) retire(m rest.Message) {
	same := func(other rest.Message) bool { return other.ID == m.ID }
	if m.ID != "" && !slices.ContainsFunc(b.retired, same) {
		b.retired = append(b.retired, m)
	}
}

// newer says whether a message was made after another: ids grow.
func newer(a, b string) bool {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) > 0
}

// isNewest says whether a message that was pressed, and is not the live one, shows the
// match all the same: it is newer, or none is known.
func (b *board) isNewest(id string) bool {
	return b.isUnknown() || newer(id, cmp.Or(b.message.ID, b.last.ID))
}

// editableByAnswerOnly says whether the message that was pressed shows the match, as
// it was, and can be brought up to date by the answer alone.
func (t *task) editableByAnswerOnly(l *live) bool {
	b, id := &l.board, t.Request.Message.ID
	switch {
	case !t.pressedInPublic(), !l.loaded, l.inMirror(t.Request), !l.record.Place.Away && !b.refused:
		return false
	case id == b.message.ID:
		return l.isBehind() && !l.mayEdit(b.message)
	}
	return b.isNewest(id)
}

// noteOldBoard notes that a member has pressed an old board. If it is in the live
// message, an edit of another process or an answer that is not confirmed may have
// brought the old board, and the newest is written again. If it is in a newer message,
// Discord's reply about that was lost, and it is the live one. An older message is
// retired.
func (t *task) noteOldBoard(l *live) {
	if !t.pressedInPublic() || !l.loaded {
		return
	}
	b := &l.board
	l.unreconciled = true
	if l.inMirror(t.Request) {
		l.mirror.shown = 0
		return
	}
	pressed := rest.Message{Channel: t.Request.Place.Channel, ID: t.Request.Message.ID}
	switch {
	case pressed.ID == b.message.ID:
		if !b.confirmed || t.Store.Shared() {
			b.version = 0
		}
	case b.isNewest(pressed.ID):
		t.setLive(l, pressed, 0)
	default:
		b.retire(pressed)
	}
}

// confirm asks Discord for the answer that showed a match last, if that is not
// confirmed and it matters: before an edit, which Discord must not get first, such as the
// one that leads to a thread, and when the id of the message is not known or another process
// has stored another one. It returns false when it is to be asked again later.
func (o *Owner) confirm(ctx context.Context, l *live) bool {
	b := &l.board
	end := b.sentAt.Add(answerLife)
	if b.confirmed || b.message.ID != "" && (!l.isBehind() && !l.awaitsThread() || b.message.ID == b.last.ID && time.Now().After(end)) {
		return true
	}
	if !b.message.FollowUp && b.message.HasToken(time.Now()) {
		ctx, cancel := context.WithTimeout(ctx, editLimit)
		defer cancel()
		id, private, err := o.Discord.Original(ctx, b.message.App, b.message.Token)
		wait, later := rest.MayRetry(err)
		switch {
		case err == nil && private: // another delivery of the interaction got that answer
		case err == nil:
			message := b.message
			message.ID = id
			o.setLive(l, message, b.version)
			return true
		case later:
			o.retryLater(l, wait, err)
			return false
		case rest.Unknown(err) && time.Now().Before(end) && !o.closed.Load():
			o.reconcileAfter(l, min(askPace, time.Until(end))) // Discord may have it, and not know of it yet
			return false
		}
		o.Log.Info("an answer did not come to show a match", "match", l.id, "err", err)
	}
	b.message, b.version, b.confirmed = b.last, 0, true
	return true
}

// editLive edits the live message if it does not show the newest version.
func (o *Owner) editLive(ctx context.Context, l *live) {
	b := &l.board
	switch now := time.Now(); {
	case b.rewriteAt.IsZero():
	case now.Before(b.rewriteAt):
		o.reconcileAfter(l, b.rewriteAt.Sub(now))
	default:
		b.rewriteAt, b.version = time.Time{}, 0
	}
	if b.message.ID == "" || !l.isBehind() || !l.mayEdit(b.message) || o.votesWait(l) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, editLimit)
	defer cancel()
	message, err := o.Discord.Edit(ctx, b.message, o.Views.Live(l.record, plan.View{}, plan.InPlace).Components)
	b.message = message
	if err == nil {
		b.version, b.failures, b.confirmed, b.refused, b.editedAt = l.record.Revision(), 0, true, false, time.Now()
		l.unreconciled = l.unreconciled || o.Store.Shared() // a newer board of another process may have come before
		return
	}
	if wait, later := rest.MayRetry(err); later {
		if _, limited := rest.RateLimited(err); !limited { // it may still come, after a newer board
			b.rewriteAt = time.Now().Add(rewriteDelay)
		}
		o.retryLater(l, wait, err)
		return
	}
	o.Log.Info("a live board cannot be edited", "match", l.id, "err", err)
	b.message, b.confirmed, b.refused = rest.Message{}, true, true // until a member presses it or asks for it
}

// retryLater has a call that failed made again: after a rate limit as often as it
// takes, else a few times.
func (o *Owner) retryLater(l *live, wait time.Duration, err error) {
	b := &l.board
	if _, limited := rest.RateLimited(err); !limited {
		b.failures++
	}
	if b.failures >= maxFailures {
		o.Log.Warn("a live board could not be brought up to date", "match", l.id, "err", err)
		b.failures = 0
		return
	}
	wait = max(wait, backoff.Shortest<<b.failures/2)
	b.retryAt = time.Now().Add(wait)
	o.reconcileAfter(l, wait)
}

// editRetired leaves a pointer to the live message in those before it. What cannot be
// edited keeps its buttons, and a press on one of them repairs the rest. The pointer leads to the message that
// is stored: until that is the live one, it would lead to the old message itself.
func (o *Owner) editRetired(ctx context.Context, l *live) {
	b := &l.board
	if b.unsaved {
		return // saveMessage sees to it that reconcile comes again
	}
	for _, m := range b.retired {
		if m.ID == b.message.ID || m.ID == l.record.Message || !l.mayEdit(m) {
			continue // what is stored and is not live is retired when its successor is known
		}
		call, cancel := context.WithTimeout(ctx, editLimit)
		if _, err := o.Discord.Edit(call, m, o.Views.Moved(l.record).Components); err != nil {
			o.Log.Info("an old board cannot be cleared", "match", l.id, "err", err)
			if _, later := rest.MayRetry(err); later { // it may still come, after the message was pressed and is the live one
				b.rewriteAt = time.Now().Add(rewriteDelay)
				o.reconcileAfter(l, rewriteDelay)
			}
		}
		cancel()
	}
	b.retired = nil
}
