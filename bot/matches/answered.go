package matches

import (
	"errors"

	"noughts/bot/rest"
	"noughts/bot/shown"
	"noughts/commands/plan"
	"noughts/game/match"
)

// setRecord sets the record after it was loaded or saved.
func (l *live) setRecord(r match.Record) {
	l.record, l.loaded = r, true
	l.shown = l.shown.Read(r)
}

// inMirror reports whether a request comes from where the other of two teams sees a match.
func (l *live) inMirror(r *plan.Request) bool {
	there := l.record.Mirror.Channel
	return there != "" && there == r.Place.Channel
}

// pressed returns the message that a request was pressed in.
func pressed(r *plan.Request) rest.Message {
	return rest.Message{Channel: r.Place.Channel, ID: r.Message.ID}
}

// isDue reports whether something about the match is due without a request, such as to mention a player.
func (o *Owner) isDue(l *live) bool {
	due, ok := l.record.Due()
	return ok && !o.want(l).Now.Before(due)
}

// hasWork reports whether a match must be reconciled: Discord lags behind it, or another process
// may know more.
func (o *Owner) hasWork(l *live) bool {
	step, wait := l.shown.Next(o.want(l))
	return step.Kind != shown.None || !wait.IsZero() || o.deps.Store.Shared() || o.isDue(l)
}

// noteAnswer records the fate of an answer that shows a match.
func (t *task) noteAnswer(l *live, as plan.As, s Sent) {
	if errors.Is(s.Err, ErrElsewhere) && !t.saved {
		// Another delivery was answered. Its answer may show another match.
		l.unreconciled = true
		return
	}
	a := shown.Answer{Fate: s.Fate, Message: s.Message, Pressed: as == plan.InPlace && t.Request.Message.ID != ""}
	if a.Pressed {
		a.Message.Channel, a.Message.ID = t.Request.Place.Channel, t.Request.Message.ID
	}
	if as == plan.InPlace && l.inMirror(t.Request) {
		l.shown = l.shown.MirrorAnswered(t.owner.want(l), a)
	} else {
		l.shown = l.shown.Answered(t.owner.want(l), a)
	}
	l.unreconciled = t.owner.hasWork(l)
}

// repairs reports whether the pressed message shows an outdated board that only the answer to
// this press can update.
func (t *task) repairs(l *live) bool {
	return t.pressedInPublic() && l.loaded && !l.inMirror(t.Request) && l.shown.Repairs(t.owner.want(l), t.Request.Message.ID)
}

// noteStalePress records that a member pressed an outdated board.
func (t *task) noteStalePress(l *live) {
	switch {
	case !t.pressedInPublic() || !l.loaded:
		return
	case l.inMirror(t.Request):
		l.shown = l.shown.MirrorPressed()
	default:
		l.shown = l.shown.Pressed(t.owner.want(l), pressed(t.Request))
	}
	l.unreconciled = true
}
