package shown

import (
	"cmp"
	"time"

	"noughts/bot/rest"
	"noughts/game/match"
)

// A Mirror is the state of the second board of a team match, which the other team sees in a channel of its own. The bot
// posts and edits this board without an interaction. It is never the live message.
type Mirror struct {
	Posted   string // id of the message, or match.NoMirror if the bot may not post; "" if not posted, or already stored
	Shows    int    // the revision shown on the second board, 0 if unknown
	EditedAt time.Time
	Retry    Retry
}

// MirrorAnswerSent returns the state after the bot answered a press on the mirror, the second board of a team match, by
// updating it. If Discord declined the answer or sent no reply, it is unknown which revision the mirror shows.
func (s State) MirrorAnswerSent(w Want, a Answer) State {
	s = s.retried()
	s.Mirror.Shows = 0
	if a.Fate == Confirmed || a.Fate == Unconfirmed {
		s.Mirror.Shows = w.Record.Revision()
	}
	if w.Record.Mirror.Message == "" { // an earlier process posted the message and died before it stored the id
		s.Mirror.Posted = a.Message.ID
	}
	return s
}

// MirrorPressed returns the state after a member pressed an outdated second board (see Mirror).
func (s State) MirrorPressed() State {
	s = s.retried()
	s.Mirror.Shows = 0
	return s
}

// nextMirror returns the step that stores the id of the second board's message, posts that board, or draws it again:
// see Mirror.
func (s State) nextMirror(w Want) (Step, time.Time) {
	if w.Record.Mirror.Channel == "" {
		return Step{}, time.Time{}
	}
	return first(w, s.nextStoreMirror, s.nextDrawMirror)
}

func (s State) nextStoreMirror(w Want) (Step, time.Time) {
	posted := s.Mirror.Posted
	if w.Record.Mirror.Message != "" || posted == "" {
		return Step{}, time.Time{}
	}
	if ok, at := s.Store.ready(w); !ok {
		return Step{}, at
	}
	return Step{Kind: StoreMirror, Message: rest.Message{Channel: w.Record.Mirror.Channel, ID: posted}}, time.Time{}
}

// nextDrawMirror returns the step that posts the second board (see Mirror) or draws it again. It can draw the board
// before the id of its message is stored.
func (s State) nextDrawMirror(w Want) (Step, time.Time) {
	m := s.Mirror
	id := cmp.Or(w.Record.Mirror.Message, m.Posted)
	if id == match.NoMirror || m.Shows >= w.Record.Revision() || id == "" && w.Record.Match.Status == match.Over {
		return Step{}, time.Time{}
	}
	if ok, at := m.Retry.ready(w); !ok {
		return Step{}, at
	}
	if at := m.EditedAt.Add(votePace); w.Record.Match.VoteRuns() && w.Now.Before(at) && !w.Closing {
		return Step{}, at
	}
	if id == "" {
		return Step{Kind: PostMirror}, time.Time{}
	}
	return Step{Kind: EditMirror, Message: rest.Message{Channel: w.Record.Mirror.Channel, ID: id}}, time.Time{}
}

func (s State) afterMirror(w Want, step Step, o StepResult) State {
	m := &s.Mirror
	if step.Kind == StoreMirror {
		s.Store = s.Store.after(w, o)
		if o.Status == Done && o.ID == match.NoMirror {
			return s.Redrawn() // the live board must now say that there is no second board
		}
		return s
	}
	m.Retry = m.Retry.after(w, o)
	switch {
	case o.Status == Done:
		m.Shows, m.EditedAt = w.Record.Revision(), o.At
		if step.Kind == PostMirror {
			m.Posted = o.ID
			if m.Shows != firstRevision {
				m.Shows, m.EditedAt = 0, time.Time{}
			}
		}
	case step.Kind == PostMirror && (o.Status == Refused || o.Status == Unknown):
		m.Posted = match.NoMirror
	}
	return s
}
