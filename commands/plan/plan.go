package plan

import (
	"time"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// A Handler answers a request with a plan. If it returns an error, the member sees the error as a
// private sentence, and nothing is changed.
type Handler func(*Request) (Plan, error)

// A Route is the handler of a path, with the rules for its use.
type Route struct {
	// Pattern is the pattern that matches the request's path, such as "/ultimate" or
	// "/m/{match}/{version}/{square}". Logs and metrics use it. It is "" for an unknown path.
	Pattern string
	Handle  Handler
	Access  Access // which members may use the route, and in which channels
	// Anew is true if the answer to a press is a new message, and false if the answer edits the pressed message. If the
	// answer takes longer, the bot first acknowledges the press, and Discord must know then which of the two follows.
	Anew bool
}

// A Plan is the next step of answering a request. Its types are Answer; New and On; ChangeMember,
// ChangeServer and Forget; OnPuzzle; MakeReview and ShareReview; NewTournament and OnTournament.
type Plan interface{ plan() }

// New begins a match in the place of the request and shows it in a new message. Style is the style of its board. Begin
// returns the match. It may be called more than once.
type New struct {
	Style    string
	Explains bool // see match.Place
	// After is the id of the match that the new one follows, such as the previous game of a series;
	// "" for none. The new match's id is derived from After, so it is created only once: a repeated
	// request gets match.ErrContinued. The board of the match After is redrawn.
	After match.ID
	// Goes is the place of the match that the new match continues, if there is one. If the bot
	// opened a thread for that match and the request comes from it, the new match uses it too.
	Goes  match.Place
	Rival string // the channel of the opposing team, where the match is also shown; "" for none
	Begin func(Facts) (match.Match, error)
}

// On changes a stored match, or answers a request about it, as the function Decide decides.
type On struct {
	Match  match.ID
	Decide Decide
	// Anywhere lets those who take part in the match act on it from other places. Otherwise the match must be shown in
	// the place of the request.
	Anywhere bool
}

// A Decide returns the next state of a match and the answer to the member. It must have no side
// effects: if another request was saved first, it is called again with the newer match.
type Decide func(*Request, match.Record, Facts) (Decision, error)

// ChangeMember changes the user's settings. Its function Show gets the new settings, when r.Language is already theirs.
type ChangeMember struct {
	Change func(*match.Member)
	Show   func(match.Member) Answer
}

// ChangeServer changes the settings of the request's server. Its function Show gets the new settings.
type ChangeServer struct {
	Change func(*match.Server)
	// Log returns the entry for the server's log channel, which describes the change in the place's
	// language. If the entry has no text, or Log is nil, nothing is logged.
	Log  func(l *texts.Language, before, after match.Server) Content
	Show func(match.Server) Answer
}

// Forget ends the user's open matches and deletes all data about the user. Its function Show is called after that, when
// the request has lost the language that the user had chosen.
type Forget struct{ Show func() Answer }

func (Answer) plan()        {}
func (New) plan()           {}
func (On) plan()            {}
func (ChangeMember) plan()  {}
func (ChangeServer) plan()  {}
func (Forget) plan()        {}
func (OnPuzzle) plan()      {}
func (MakeReview) plan()    {}
func (ShareReview) plan()   {}
func (NewTournament) plan() {}
func (OnTournament) plan()  {}

// Facts are the inputs of a decision other than the stored match.
type Facts struct {
	Now time.Time
	// Ticked is the stored match with what its deadline has done by now. A player whose clock ran out while members could
	// not reach the bot has their full time again. It is set only for a Decide.
	Ticked match.Match
	ID     match.ID  // the id of a new match or tournament; set only for the functions Begin
	Toss   game.Mark // the result of a fair coin toss: X or O
	// Pick returns a random number from 0 to n-1.
	Pick func(n int) int
}

// A Decision is the new state of a match and the answer to the member.
type Decision struct {
	// Next is the match to save. It is saved only if the stored version is still the one that the
	// decision was based on. If Next is nil, the match stays unchanged.
	Next *match.Match
	// Refused is set if the request came after the match's time had run out. Next is then the match
	// that has ended on time. The member gets Refused instead of Answer.
	Refused error
	// Here moves the match to the place of the request, together with Next.
	Here bool
	// Vote is the user's vote to store for the match's version; nil for none. A decision has Vote or Next, not both.
	Vote *match.Vote
	// Log returns the line for the server's log channel, which is posted once Next is saved. It may be nil.
	Log    func(l *texts.Language) Content
	Answer Answer // the answer to the member
	// Begin is a match to begin, and Other a decision to make on another match. Each is carried out instead of all else.
	Begin *New
	Other *On
}
