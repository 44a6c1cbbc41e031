package shown

import (
	"time"

	"noughts/bot/rest"
	"noughts/game/match"
)

// A ThreadProgress is how far this process has come with opening or archiving the match's thread. It has only what is not
// yet stored in match.Place.Thread.
type ThreadProgress struct {
	Started  string // id of the message that the thread was opened at; "" once the board is posted in the thread
	Failed   bool   // the thread cannot be opened, or members cannot play in it
	Archived bool
	Retry    Retry
}

// isFirstPost reports whether this process has opened the thread but has not tried to post the board there yet.
func (t ThreadProgress) isFirstPost() bool { return t.Started != "" }

// awaitsThread reports whether a running match is not yet in the thread that it should have.
func awaitsThread(r match.Record) bool {
	stage := r.Place.Thread
	return (stage == match.ThreadWanted || stage == match.ThreadOpening) && r.Match.Status == match.Playing
}

// nextThread returns the next step of opening the match's thread and showing the board there. The result of each step
// is stored before the next step. Discord opens a thread at a message and gives it that message's id, so a step that is
// repeated after a crash opens no second thread.
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
	if due, ok := r.Due(); ok && !w.Now.Before(due) { // the answer with the board was lost: no thread
		return Step{Kind: StorePlace, Place: at(place, match.NoThread)}, time.Time{}
	}
	return Step{}, time.Time{}
}

// at returns place p with another stage of its thread.
func at(p match.Place, stage match.Thread) match.Place {
	p.Thread = stage
	return p
}

// nextClose returns the step that archives the thread. It does so when the match has been over for match.ThreadRest and
// no other match follows in the thread. It comes after the edit that draws the final board, because messages in an
// archived thread cannot be edited.
func (s State) nextClose(w Want) (Step, time.Time) {
	r, t := w.Record, s.Thread
	if r.Place.Thread != match.ThreadOpen || r.Match.Status != match.Over || r.Match.GoesOn() ||
		w.Now.Before(r.Match.Changed.Add(match.ThreadRest)) || w.Closing {
		return Step{}, time.Time{} // nothing to wait for: Store.Due lists the match when it is time to archive
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
			s.Thread = ThreadProgress{Started: s.Thread.Started}
			if step.Place.Thread == match.NoThread {
				return s.Redrawn() // the live message may still say that the board is in a thread
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

// threadFailed returns the state after a failed call for the thread. If no retry is left, the match goes on without
// the thread.
func (s State) threadFailed(w Want, o StepResult) State {
	t := &s.Thread
	if t.Retry = t.Retry.after(w, o); t.Retry.Spent {
		t.Failed, t.Archived = true, true
	}
	return s
}
