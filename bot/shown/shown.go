// Package shown decides what must happen so that Discord shows a match as it is stored.
//
// A State is what one process believes about Discord: which message shows the match, which older messages still have
// buttons, and whether the second board, the mention and the thread are up to date. A State is a plain value: it does
// no I/O and has no clock or lock. A process can always start with the zero State, and then learns everything from the
// stored record.
//
//	for {
//		step, wait := state.Next(want)   // what to do now, or until when to wait
//		outcome := execute(step)         // the only place with I/O
//		state = state.After(want, step, outcome)
//	}
//
// A State consists of five state machines that run side by side. Each has a file: the board (board.go), older messages
// that need a pointer to the board (old.go), the second board of a team match (mirror.go), the mention of the player to
// move (mention.go) and the thread (thread.go). All use the same retry policy (retry.go).
package shown

import (
	"time"

	"noughts/bot/rest"
	"noughts/game/match"
)

// Want is the desired state: the stored match, and the circumstances that the steps depend on.
type Want struct {
	Record match.Record // as last loaded or saved
	Now    time.Time
	// Shared is set if other processes use the same store. Their edits may arrive after ours.
	Shared bool
	// Closing is set while the bot stops. Pauses are then skipped, each step is tried once, and no
	// new mention, thread or tournament board is started.
	Closing bool
	// Reached is set while interactions from the match's server reach this process.
	Reached bool
}

// A State is what one process believes that Discord shows of one match.
type State struct {
	Board   Board
	Old     []Old
	Mirror  Mirror
	Mention Mention
	Thread  ThreadProgress
	Store   Retry // the retry state of all steps that write to the store
	// Revision is the Record.Revision that was last read; it grows with each move and vote. After a new revision,
	// retried resets the failure counts of the board, the second board, the mention and the thread.
	Revision int
}

// A StepKind says what a Step does.
type StepKind uint8

// The kinds of steps. Those marked "store" write to the store. All others except None call Discord.
const (
	None         StepKind = iota // nothing to do before the time that Next returns
	StoreMessage                 // store: if the stored id of the live message is still From, replace it by Message.ID
	FindAnswer                   // look for the message with the pending answer, using the interaction's token
	PostBoard                    // post the first board of a tournament's match
	EditBoard                    // draw the newest board in Message
	Point                        // edit the older message Message into a pointer: a link to the live message
	PostMirror                   // post the second board
	EditMirror                   // draw the newest board in the second board's message
	StoreMirror                  // store: the id of the second board's message, or match.NoMirror
	ClaimPing                    // store: this process claims the notice that is due
	PostPing                     // post the mention; if Silent is set, ping nobody and only learn the message's id
	DeletePing                   // delete Message
	SettlePing                   // store: Message.ID as the id of the mention, "" if there is no mention
	StartThread                  // open a thread at Message
	PostInThread                 // post the board in the thread
	StorePlace                   // store: the match's new Place
	CloseThread                  // archive the thread, unless another game is played there
)

var kinds = [...]string{
	"None", "StoreMessage", "FindAnswer", "PostBoard", "EditBoard", "Point", "PostMirror", "EditMirror", "StoreMirror",
	"ClaimPing", "PostPing", "DeletePing", "SettlePing", "StartThread", "PostInThread", "StorePlace", "CloseThread",
}

func (k StepKind) String() string { return kinds[k] }

// A Step is one call to the store or to Discord.
type Step struct {
	Kind    StepKind
	Message rest.Message // the target; for StoreMessage the live message
	From    string       // for StoreMessage: the id that is stored now
	Place   match.Place  // for StorePlace
	Silent  bool         // for PostPing
	Failed  bool         // for StorePlace: the thread could not be opened, and the server's log channel must be told
}

// A StepStatus is the outcome of a step.
type StepStatus uint8

// The outcomes of steps. Limited and Lost are worth a retry, Unknown and Refused are not.
const (
	Done     StepStatus = iota + 1
	Limited             // rate limit: the call had no effect
	Lost                // timeout, network error or 5xx: the call may still take effect
	Unknown             // 404
	Refused             // any other 4xx
	Conflict            // the stored value was not the expected one; the manager loads the record again
	Down                // no answer from the store: the write may have happened
)

// A StepResult is the result of a step.
type StepResult struct {
	Status  StepStatus
	At      time.Time     // when the call ended
	Message rest.Message  // EditBoard: the message to edit next time, without a token that Discord refused
	ID      string        // of the message posted or found; StoreMessage and StoreMirror: the id in the store
	Private bool          // FindAnswer: only one member can see the answer
	Wait    time.Duration // Limited: the pause that Discord asked for
	Ping    match.Ping    // ClaimPing: the ping in the store
}

// Next returns the next step that brings Discord closer to the stored match. If there is none, it returns a Step of the
// kind None and the time at which to call Next again. The zero time means that nothing is left to do before an event,
// such as a press. nextStored has the board's writes to the store, and nextBoard also the steps for the thread.
func (s State) Next(w Want) (Step, time.Time) {
	return first(w, s.nextStored, s.nextBoard, s.nextOld, s.nextMirror, s.nextMention)
}

// first calls the functions in `machines` one after the other, and returns the first step that is not None. If there is
// no such step, it returns the earliest of their waiting times.
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

// After returns the state after a step with the outcome o. The step must have come from Next for the same Want.
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

// retried resets the failure counts of the board, the second board, the mention and the thread, so that each gets all
// its retries again. A pause that has begun, after a failure or because Discord asked for it, still goes on.
func (s State) retried() State {
	for _, r := range []*Retry{&s.Board.Retry, &s.Mirror.Retry, &s.Mention.Retry, &s.Thread.Retry} {
		*r = Retry{At: r.At}
	}
	return s
}
