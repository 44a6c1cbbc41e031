package plan

import (
	"time"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// A Handler answers a request: it says what is needed next. An error of it is shown to the member
// as one private sentence, and nothing is changed.
type Handler func(*Request) (Plan, error)

// A Route is what answers a request.
type Route struct {
	// Pattern is the pattern of paths that the request's is of, such as "/ultimate" or
	// "/m/{match}/{version}/{square}": for logs and counts. It is "" for an unknown path.
	Pattern string
	Handle  Handler
	Access  Access // who may use it, and where
	// Anew is set when a press is answered with a new message, and not in the place of
	// the one that was pressed: who asks Discord for more time must say which.
	Anew bool
}

// A Plan says what the owner does next to answer a request. It is one of: Answer; Query[Plan]; New and On;
// ChangeMember, ChangeServer and Forget; Puzzle; Review and ShareReview; NewTournament and OnTournament.
type Plan interface{ plan() }

// New begins a match where the request was made, in a style, and shows it anew.
// Begin may be called more than once.
type New struct {
	Style    string
	Explains bool // see match.Place
	// After, unless it is "", is the match that this one follows: the new one has an id of its own,
	// always the same, and when it has begun already the member is told so (match.ErrContinued).
	// The board of the one before is redrawn.
	After match.ID
	// Goes is the place of the match that this one goes on from, if any, whose thread it stays in.
	Goes  match.Place
	Rival string // the channel of the other of two teams, who see it there, "" for none
	Begin func(Facts) (match.Match, error)
}

// On decides on a stored match.
type On struct {
	Match  match.ID
	Decide Decide
}

// A Decide says what becomes of a match. It has no effects of its own: it is
// called again with the newer match when somebody else has saved first.
type Decide func(match.Record, Facts) (Decision, error)

// ChangeMember changes the settings of the caller. Then goes on with them.
type ChangeMember struct {
	Change func(*match.Member)
	Then   func(match.Member) (Plan, error)
}

// ChangeServer changes the settings of the request's server. Then goes on with them.
type ChangeServer struct {
	Change func(*match.Server)
	// Log says for the log channel, in the place's language, what has changed: no text for nothing. Nil says nothing.
	Log  func(l *texts.Language, before, after match.Server) Content
	Then func(match.Server) (Plan, error)
}

// Forget ends the open matches of the caller and removes all that is kept of them. Then goes on.
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
	// Back is since when members of the match's place reach the bot without a break:
	// clocks that had run out before are wound up again.
	Back time.Time
	ID   match.ID  // for a new match: only New.Begin gets one
	Toss game.Mark // a fair coin: X or O
	// Pick returns a random number from 0 to below n.
	Pick func(n int) int
}

// A Decision is what becomes of a match and what the member is answered.
type Decision struct {
	// Next is saved under the version that the decision was based on; nil leaves the match as it
	// is.
	Next *match.Match
	// Refused, beside Next, is what the member is told instead of an answer: time has
	// ended the match, and the request came too late.
	Refused error
	// Vote is the caller's, to be noted under the version of the match that was decided on;
	// nil for none. It is never beside Next.
	Vote   *match.Vote
	Answer Answer // what the member gets, or
	Then   Plan   // what to go on with instead, never beside Next
}
