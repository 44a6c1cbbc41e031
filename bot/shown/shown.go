// Package shown decides what must happen so that Discord shows a match as it is stored.
//
// A State is one process's belief about Discord: which message shows the match, which older
// messages still look live, whether the second board, the mention and the thread are done. It is
// a value without I/O, clock or lock, and the zero State is always safe: a process that knows
// nothing learns the rest from the stored record.
//
//	for {
//		step, wait := state.Next(want)   // what to do now, or until when to wait
//		outcome := execute(step)         // the only place with I/O
//		state = state.After(want, step, outcome)
//	}
//
// Five machines run side by side, a file each: the board (board.go), older messages that need a
// pointer to it (old.go), the second board of a team match (mirror.go), the mention of the player
// to move (mention.go) and the thread (thread.go). One retry policy serves them all (retry.go).
package shown

import (
	"time"

	"noughts/bot/rest"
	"noughts/game/match"
)

// Want is the desired state: the stored match, and what the process knows of its surroundings.
type Want struct {
	Record match.Record // as last loaded or saved
	Now    time.Time
	// Shared is set where other processes use the store: their edits may arrive after ours.
	Shared bool
	// Closing is set while the bot stops: waits are skipped, each step is tried once, and no
	// mention, thread or tournament board is begun.
	Closing bool
	// Reached is set while members of the match's server reach this process.
	Reached bool
}

// A State is what one process believes that Discord shows of a match.
type State struct {
	Board   Board
	Old     []Old
	Mirror  Mirror
	Mention Mention
	Thread  Thread
	Store   Retry // of all steps that write to the store
	// Revision is that of the record last read. A new one gives every machine its retries back.
	Revision int
}

// A Kind is what a Step does.
type Kind uint8

// The kinds of steps. Those that write to the store are marked; the others call Discord.
const (
	None         Kind = iota // nothing to do before the time that Next returns
	StoreMessage             // store: compare-and-set the id of the live message from From to Message.ID
	FindAnswer               // ask for the answer to an interaction by its token
	PostBoard                // post the first board of a tournament's match
	EditBoard                // draw the newest board in Message
	Point                    // leave a pointer to the live message in Message, an older one
	PostMirror               // post the second board
	EditMirror               // draw the newest board in the second message
	StoreMirror              // store: Message.ID is the second message, or match.NoMirror
	ClaimPing                // store: the player is told from now on, and by this process
	PostPing                 // post the mention; Silent: without pinging, to learn its id
	DeletePing               // delete Message
	SettlePing               // store: the mention is posted as Message.ID, or is gone
	StartThread              // open a thread at Message
	PostInThread             // post the board in the thread
	StorePlace               // store: the match is played at Place
	CloseThread              // archive the thread, unless another game is played there
)

var kinds = [...]string{
	"None", "StoreMessage", "FindAnswer", "PostBoard", "EditBoard", "Point", "PostMirror", "EditMirror", "StoreMirror",
	"ClaimPing", "PostPing", "DeletePing", "SettlePing", "StartThread", "PostInThread", "StorePlace", "CloseThread",
}

func (k Kind) String() string { return kinds[k] }

// A Step is one call to the store or to Discord.
type Step struct {
	Kind    Kind
	Message rest.Message // the target; for StoreMessage the live message
	From    string       // for StoreMessage: the id that is stored now
	Place   match.Place  // for StorePlace
	Silent  bool         // for PostPing
	Failed  bool         // for StorePlace: the thread could not be had, which the server's log says
}

// A StepStatus is what became of a step.
type StepStatus uint8

// The results of steps. Limited and Lost are worth a retry, Unknown and Refused are not.
const (
	Done     StepStatus = iota + 1
	Limited             // rate limit: the call had no effect
	Lost                // timeout, network or 5xx: the call may have an effect, now or later
	Unknown             // 404
	Refused             // any other 4xx
	Conflict            // the store holds something else than expected; the owner loads the record again
	Down                // the store gave no answer: the write may have happened
)

// A StepResult is the result of a step.
type StepResult struct {
	Status  StepStatus
	At      time.Time     // when it was known
	Message rest.Message  // EditBoard: as it can be edited the next time, without a token that was refused
	ID      string        // of the message posted or found; StoreMessage, StoreMirror: the id stored now
	Private bool          // FindAnswer: the answer was for one member alone
	Wait    time.Duration // Limited: how long Discord asked to wait
	Ping    match.Ping    // ClaimPing: what is stored now
}

// Next returns the step that brings Discord closer to the stored match. For None it returns when
// to ask again instead, zero for not before something happens.
func (s State) Next(w Want) (Step, time.Time) {
	return first(w, s.nextStored, s.nextBoard, s.nextOld, s.nextMirror, s.nextMention)
}

// first returns the first step that is due, or the earliest time to wait for.
func first(w Want, machines ...func(Want) (Step, time.Time)) (step Step, wait time.Time) {
	for _, next := range machines {
		step, at := next(w)
		if step.Kind != None {
			return step, time.Time{}
		}
		if wait.IsZero() || !at.IsZero() && at.Before(wait) {
			wait = at
		}
	}
	return Step{}, wait
}

// After returns the state after a step that Next returned for the same Want.
func (s State) After(w Want, step Step, o StepResult) State {
	switch step.Kind {
	case StoreMessage:
		return s.afterStoreMessage(w, step, o)
	case FindAnswer:
		return s.afterFindAnswer(w, o)
	case PostBoard, PostInThread:
		return s.afterPostBoard(w, step, o)
	case EditBoard:
		return s.afterEditBoard(w, o)
	case Point:
		return s.afterPoint(w, step, o)
	case PostMirror, EditMirror, StoreMirror:
		return s.afterMirror(w, step, o)
	case ClaimPing, PostPing, DeletePing, SettlePing:
		return s.afterMention(w, step, o)
	case StartThread, StorePlace, CloseThread:
		return s.afterThread(w, step, o)
	}
	return s
}

// retried gives every machine its retries back, but keeps what Discord asked to wait.
func (s State) retried() State {
	for _, r := range []*Retry{&s.Board.Retry, &s.Mirror.Retry, &s.Mention.Retry, &s.Thread.Retry} {
		*r = Retry{At: r.At}
	}
	return s
}
