package shown

import (
	"cmp"
	"slices"
	"time"

	"noughts/bot/rest"
	"noughts/game/match"
)

const (
	// answerTTL is how long Discord may still accept the answer to an interaction after the bot has sent it. If Discord
	// does not know the answer after that time, it never arrived.
	answerTTL = 3500 * time.Millisecond
	// findPace is the pause between two attempts to find an answer while Discord may still accept it.
	findPace = 500 * time.Millisecond
	// rewriteDelay is how long an edit may still take effect after its reply was lost. Then the board is drawn again.
	rewriteDelay = 5 * time.Second
	// votePace is the pause between two edits that change only votes.
	votePace = 2 * time.Second
	// firstRevision is the revision of a new match. All posts of a match's board share a nonce. So if a later revision is
	// posted, Discord may return an earlier post instead, which shows an older board.
	firstRevision = 1
)

// A BoardState is what is known about the live message: the message that shows the match's newest board.
type BoardState uint8

// The states of the board.
const (
	// Absent: no live message is known. Board.Message and Board.Before are zero.
	Absent BoardState = iota
	// Pending: an answer was sent as Board.Message, and Discord has not confirmed it. Message.ID is "" if the answer
	// makes a new message. Board.Before is the last confirmed message.
	Pending
	// Live: Discord has confirmed Board.Message.
	Live
	// Gone: Discord refused to edit the live message. Board.Before refers to it now. If a member presses another
	// message of the match, that one becomes the live message.
	Gone
)

func (b BoardState) String() string { return [...]string{"Absent", "Pending", "Live", "Gone"}[b] }

// A Board is the state of the live message of a match.
type Board struct {
	State           BoardState
	Message, Before rest.Message
	Stored          string    // id of the live message according to the store, as last read
	Revision        int       // the revision shown in Message, 0 if unknown; a board of unknown revision is drawn again
	AnswerBy        time.Time // Pending: when Discord stops accepting the answer
	FindAt          time.Time // Pending: the earliest time to ask Discord for the answer
	RewriteAt       time.Time // when to draw the board again, because an edit whose reply was lost may have drawn an old one
	EditedAt        time.Time // when EditBoard was last done
	Retry           Retry
}

func (b Board) confirmed() rest.Message {
	if b.State == Live {
		return b.Message
	}
	return b.Before
}

// isUnsaved reports whether the store lacks the id of the confirmed message.
func (b Board) isUnsaved() bool { id := b.confirmed().ID; return id != "" && id != b.Stored }

// newer reports whether message a was made after message b. It compares their ids, which grow with time.
func newer(a, b string) bool {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) > 0
}

// isNewest reports whether a pressed message is newer than the live message. It is also true if there is no live
// message. Callers know that the pressed message is not the live one.
func (b Board) isNewest(id string) bool {
	return b.State == Absent || b.State == Gone || newer(id, cmp.Or(b.Message.ID, b.Before.ID))
}

// canEdit reports whether the bot can edit a message. If the bot is in the channel only through a member's own
// installation (Place.Away), it needs the token of an interaction, which expires.
func canEdit(w Want, m rest.Message) bool { return !w.Record.Place.Away || m.HasToken(w.Now) }

// isStale reports whether the live message must be drawn again. That is so if it shows an older revision than the
// record's. It is also so if RewriteAt has come, because a lost edit may have put an old board into the message.
func (s State) isStale(w Want) bool {
	b := s.Board
	return b.Revision < w.Record.Revision() || !b.RewriteAt.IsZero() && !w.Now.Before(b.RewriteAt)
}

// adopt makes a confirmed message the live one. The previous live message joins s.Old, so that it is edited into a link
// to the new one.
func (s State) adopt(m rest.Message, shows int) State {
	before := s.Board.confirmed()
	s.Board.State, s.Board.Message, s.Board.Before, s.Board.Revision = Live, m, rest.Message{}, shows
	s.Old = s.without(m.ID)
	return s.owe(before)
}

// follow makes message m the live one, because the store says so. It is unknown which revision m shows.
func (s State) follow(m rest.Message) State {
	s.Board.State, s.Board.Message, s.Board.Before, s.Board.Revision = Live, m, rest.Message{}, 0
	s.Board.Retry = Retry{At: s.Board.Retry.At}
	s.Old = s.without(m.ID)
	return s
}

// Redrawn returns the state after a change of the record that does not raise the record's revision but changes the
// board. The live message is then drawn again.
func (s State) Redrawn() State {
	s.Board.Revision = 0
	return s
}

// Read returns the state after the record was loaded or saved. If another process has stored a different live message,
// that message becomes the live one here, too. An exception is a newer confirmed message of this process that is not
// stored yet: it stays, and is stored next.
func (s State) Read(r match.Record) State {
	if revision := r.Revision(); revision != s.Revision {
		s.Revision = revision
		s = s.retried()
	}
	b := &s.Board
	unsaved := b.isUnsaved()
	if r.Message == b.Stored {
		return s
	}
	b.Stored = r.Message
	theirs := stored(r, r.Message)
	ours := b.confirmed()
	switch {
	case theirs.ID == ours.ID:
	case unsaved && !newer(theirs.ID, ours.ID): // the next StoreMessage stores our newer message
	case unsaved:
		return s.follow(theirs).owe(ours)
	case b.State != Pending:
		return s.follow(theirs)
	case b.Message.ID != "" && newer(theirs.ID, b.Message.ID):
		ours = b.Message
		return s.follow(theirs).owe(ours)
	default:
		b.Before = theirs
		s.Old = s.without(theirs.ID)
	}
	return s
}

// stored returns the message that has the given id, in the channel of the match's live message.
func stored(r match.Record, id string) rest.Message {
	r.Message = id
	return rest.Message{Channel: r.MessageChannel(), ID: id}
}

// A Fate says whether Discord has received the answer to an interaction.
type Fate uint8

// The values of Fate.
const (
	Confirmed   Fate = iota + 1 // Discord has the answer
	Unconfirmed                 // sent as the response to Discord's HTTP request; Discord never confirms such a response
	Declined                    // Discord did not accept the answer, so nothing was shown
	NoReply                     // no reply came
)

// An Answer is what the bot sent in response to an interaction: a message with the newest board.
type Answer struct {
	Fate    Fate
	Message rest.Message // the message with the answer; its ID is "" if unknown
	Pressed bool         // true if the member pressed Message and the answer updates it; false if the answer makes a new message
}

// AnswerSent returns the state after an answer with the match's board was sent.
func (s State) AnswerSent(w Want, a Answer) State {
	s = s.retried()
	if a.Fate == Declined {
		if a.Pressed { // the answer was declined, but the pressed message exists, so it becomes the live one
			s = s.adopt(rest.Message{Channel: a.Message.Channel, ID: a.Message.ID}, 0)
		}
		return s
	}
	shows := w.Record.Revision()
	if a.Message.ID != "" && (a.Pressed || a.Fate == Confirmed) {
		s = s.adopt(a.Message, shows)
		if a.Fate == Confirmed {
			return s
		}
	}
	s.Old = slices.DeleteFunc(slices.Clone(s.Old), func(o Old) bool { return !canEdit(w, o.Message) })
	b := &s.Board
	b.State, b.Before, b.Message, b.Revision = Pending, b.confirmed(), a.Message, shows
	b.AnswerBy, b.FindAt = w.Now.Add(answerTTL), time.Time{}
	if a.Fate == NoReply {
		b.Revision, b.RewriteAt = 0, w.Now.Add(rewriteDelay)
	}
	return s
}

// Pressed returns the state after a member pressed an outdated board in message m.
func (s State) Pressed(w Want, m rest.Message) State {
	s = s.retried()
	switch b := s.Board; {
	case m.ID == b.Message.ID:
		if b.State == Pending || w.Shared { // the answer was lost, or a late edit of another process has overwritten the board
			return s.Redrawn()
		}
		return s
	case b.isNewest(m.ID): // the message is from an earlier answer, whose reply with this id was lost
		return s.adopt(m, 0)
	}
	return s.owe(m)
}

// Found returns the state after m was found to be the message with the answer to an interaction. The bot looked for it
// because Discord delivered the interaction a second time, too late to answer again.
func (s State) Found(m rest.Message) State {
	if m.ID == s.Board.Message.ID || newer(m.ID, s.Board.confirmed().ID) {
		return s.adopt(m, 0)
	}
	return s
}

// Repairs reports whether the bot should answer a press by updating the pressed message. That is so if the message
// shows an outdated board and the bot has no other way to edit it than this press.
func (s State) Repairs(w Want, pressed string) bool {
	b := s.Board
	switch {
	case !w.Record.Place.Away && b.State != Gone:
		return false
	case pressed == b.Message.ID:
		return s.isStale(w) && !canEdit(w, b.Message)
	case b.State == Pending && pressed == b.Before.ID && b.Message.ID == "" && !w.Now.Before(b.AnswerBy): // the pending answer is lost
		return s.isStale(w) && !canEdit(w, b.Before)
	}
	return b.isNewest(pressed)
}

// nextStored returns the step that writes the id of the newest confirmed message to the store.
func (s State) nextStored(w Want) (Step, time.Time) {
	if !s.Board.isUnsaved() {
		return Step{}, time.Time{}
	}
	if ok, at := s.Store.ready(w); !ok {
		return Step{}, at
	}
	return Step{Kind: StoreMessage, Message: s.Board.confirmed(), From: s.Board.Stored}, time.Time{}
}

func (s State) afterStoreMessage(w Want, step Step, o StepResult) State {
	s.Store = s.Store.after(w, o)
	if o.Status != Done && o.Status != Conflict {
		return s
	}
	s.Board.Stored = o.ID
	switch {
	case o.ID == step.Message.ID:
		return s.owe(stored(w.Record, step.From))
	case newer(o.ID, step.Message.ID):
		return s.follow(stored(w.Record, o.ID)).owe(step.Message)
	}
	return s // the store has an older message, so Next returns this step again
}

// nextBoard returns the next step for the live message and for the thread of the match.
func (s State) nextBoard(w Want) (Step, time.Time) {
	b := s.Board
	if ok, at := b.Retry.ready(w); !ok {
		return Step{}, at
	}
	switch {
	case s.mustPost(w):
		return Step{Kind: PostBoard}, time.Time{}
	case s.mustFind(w):
		if w.Now.Before(b.FindAt) && !w.Closing {
			return Step{}, b.FindAt
		}
		return Step{Kind: FindAnswer, Message: b.Message}, time.Time{}
	}
	return first(w, s.nextThread, s.nextEdit, s.nextClose)
}

// mustPost reports whether the bot must post the first board without an interaction. That is so for the matches of a
// tournament. All others begin with an interaction, whose answer shows the board.
func (s State) mustPost(w Want) bool {
	r := w.Record
	return r.Tournament != "" && r.Match.Status == match.Playing && s.Board.Stored == "" &&
		s.Board.Message.ID == "" && !w.Closing
}

// mustFind reports whether the bot must find the pending answer before it goes on. That is so if the answer's message
// id is unknown. It is also so if the bot must change the message while the answer may still be under way: the answer
// would overwrite the change.
func (s State) mustFind(w Want) bool {
	b := s.Board
	settled := b.Message.ID == b.Before.ID && !w.Now.Before(b.AnswerBy)
	return b.State == Pending && (b.Message.ID == "" || (s.isStale(w) || awaitsThread(w.Record)) && !settled)
}

func (s State) nextEdit(w Want) (Step, time.Time) {
	b := s.Board
	switch {
	case b.Message.ID == "" || !canEdit(w, b.Message):
		return Step{}, time.Time{}
	case !s.isStale(w):
		return Step{}, b.RewriteAt
	}
	if at := b.EditedAt.Add(votePace); w.Record.Match.VoteRuns() && w.Now.Before(at) && !w.Closing {
		return Step{}, at
	}
	return Step{Kind: EditBoard, Message: b.Message}, time.Time{}
}

func (s State) afterPostBoard(w Want, step Step, o StepResult) State {
	if o.Status == Done {
		shows := w.Record.Revision()
		if first := shows == firstRevision || step.Kind == PostInThread && s.Thread.isFirstPost(); !first {
			shows = 0
		}
		s.Thread.Started = ""
		s = s.adopt(rest.Message{Channel: w.Record.Place.Channel, ID: o.ID}, shows)
		s.Board.Retry = Retry{}
		return s
	}
	if step.Kind == PostInThread {
		s.Thread.Started = ""
		return s.threadFailed(w, o)
	}
	if s.Board.Retry = s.Board.Retry.after(w, o); o.Status != Limited {
		s.Board.Retry = Retry{At: o.At.Add(longestPause)} // retry without end, because nobody can play without a board
	}
	return s
}

func (s State) afterFindAnswer(w Want, o StepResult) State {
	b := &s.Board
	switch {
	case o.Status == Done && !o.Private:
		m := b.Message
		m.ID = o.ID
		b.Retry = Retry{}
		return s.adopt(m, b.Revision)
	case o.Status == Limited || o.Status == Lost:
		if b.Retry = b.Retry.after(w, o); !b.Retry.Spent {
			return s
		}
	case o.Status == Unknown && o.At.Before(b.AnswerBy) && !w.Closing: // the answer may still arrive
		b.FindAt = o.At.Add(findPace)
		if b.AnswerBy.Before(b.FindAt) {
			b.FindAt = b.AnswerBy
		}
		return s
	}
	b.State, b.Message, b.Before, b.Revision = Live, b.Before, rest.Message{}, 0
	if b.Message.ID == "" {
		b.State = Absent
	}
	return s
}

func (s State) afterEditBoard(w Want, o StepResult) State {
	b := &s.Board
	b.Retry = b.Retry.after(w, o)
	if o.Message.ID != "" {
		b.Message = o.Message
	}
	switch o.Status {
	case Done:
		b.State, b.Before, b.Revision, b.EditedAt = Live, rest.Message{}, w.Record.Revision(), o.At
		if !w.Now.Before(b.RewriteAt) {
			b.RewriteAt = time.Time{}
		}
	case Lost:
		b.RewriteAt = o.At.Add(rewriteDelay)
	case Unknown, Refused:
		b.State, b.Before, b.Message = Gone, b.Message, rest.Message{}
	}
	return s
}
