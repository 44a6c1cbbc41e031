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
	"noughts/game/rating"
	"noughts/game/solving"
)

// A Query asks a question, and goes on with its answer to a T: the next Plan, or a PuzzleDecision. If there is
// no answer, the error refuses the request.
type Query[T any] struct {
	Question Question
	Then     func(answer any) (T, error) // Ask makes it
}

// A Question is one of the types below. Answering it changes nothing.
type Question interface{ question() }

// Answered is a Question whose answer is an A.
type Answered[A any] interface {
	Question
	answer() A
}

// Ask returns the query that continues with then.
func Ask[A, T any](q Answered[A], then func(A) (T, error)) Query[T] {
	return Query[T]{q, func(answer any) (next T, err error) {
		a, ok := answer.(A)
		if !ok {
			return next, fmt.Errorf("%T was answered with a %T", q, answer)
		}
		return then(a)
	}}
}

// answeredBy, embedded in a type, makes it an Answered[A].
type answeredBy[A any] struct{}

func (answeredBy[A]) question() {}

func (answeredBy[A]) answer() (a A) { return a }

// OpenMatches asks for unfinished matches that the caller may see, oldest first.
type OpenMatches struct {
	answeredBy[[]match.Record]
	Channel string // "" for all channels
	Threads bool   // also in threads of the channel
	Member  string // only matches that the member plays or has started; "" for everybody's
}

// HavePlayed asks whether each of some members has played match.FirstGames that count of a variant.
type HavePlayed struct {
	answeredBy[bool]
	Variant game.Variant
	Members []string // "" for an open challenge, whose opponent is unknown
}

// Member asks for the settings of a member.
type Member struct {
	answeredBy[match.Member]
	ID string
}

// Server asks for the settings of the request's server.
type Server struct{ answeredBy[match.Server] }

// BotPermissions asks for the bot's permissions in the channels of the request's server, by channel. The answer
// is nil if Discord does not report them.
type BotPermissions struct {
	answeredBy[map[string]Permissions]
}

// Export asks for all data about the caller, as JSON.
type Export struct{ answeredBy[[]byte] }

// OpenTournament asks for the unfinished tournament of the request's channel. The answer is "" if there is
// none.
type OpenTournament struct{ answeredBy[match.ID] }

// AcceptsDraw asks the computer whether it would accept a draw in Offered, which is not stored yet.
type AcceptsDraw struct {
	answeredBy[bool]
	Offered match.Match
}

// Evaluation asks the engine for every legal move in a position with its value, best first. The answer is nil
// if the game is over, or if the engine had no time. It is the same for the same Nodes.
type Evaluation struct {
	answeredBy[[]ai.Choice]
	Game  ai.History
	Nodes int64         // how many positions the engine searches, some 50,000 in a tenth of a second
	Limit time.Duration // how long the request waits at most, 0 for no limit
}

// Profile asks for a member's results, as a reader may see them.
type Profile struct {
	answeredBy[MemberResults]
	Member, Reader string
	Public         bool // everybody in the channel will see the answer
}

// MemberResults is what the store has about a member's results.
type MemberResults struct {
	profile.Profile
	// Matches are the stored matches that the profile names, if its readers may know of them: in the same
	// server, where they can see the channel.
	Matches map[match.ID]match.Record
	Puzzles solving.Progress // how they solve puzzles
	Now     time.Time        // the time of the rating, which becomes less certain over time without games
}

// Leaders asks for a page of a leaderboard as a member may see it. A server's leaderboard omits members who
// have left, if Discord reports them.
type Leaders struct {
	answeredBy[profile.Page]
	Board  profile.Board // its Since follows from Days
	Days   int           // only members with a rated game in the last so many days; 0 for all
	From   int           // the first entry of the page, counted from 0
	Limit  int           // how many places at most
	Member string        // the member who asks
	// Away is set if the bot cannot ask Discord for the members of the server: see match.Place.
	Away bool
}

// Seasons asks for the table of the current season of the request's server, with at most Limit places, and for the
// winners of the seasons before it, at most Past, newest first. Seasons without rated games are left out.
type Seasons struct {
	answeredBy[[]profile.SeasonTable]
	Pool   rating.Pool
	Months int // the length of a season
	Limit  int
	Past   int
}

// FinishedMatches asks for a member's finished matches with at least one move, in a server, in a channel or
// everywhere. The answer has those that the caller may see, newest first.
type FinishedMatches struct {
	answeredBy[[]match.Record]
	Member  string
	Guild   string // "" for everywhere
	Channel string // "" for everywhere
	Before  Ended  // only matches that ended before; the zero Ended for all
	After   Ended  // only matches that ended after, starting with the next one; the zero Ended for all
	Limit   int
}

// Ended is a match and the time of its end. It orders matches that ended at the same time too.
type Ended struct {
	At time.Time
	ID match.ID
}

// FinishedMatch asks for a finished match with moves. Its players may see it anywhere, others under the rules
// of FinishedMatches. Errors: ErrUnfinished, ErrHidden and ErrDropped.
type FinishedMatch struct {
	answeredBy[match.Record]
	Match match.ID
	// Message, instead of Match, is the id of a message in Channel that shows the match.
	Channel, Message string
	// Public is set if everybody in the channel will see the answer. Then all of them must be allowed to see
	// the match.
	Public bool
}

// ErrUnfinished means a match that is not over, has no moves, or is unknown. ErrHidden means one that the
// caller, or the channel, may not see. ErrDropped means one whose moves were deleted by the server's settings.
var (
	ErrUnfinished = errors.New("match unfinished, without moves, or unknown")
	ErrHidden     = errors.New("match not visible to everybody here")
	ErrDropped    = errors.New("the match's moves were deleted")
)

// DailyTable asks for the results of the request's server on a day, at most Limit of them.
type DailyTable struct {
	answeredBy[solving.Table]
	Day   solving.Day
	Limit int
}

// DailyChampions asks for the members of the request's server with the most points from daily puzzles from
// First to Last, best first, at most Limit of them.
type DailyChampions struct {
	answeredBy[[]solving.Champion]
	First, Last solving.Day
	Limit       int
}

// TryPuzzle asks for the value of a square in an attempt at a puzzle. Errors: ErrNoVerdict.
type TryPuzzle struct {
	answeredBy[proof.Verdict]
	Attempt puzzle.Attempt
	Square  game.Square
}

// SolvePuzzle asks for the continuation of an attempt under best play. Errors: ErrNoVerdict.
type SolvePuzzle struct {
	answeredBy[game.Moves]
	Attempt puzzle.Attempt
}

// ErrNoVerdict means that the engine had no time for a puzzle.
var ErrNoVerdict = errors.New("puzzle move not judged in time")

// PuzzleRatings asks for the ratings of some puzzles. Puzzles that nobody has tried have none.
type PuzzleRatings struct {
	answeredBy[map[string]rating.Rating]
	Puzzles []string
}
