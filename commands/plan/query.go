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

// A Query asks the owner a question, and goes on with the answer to a T: to the next Plan, or to a
// PuzzleDecision. An answer that cannot be had is an error, which refuses the request.
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

// Ask returns the query that goes on with then.
func Ask[A, T any](q Answered[A], then func(A) (T, error)) Query[T] {
	return Query[T]{q, func(answer any) (next T, err error) {
		a, ok := answer.(A)
		if !ok {
			return next, fmt.Errorf("%T was answered with a %T", q, answer)
		}
		return then(a)
	}}
}

// answeredBy, embedded in a type, makes it a Question whose answer is an A.
type answeredBy[A any] struct{}

func (answeredBy[A]) question() {}

func (answeredBy[A]) answer() (a A) { return a }

// OpenMatches asks for unfinished matches that the caller may see, oldest first.
type OpenMatches struct {
	answeredBy[[]match.Record]
	Channel string // "" for all channels
	Threads bool   // also those in threads of the channel
	Member  string // only those that the member plays in or has started; "" for everybody's
}

// HavePlayed asks whether each of some members has played match.FirstGames of a variant that count.
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

// BotPermissions asks for the bot's permissions in the channels of the request's server, by channel.
// The answer is nil if Discord does not say them.
type BotPermissions struct {
	answeredBy[map[string]Permissions]
}

// Export asks for all that is kept of the caller, as a file in JSON.
type Export struct{ answeredBy[[]byte] }

// OpenTournament asks for the tournament of the request's channel that is not over. The answer is ""
// if there is none.
type OpenTournament struct{ answeredBy[match.ID] }

// AcceptsDraw asks the computer whether it accepts a draw in Offered, which is not stored.
type AcceptsDraw struct {
	answeredBy[bool]
	Offered match.Match
}

// Evaluation asks the engine for every legal move in the position that a game has reached, with its
// value, best first. The answer is nil when the game is over, or when the engine had no time. It
// depends on Nodes alone.
type Evaluation struct {
	answeredBy[[]ai.Choice]
	Game  ai.Game
	Nodes int64         // how many positions the engine looks at, some 50,000 in a tenth of a second
	Limit time.Duration // how long the request waits for it at most, 0 for as long as it can
}

// Profile asks how a member has played, for a reader of it.
type Profile struct {
	answeredBy[Known]
	Member, Reader string
	Public         bool // the answer is for everybody in the channel
}

// Known is what is known of how a member has played.
type Known struct {
	profile.Profile
	// Matches are those that the profile names, as far as they are kept and those may know of
	// them who see the answer: in the same server, where they can look into the channel.
	Matches map[match.ID]match.Record
	Puzzles solving.Record // how they solve puzzles
	Now     time.Time      // the time of the rating: it becomes less certain while nobody plays
}

// Leaders asks for a page of a leaderboard, as it looks to a member. A server's has no members who
// have left, as far as Discord says so.
type Leaders struct {
	answeredBy[profile.Page]
	Board  profile.Board // its Since follows from Days
	Days   int           // only members with a rated game within so many days; 0 for all
	From   int           // the first place of the page, counted from 0
	Limit  int           // how many places at most
	Member string        // the member who asks
	// Away is set where the bot cannot ask Discord for the members of the server: see match.Place.
	Away bool
}

// FinishedMatches asks for a member's matches that are over and have a move: those in a server or a
// channel, or all. The answer has those that the caller may see, newest first.
type FinishedMatches struct {
	answeredBy[[]match.Record]
	Member  string
	Guild   string // "" for everywhere
	Channel string // "" for everywhere
	Before  Ended  // only those that ended before; the zero Ended for all
	After   Ended  // only those that ended after, the ones next to it; the zero Ended for all
	Limit   int
}

// Ended says which match ended and when: matches that ended at the same time have an order, too.
type Ended struct {
	At time.Time
	ID match.ID
}

// FinishedMatch asks for a match that is over and has moves. Its players may see it anywhere, others
// as in FinishedMatches. Errors: ErrUnfinished, ErrHidden and ErrDropped.
type FinishedMatch struct {
	answeredBy[match.Record]
	Match match.ID
	// Message, instead of Match, is the message of a channel that shows it.
	Channel, Message string
	// Public is set where the answer is for everybody in the channel: then everybody there must be
	// allowed to see it.
	Public bool
}

// ErrUnfinished is for a match that is not over, has no moves, or is unknown; ErrHidden for one that the caller
// may not see, or not everybody in its new place; ErrDropped for one whose moves were deleted, as the server has
// chosen.
var (
	ErrUnfinished = errors.New("match unfinished, without moves, or unknown")
	ErrHidden     = errors.New("match not visible to everybody here")
	ErrDropped    = errors.New("the match's moves were deleted")
)

// DailyTable asks how members of the request's server have done on a day: for at most Limit of them.
type DailyTable struct {
	answeredBy[solving.Table]
	Day   solving.Day
	Limit int
}

// DailyChampions asks which members of the request's server have the most points from daily puzzles on the
// days First to Last, best first: for at most Limit of them.
type DailyChampions struct {
	answeredBy[[]solving.Champion]
	First, Last solving.Day
	Limit       int
}

// TryPuzzle asks what a square is worth in an attempt at a puzzle. Errors: ErrNoVerdict.
type TryPuzzle struct {
	answeredBy[proof.Verdict]
	Attempt puzzle.Attempt
	Square  game.Square
}

// SolvePuzzle asks how an attempt goes on under best play. Errors: ErrNoVerdict.
type SolvePuzzle struct {
	answeredBy[game.Moves]
	Attempt puzzle.Attempt
}

// ErrNoVerdict is for a puzzle that nobody had time to look at.
var ErrNoVerdict = errors.New("puzzle move not judged in time")

// PuzzleRatings asks for the ratings of those of some puzzles that members have tried.
type PuzzleRatings struct {
	answeredBy[map[string]rating.Rating]
	Puzzles []string
}
