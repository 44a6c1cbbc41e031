package matches

import (
	"errors"
	"time"

	"noughts/bot/rest"
	"noughts/bot/shown"
	"noughts/commands/plan"
	"noughts/game/match"
)

func (l *cachedMatch) setRecord(r match.Record) {
	l.record, l.loaded = r, true
	l.shown = l.shown.Read(r)
}

// inMirror reports whether a request comes from the channel that has the second team's board.
func (l *cachedMatch) inMirror(r *plan.Request) bool {
	there := l.record.Mirror.Channel
	return there != "" && there == r.Place.Channel
}

// want returns what Discord is to show, but for Reached.
func (o *Manager) want(l *cachedMatch) shown.Want {
	return shown.Want{Record: l.record, Now: time.Now(), Shared: o.deps.Store.Shared(), Closing: o.closed.Load()}
}

// noteAnswer records whether an answer that shows a match has reached Discord (shown.Fate). The match must be reconciled
// if Discord does not show its newest version, if another process may have changed it, or if something is due, such as a
// mention.
func (t *task) noteAnswer(l *cachedMatch, as plan.As, s Sent) {
	if errors.Is(s.Err, ErrElsewhere) && !t.saved {
		// Another delivery of the interaction was answered. Its answer may show a different match.
		l.unreconciled = true
		return
	}
	a := shown.Answer{Fate: s.Fate, Message: s.Message, Pressed: as == plan.InPlace && t.Request.Message.ID != ""}
	if a.Pressed {
		a.Message.Channel, a.Message.ID = t.Request.Place.Channel, t.Request.Message.ID
	}
	want := t.want(l)
	if as == plan.InPlace && l.inMirror(t.Request) {
		l.shown = l.shown.MirrorAnswerSent(want, a)
	} else {
		l.shown = l.shown.AnswerSent(want, a)
	}
	step, wait := l.shown.Next(want)
	due, ok := l.record.Due()
	l.unreconciled = step.Kind != shown.None || !wait.IsZero() || want.Shared || ok && !want.Now.Before(due)
}

// repairs reports whether the pressed message shows an outdated board that only the answer to this press can update.
func (t *task) repairs(l *cachedMatch) bool {
	return t.Request.OnBoard() && l.loaded && !l.inMirror(t.Request) && l.shown.Repairs(t.want(l), t.Request.Message.ID)
}

func (t *task) noteStalePress(l *cachedMatch) {
	switch {
	case !t.Request.OnBoard() || !l.loaded:
		return
	case l.inMirror(t.Request):
		l.shown = l.shown.MirrorPressed()
	default:
		l.shown = l.shown.Pressed(t.want(l), rest.Message{Channel: t.Request.Place.Channel, ID: t.Request.Message.ID})
	}
	l.unreconciled = true
}
