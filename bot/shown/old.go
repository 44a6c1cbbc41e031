package shown

import (
	"slices"
	"time"

	"noughts/bot/rest"
)

// An Old is an older message with buttons. It will be edited into a pointer: a link to the live message.
type Old struct {
	Message rest.Message
	Retry   Retry
}

// owe adds message m to s.Old, the older messages that are to be edited into a link to the live message. It does
// nothing if m is the live message.
func (s State) owe(m rest.Message) State {
	known := slices.ContainsFunc(s.Old, func(o Old) bool { return o.Message.ID == m.ID })
	if !known && m.ID != "" && m.ID != s.Board.confirmed().ID {
		s.Old = append(slices.Clone(s.Old), Old{Message: m})
	}
	return s
}

func (s State) without(id string) []Old {
	return slices.DeleteFunc(slices.Clone(s.Old), func(o Old) bool { return o.Message.ID == id })
}

// nextOld returns the step that edits an older message into a pointer. A pointer links to the message whose id is
// stored, so nextOld waits until the live message's id is stored.
func (s State) nextOld(w Want) (step Step, wait time.Time) {
	if s.Board.isUnsaved() {
		return Step{}, time.Time{}
	}
	for _, o := range s.Old {
		if o.Message.ID == s.Board.Message.ID || !canEdit(w, o.Message) {
			continue
		}
		ok, at := o.Retry.ready(w)
		if ok {
			return Step{Kind: Point, Message: o.Message}, time.Time{}
		}
		if wait.IsZero() || !at.IsZero() && at.Before(wait) {
			wait = at
		}
	}
	return Step{}, wait
}

// afterPoint returns the state after the bot tried to edit an older message into a pointer. If the edit has succeeded,
// or no retry is left, it removes the message from State.Old. Without a pointer the message keeps its buttons, and a
// press on one of them gets a new answer.
func (s State) afterPoint(w Want, step Step, o StepResult) State {
	i := slices.IndexFunc(s.Old, func(old Old) bool { return old.Message.ID == step.Message.ID })
	if i < 0 {
		return s
	}
	if o.Status == Lost { // the edit may arrive late, when a press has made this message the live one
		s.Board.RewriteAt = o.At.Add(rewriteDelay)
	}
	retry := s.Old[i].Retry.after(w, o)
	if o.Status == Done || retry.Spent {
		s.Old = s.without(step.Message.ID)
		return s
	}
	s.Old = slices.Clone(s.Old)
	s.Old[i].Retry = retry
	return s
}
