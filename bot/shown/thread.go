package shown

import (
	"time"

	"noughts/bot/rest"
	"noughts/game/match"
)

// A Thread is this process's progress with match.Place.Thread that is not stored yet.
type Thread struct {
	Started  string // the message that the thread was opened at, until the board is posted there
	Failed   bool   // there can be no thread, or nobody can play in it
	Archived bool
	Retry    Retry
}

// isFirstPost reports whether the board was not posted in the thread before: this process opened it, and has
// not tried.
func (t Thread) isFirstPost() bool { return t.Started != "" }

// awaitsThread reports whether a running match is not yet in the thread that it should have.
func awaitsThread(r match.Record) bool {
	stage := r.Place.Thread
	return (stage == match.ThreadWanted || stage == match.ThreadOpening) && r.Match.Status == match.Playing
}

// nextThread opens the thread of a match and brings the board there. Each step is stored before the
// next. The thread has the id of the message that it was opened at, so a step that is repeated
// after a crash has no further effect.
func (s State) nextThread(w Want) (Step, time.Time) {
	r, t := w.Record, s.Thread
	place := r.Place
	stage := place.Thread
	if w.Closing || stage != match.ThreadWanted && stage != match.ThreadOpening ||
		stage == match.ThreadWanted && r.Match.Status == match.Challenge {
		return Step{}, time.Time{}
	}
	if ok, at := t.Retry.ready(w); !ok && !t.Failed {
		return Step{}, at
	}
	if ok, at := s.Store.ready(w); !ok {
		return Step{}, at
	}
	shown := s.Board.Message
	saved := shown.ID != "" && shown.ID == s.Board.Stored
	switch {
	case stage == match.ThreadOpening && t.Failed:
		return Step{Kind: StorePlace, Place: match.Place{
			Guild: place.Guild, Channel: place.Parent, Locale: place.Locale, Style: place.Style,
			Explains: place.Explains, Quiet: place.Quiet,
		}}, time.Time{}
	case stage == match.ThreadOpening && saved && shown.Channel == place.Channel && shown.ID != place.Channel:
		return Step{Kind: StorePlace, Place: at(place, match.ThreadOpen)}, time.Time{}
	case stage == match.ThreadOpening:
		return Step{Kind: PostInThread}, time.Time{}
	case r.Match.Status == match.Over || t.Failed:
		return Step{Kind: StorePlace, Place: at(place, match.NoThread), Failed: t.Failed}, time.Time{}
	case t.Started != "" && t.Started == s.Board.Stored:
		return Step{Kind: StorePlace, Place: place.InThread(t.Started)}, time.Time{}
	case saved:
		return Step{Kind: StartThread, Message: shown}, time.Time{}
	}
	if due, ok := r.Due(); ok && !w.Now.Before(due) { // the answer that shows the match was lost
		return Step{Kind: StorePlace, Place: at(place, match.NoThread)}, time.Time{}
	}
	return Step{}, time.Time{}
}

// at returns a place at another stage of its thread.
func at(p match.Place, stage match.Thread) match.Place {
	p.Thread = stage
	return p
}

// nextClose returns the step that archives the thread when the match has been over for long enough and no other
// follows there. The board shows the end before: it cannot be edited in an archived thread.
func (s State) nextClose(w Want) (Step, time.Time) {
	r, t := w.Record, s.Thread
	if r.Place.Thread != match.ThreadOpen || r.Match.Status != match.Over || r.Match.GoesOn() ||
		w.Now.Before(r.Match.Changed.Add(match.ThreadRest)) || w.Closing {
		return Step{}, time.Time{} // Store.Due names the match
	}
	if ok, at := t.Retry.ready(w); !ok && !t.Archived {
		return Step{}, at
	}
	if ok, at := s.Store.ready(w); !ok {
		return Step{}, at
	}
	if t.Archived {
		return Step{Kind: StorePlace, Place: at(r.Place, match.ThreadClosed)}, time.Time{}
	}
	return Step{Kind: CloseThread, Message: rest.Message{Channel: r.Place.Channel}}, time.Time{}
}

func (s State) afterThread(w Want, step Step, o StepResult) State {
	switch {
	case step.Kind == StorePlace:
		if s.Store = s.Store.after(w, o); o.Status == Done {
			s.Thread = Thread{Started: s.Thread.Started}
			if step.Place.Thread == match.NoThread {
				return s.Redrawn() // it says that the board is elsewhere
			}
		}
	case o.Status != Done:
		return s.threadFailed(w, o)
	case step.Kind == StartThread:
		s.Thread.Started, s.Thread.Retry = step.Message.ID, Retry{}
	default:
		s.Thread.Archived, s.Thread.Retry = true, Retry{}
	}
	return s
}

// threadFailed returns the state after a failed call about the thread. If a retry is useless, the match
// continues without the thread.
func (s State) threadFailed(w Want, o StepResult) State {
	t := &s.Thread
	if t.Retry = t.Retry.after(w, o); t.Retry.Spent {
		t.Failed, t.Archived = true, true
	}
	return s
}
