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
	// echoDelay is how long something of which no reply came may still be on its way.
	echoDelay = 5 * time.Second
	// mostTries is how often a live message is edited before it is left to the next
	// press.
	mostTries = 5
)

// A display is where a match is shown, as far as this process knows.
type display struct {
	at      rest.Message // its ID is "" while it is not known
	version int          // that the message shows, 0 when that is not known
	sure    bool         // Discord has confirmed that the message is there
	kept    rest.Message // the last one that was sure, whose id the store has
	unnoted bool         // or is to get
	sentAt  time.Time
	echo    time.Time      // when the newest board is written once more; zero for never
	retired []rest.Message // in which a pointer to the new one is to be left
	tries   int            // that have failed in a row
	retryAt time.Time      // no call before
}

// learn reads from the store's record what the display does not know: all after a
// restart, and a newer message of another process.
func (d *display) learn(r match.Record) {
	if r.Message == d.kept.ID || d.unnoted {
		return
	}
	d.kept = rest.Message{Channel: r.Place.Channel, ID: r.Message}
	overtaken := d.at.ID != "" && newer(r.Message, d.at.ID)
	if overtaken && !d.sure { // whoever showed the newer one did so before our answer came
		d.retire(d.at)
	}
	if d.at.ID == "" && d.at.Token == "" || d.sure || overtaken {
		d.at, d.version, d.sure = d.kept, 0, true
	}
}

// mayEdit says whether the bot can edit a message: where a member has brought it along,
// only by a token.
func (l *live) mayEdit(m rest.Message) bool { return !l.record.Place.Away || m.HasToken(time.Now()) }

// behind says whether the message that shows the match does not show a version, as
// far as is known.
func (d *display) behind(version int) bool { return d.version < version }

// shown notes what became of an answer that shows a match.
func (o *Owner) shown(l *live, r *plan.Request, as plan.As, s Sent) {
	d := &l.display
	pressed := as == plan.InPlace && r.Message.ID != ""
	at := s.Message
	if pressed {
		at.ID = r.Message.ID
	}
	version := l.record.Match.Version
	l.untended = s.Fate == Refused || s.Fate == Lost || o.Store.Shared() || !d.echo.IsZero()
	if s.Fate == Refused {
		if pressed { // it is what the member looks at
			o.adopt(l, rest.Message{Channel: r.Place.Channel, ID: r.Message.ID}, 0)
		}
		return
	}
	d.tries = 0
	switch {
	case s.Fate == Confirmed && at.ID != "":
		o.adopt(l, at, version)
		return
	case pressed: // it is there, whatever becomes of the answer
		o.adopt(l, at, version)
	default:
		d.at, d.version = at, version
	}
	d.sure, d.sentAt = false, time.Now()
	if s.Fate == Lost {
		d.version = 0
		d.echo = time.Now().Add(echoDelay)
	}
	l.untended = l.untended || d.at.ID == ""
}

// adopt makes a message that is there for sure the one that shows a match, and
// retires the one before.
func (o *Owner) adopt(l *live, at rest.Message, version int) {
	d := &l.display
	before := d.kept
	if d.at.ID == before.ID {
		before = d.at // with its token
	}
	if d.at, d.version, d.sure, d.kept = at, version, true, at; before.ID != at.ID {
		d.retire(before)
	}
	o.note(l)
	l.untended = l.untended || len(d.retired) > 0
}

// note notes in the store which message shows a match. Of two that were shown at once
// by two processes the newer one stays. When it fails, tend tries again.
func (o *Owner) note(l *live) {
	d := &l.display
	ctx, cancel := context.WithTimeout(o.ctx, editLimit)
	defer cancel()
	d.unnoted = false
	for l.record.Message != d.kept.ID {
		from := l.record.Message
		stored, err := o.Store.SetMessage(ctx, l.id, from, d.kept.ID)
		if err != nil {
			o.Log.Warn("cannot note the live message", "match", l.id, "err", err)
			d.unnoted = !errors.Is(err, store.ErrNotFound)
			o.wakeAfter(l, backoff.Longest)
			return
		}
		l.record.Message = stored
		switch {
		case stored == d.kept.ID:
			d.retire(rest.Message{Channel: d.kept.Channel, ID: from})
		case newer(stored, d.kept.ID):
			d.retire(d.kept)
			d.at = rest.Message{Channel: d.kept.Channel, ID: stored}
			d.version, d.kept = 0, d.at
			l.untended = true
		}
	}
}

// retire has a pointer left in a message, if there is one.
func (d *display) retire(m rest.Message) {
	same := func(other rest.Message) bool { return other.ID == m.ID }
	if m.ID != "" && !slices.ContainsFunc(d.retired, same) {
		d.retired = append(d.retired, m)
	}
}

// newer says whether a message was made after another: ids grow.
func newer(a, b string) bool {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) > 0
}

// isOurs says whether a message that was pressed, and is not the one that is known to
// show a match, does: it is newer, or none is known.
func (d *display) isOurs(id string) bool {
	return d.at.ID == "" && d.at.Token == "" || newer(id, cmp.Or(d.at.ID, d.kept.ID))
}

// onlyByAnswer says whether the message that was pressed shows the match, as it was, and
// can be brought up to date by the answer alone.
func (t *task) onlyByAnswer(l *live) bool {
	d, id := &l.display, t.Request.Message.ID
	switch {
	case !t.pressedInPublic(), !l.known, !l.record.Place.Away:
		return false
	case id == d.at.ID:
		return d.behind(l.record.Match.Version) && !l.mayEdit(d.at)
	}
	return d.isOurs(id)
}

// sawOld notes that a member has pressed an old board. When it is in the message
// that should show the newest one, and an edit of another process or an answer that
// is not sure may have brought the old one, the newest is written again.
// When it is in a newer message, of which Discord's reply was lost, that is the one;
// and an older message is retired.
func (t *task) sawOld(l *live) {
	if !t.pressedInPublic() || !l.known {
		return
	}
	d := &l.display
	l.untended = true
	pressed := rest.Message{Channel: t.Request.Place.Channel, ID: t.Request.Message.ID}
	switch {
	case pressed.ID == d.at.ID:
		if !d.sure || t.Store.Shared() {
			d.version = 0
		}
	case d.isOurs(pressed.ID):
		t.adopt(l, pressed, 0)
	default:
		d.retire(pressed)
	}
}
