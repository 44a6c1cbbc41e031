package plan

import (
	"time"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// A Handler answers a request with a plan. Its error is shown to the member as a private sentence, and nothing
// is changed.
type Handler func(*Request) (Plan, error)

// A Route is the handler of a path, and its rules.
type Route struct {
	// Pattern is the pattern that the request's path matches, such as "/ultimate" or
	// "/m/{match}/{version}/{square}", for logs and metrics. It is "" for an unknown path.
	Pattern string
	Handle  Handler
	Access  Access // who may use it, and where
	// Anew is set if the answer to a press is a new message instead of an edit. The deferred first answer to
	// Discord depends on it.
	Anew bool
}

// A Plan is the next step of answering a request. It is one of: Answer; Query[Plan]; New and On; ChangeMember,
// ChangeServer and Forget; Puzzle; Review and ShareReview; NewTournament and OnTournament.
type Plan interface{ plan() }

// New begins a match where the request was made, in a style, and shows it in a new message. Begin may be called
// more than once.
type New struct {
	Style    string
	Explains bool // see match.Place
	// After is the match that the new one follows, "" for none. The new match's id is derived from it, so that
	// it begins once; a repeated request gets match.ErrContinued. The board of the match before is redrawn.
	After match.ID
	// Goes is the place of the match that this one continues, if any: it stays in that match's thread.
	Goes  match.Place
	Rival string // the channel of the opposing team, where the match is shown too; "" for none
	Begin func(Facts) (match.Match, error)
}

// On decides on a stored match.
type On struct {
	Match  match.ID
	Decide Decide
}

// A Decide decides what becomes of a match. It has no effects, because it is called again with the newer match
// if another request was saved first.
type Decide func(match.Record, Facts) (Decision, error)

// ChangeMember changes the caller's settings. Then continues with them.
type ChangeMember struct {
	Change func(*match.Member)
	Then   func(match.Member) (Plan, error)
}

// ChangeServer changes the settings of the request's server. Then continues with them.
type ChangeServer struct {
	Change func(*match.Server)
	// Log returns the entry for the log channel, in the place's language: what has changed; no text for
	// nothing. Nil logs nothing.
	Log  func(l *texts.Language, before, after match.Server) Content
	Then func(match.Server) (Plan, error)
}

// Forget ends the caller's open matches and deletes all data about them. Then continues.
type Forget struct {
	Then func() (Plan, error)
}

func (Answer) plan()        {}
func (Query[T]) plan()      {}
func (New) plan()           {}
func (On) plan()            {}
func (ChangeMember) plan()  {}
func (ChangeServer) plan()  {}
func (Forget) plan()        {}
func (Puzzle) plan()        {}
func (Review) plan()        {}
func (ShareReview) plan()   {}
func (NewTournament) plan() {}
func (OnTournament) plan()  {}

// Facts are what a decision may depend on besides the match.
type Facts struct {
	Now time.Time
	// Back is since when members of the match's place have reached the bot without a break. Clocks that ran out
	// before Back get their full time again.
	Back time.Time
	ID   match.ID  // for a new match: only New.Begin gets it
	Toss game.Mark // a fair coin: X or O
	// Pick returns a random number from 0 to below n.
	Pick func(n int) int
}

// A Decision is what becomes of a match, and the answer to the member.
type Decision struct {
	// Next is saved if the stored version is still the one that the decision was based on. Nil leaves the match
	// unchanged.
	Next *match.Match
	// Refused is the member's answer, instead of Answer, if time has ended the match in Next: the request was
	// too late.
	Refused error
	// Vote is the caller's vote, stored under the match's version; nil for none. A decision has Vote or Next,
	// not both.
	Vote   *match.Vote
	Answer Answer // what the member gets, or
	Then   Plan   // the plan to go on with instead; never together with Next
}
