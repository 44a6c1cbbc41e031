package plan

import (
	"errors"
	"fmt"
	"time"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/proof"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/puzzle"
)

// A Query asks a question, such as one for stored matches. Its function Then gets the answer and returns the next step:
// a Plan or a PuzzleDecision. If the question cannot be answered, the request is refused with the error.
type Query[T any] struct {
	Question Question
	Then     func(answer any) (T, error) // set by Ask
}

// A Question is one of the types below. Answering a question changes nothing in the store.
type Question interface{ question() }

// Answered is implemented by each Question whose answer has the type A.
type Answered[A any] interface {
	Question
	answer() A
}

// Ask returns a query that calls `then` with the answer.
func Ask[A, T any](q Answered[A], then func(A) (T, error)) Query[T] {
	return Query[T]{q, func(answer any) (next T, err error) {
		a, ok := answer.(A)
		if !ok {
			return next, fmt.Errorf("%T was answered with a %T", q, answer)
		}
		return then(a)
	}}
}

// answeredBy implements Answered[A]. Each type of question embeds it to say what type its answer has.
type answeredBy[A any] struct{}

func (answeredBy[A]) question() {}

func (answeredBy[A]) answer() (a A) { return a }

// OpenMatches asks for the unfinished matches that the user may see, oldest first.
type OpenMatches struct {
	answeredBy[[]match.Record]
	Channel string // "" for all channels
	Threads bool   // also matches in threads of Channel
	Member  string // only matches that the member plays or has started; "" for the matches of all members
}

// Stranded asks for the user's unfinished matches that the user cannot go on with where they are, oldest first: the place
// is gone, or the user cannot play there, or no message shows the match.
type Stranded struct{ answeredBy[[]match.Record] }

// CanPlay asks whether a member can play in the request's channel: see match.Strand. It is true if Discord does not say.
type CanPlay struct {
	answeredBy[bool]
	Member string
}

// Deleted asks which of the given channels and roles the request's server no longer has. The answer is nil if Discord
// does not say.
type Deleted struct {
	answeredBy[[]string]
	Channels, Roles []string
}

// HasLeft asks whether a member has left the request's server. It is false if Discord does not say.
type HasLeft struct {
	answeredBy[bool]
	Member string
}

// HavePlayed asks whether each of the given members has finished at least match.FirstGames matches of a variant with a
// result that counts.
type HavePlayed struct {
	answeredBy[bool]
	Variant game.Variant
	Members []string // an id is "" for the unknown opponent in an open challenge
}

// Member asks for the settings of a member.
type Member struct {
	answeredBy[match.Member]
	ID string
}

// Server asks for the settings of the request's server.
type Server struct{ answeredBy[match.Server] }

// BotPermissions asks for the bot's permissions in each channel of the request's server. The answer
// maps channel ids to permissions, and is nil if Discord does not report them.
type BotPermissions struct {
	answeredBy[map[string]Permissions]
}

// Outranks asks whether the user's highest role in the request's server is above a role, or the user owns the server.
type Outranks struct {
	answeredBy[bool]
	Role string
}

// Export asks for all data about the user, as JSON.
type Export struct{ answeredBy[[]byte] }

// OpenTournament asks for the id of the unfinished tournament in the request's channel. The answer
// is "" if there is none.
type OpenTournament struct{ answeredBy[match.ID] }

// AcceptsDraw asks whether the computer would accept the draw that is offered in the match Offered. This match can
// differ from the stored one.
type AcceptsDraw struct {
	answeredBy[bool]
	Offered match.Match
}

// Evaluation asks the engine for the value of every legal move in a position. The answer lists the moves, best first.
// It is nil if the game is over or the engine had no time. Any other answer depends only on the position and Nodes.
// Errors: ErrWithheld, but with a Limit the answer is nil then.
type Evaluation struct {
	answeredBy[[]ai.Choice]
	Game  ai.History
	Match match.ID      // the match that the position belongs to, "" for none
	Nodes int64         // the number of positions that the engine searches; about 50,000 take a tenth of a second
	Limit time.Duration // the longest time that the request waits for the engine; 0 for the owner's usual limit
}

// ErrWithheld means that an evaluation would help the user where they can still gain something: in another match, in
// their puzzle or in the puzzle of the day.
var ErrWithheld = errors.New("evaluation withheld: the user can still gain from the position")

// Profile asks for a member's results, but only those that the member Reader may see.
type Profile struct {
	answeredBy[MemberResults]
	Member, Reader string
	Public         bool // set if everybody in the channel will see the answer
}

// MemberResults are the stored results of a member.
type MemberResults struct {
	profile.Profile
	// Matches holds the stored matches of the member's best wins, but only those that the readers
	// of the profile may see.
	Matches map[match.ID]match.Record
	Puzzles puzzle.Progress // the member's puzzle record
	Now     time.Time       // the time of the answer: without games a rating becomes less certain over time
}

// Leaders asks for one page of a leaderboard, as Member may see it. A server's leaderboard leaves
// out members who have left the server, if Discord reports who is a member.
type Leaders struct {
	answeredBy[profile.Page]
	Board  profile.Board // Board.Since is ignored; it is computed from Days
	Days   int           // only members with a rated game in so many last days; 0 for all members
	From   int           // the index of the page's first entry, from 0
	Limit  int           // maximum number of entries
	Member string        // the member who asks
	// Away is set if the bot cannot ask Discord for the server's members: see match.Place.
	Away bool
}

// Seasons asks for the table of the current season of the request's server, with at most Limit entries. It also asks
// for the winners of the seasons before it, newest first, at most Past of them. Earlier seasons without rated games are
// left out.
type Seasons struct {
	answeredBy[[]profile.SeasonTable]
	Pool   profile.Pool
	Months int // the length of a season
	Limit  int
	Past   int
}

// FinishedMatches asks for finished matches with at least one move, at most Limit of them. Member, Guild and Channel
// restrict the search, unless they are "". The answer has only matches that the user may see, newest first.
type FinishedMatches struct {
	answeredBy[[]match.Record]
	Member  string
	Guild   string // "" for all servers
	Channel string // "" for all channels
	Before  Ended  // only matches that ended before this one; the zero Ended for no restriction
	After   Ended  // only the earliest Limit matches that ended after this one; the zero Ended for no restriction
	Limit   int
}

// Ended identifies a finished match by its end time and its id. Matches with the same end time are ordered by id.
type Ended struct {
	At time.Time
	ID match.ID
}

// FinishedMatch asks for one finished match with its moves. The match's players may see it anywhere. Other members get
// ErrHidden if they may not see the match from here. Other errors: ErrUnfinished, ErrDropped and ErrDamaged.
type FinishedMatch struct {
	answeredBy[match.Record]
	Match match.ID
	// Message is the id of a message in Channel that shows the match. It is used if Match is "".
	Channel, Message string
	// Public is set if everybody in the channel will see the answer. Then everybody in the channel
	// must be allowed to see the match.
	Public bool
}

// ErrUnfinished means that the match is not over, has no moves, or is unknown. ErrHidden means that
// the user, or the channel, may not see the match. ErrDropped means that the match's moves were
// deleted because of the server's settings.
var (
	ErrUnfinished = errors.New("match unfinished, without moves, or unknown")
	ErrHidden     = errors.New("match not visible to everybody here")
	ErrDropped    = errors.New("the match's moves were deleted")
)

// DailyTable asks for the results of the daily puzzle on a day in the request's server, at most Limit entries.
type DailyTable struct {
	answeredBy[puzzle.Table]
	Day   puzzle.Day
	Limit int
}

// DailyChampions asks for the members of the request's server who earned the most points from daily
// puzzles on the days First to Last, best first, at most Limit members.
type DailyChampions struct {
	answeredBy[[]puzzle.Champion]
	First, Last puzzle.Day
	Limit       int
}

// TryPuzzle asks whether a square is right in an attempt at a puzzle. Errors: ErrNoVerdict.
type TryPuzzle struct {
	answeredBy[proof.Verdict]
	Attempt puzzle.Attempt
	Square  game.Square
}

// SolvePuzzle asks how an attempt continues under best play. Errors: ErrNoVerdict.
type SolvePuzzle struct {
	answeredBy[game.Moves]
	Attempt puzzle.Attempt
}

// ErrNoVerdict means that the engine had no time to judge a puzzle's move.
var ErrNoVerdict = errors.New("puzzle move not judged in time")

// PuzzleRatings asks for the ratings of the given puzzles, by puzzle id. The answer has no entry
// for a puzzle that no member has tried.
type PuzzleRatings struct {
	answeredBy[map[string]profile.Rating]
	Puzzles []string
}
