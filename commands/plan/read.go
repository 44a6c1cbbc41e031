package plan

import (
	"errors"
	"time"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/review"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/puzzle"
)

// A Reader tells a handler what it needs to know. Reading changes nothing. A handler returns an error of a Reader as it is;
// the request is then refused. Answers for which Discord was asked say nothing if Discord does not.
type Reader interface {
	// OpenMatches returns unfinished matches that the user may see, oldest first.
	OpenMatches(match.Scope) ([]match.Record, error)
	// Stranded returns the user's unfinished matches that the user cannot go on with where they are, oldest first: the
	// place is gone, or the user cannot play there, or no message shows the match.
	Stranded() ([]match.Record, error)
	// FinishedMatches returns finished matches with at least one move that the user may see, newest first.
	FinishedMatches(match.Query) ([]match.Record, error)
	// FinishedMatch returns one finished match with its moves. The match's players may see it anywhere. Other members get
	// ErrHidden if they may not see the match from here. Other errors: ErrUnfinished, ErrDropped and ErrDamaged.
	FinishedMatch(FinishedMatch) (match.Record, error)

	// Member returns the settings of a member, and Server those of the request's server.
	Member(id string) (match.Member, error)
	Server() (match.Server, error)
	// HavePlayed reports whether each of the members has finished at least match.FirstGames matches of a variant with a
	// result that counts. An id is "" for the unknown opponent in an open challenge.
	HavePlayed(v game.Variant, members []string) (bool, error)
	// Profile returns a member's results, but only those that the member Reader may see.
	Profile(ResultsOf) (MemberResults, error)
	// Leaders returns one page of a leaderboard, as Member may see it. A server's leaderboard leaves out members who have
	// left the server, if Discord reports who is a member.
	Leaders(Leaders) (profile.Page, error)
	// Seasons returns the table of the current season of the request's server, and then those of the seasons before it,
	// newest first. Earlier seasons without rated games are left out.
	Seasons(Seasons) ([]profile.SeasonTable, error)
	// Export returns all data about the user, as JSON.
	Export() ([]byte, error)
	// OpenTournament returns the id of the unfinished tournament in the request's channel, "" for none.
	OpenTournament() (match.ID, error)

	// BotPermissions returns the bot's permissions by channel of the request's server, nil if Discord does not say.
	BotPermissions() map[string]Permissions
	// Outranks reports whether the user's highest role in the request's server is above a role, or the user owns the server.
	Outranks(role string) (bool, error)
	// CanPlay reports whether a member can play in the request's channel: see match.Strand. It is true if Discord does not
	// say.
	CanPlay(member string) bool
	// HasLeft reports whether a member has left the request's server. It is false if Discord does not say.
	HasLeft(member string) bool
	// Deleted returns those of the given channels and roles that the request's server no longer has.
	Deleted(channels, roles []string) []string

	// Evaluation returns the engine's value of every legal move in a position, best first. It is nil if the game is over or
	// the engine had no time. Any other answer depends only on the position and Nodes. Errors: ErrWithheld, but with a
	// Limit the answer is nil then.
	Evaluation(Evaluation) ([]ai.Choice, error)
	// AcceptsDraw reports whether the computer would accept the draw that is offered in a match, which can differ from the
	// stored one.
	AcceptsDraw(offered match.Match) bool

	// DailyTable returns the results of the daily puzzle on a day in the request's server, and DailyChampions its members
	// who earned the most points on the days from first to last, best first.
	DailyTable(day puzzle.Day, limit int) (puzzle.Table, error)
	DailyChampions(first, last puzzle.Day, limit int) ([]puzzle.Champion, error)
	// DailyLeaders returns all listed members who have solved daily puzzles in the request's server, in this calendar month
	// or ever, in the order of puzzle.CompareSolved. Those from index `from` to before `to` have not left the server, if
	// Discord reports who is a member.
	DailyLeaders(month bool, from, to int) ([]puzzle.Champion, error)
	// PuzzleRatings returns the ratings of puzzles by their ids. It has no entry for a puzzle that no member has tried.
	PuzzleRatings(puzzles []string) (map[string]profile.Rating, error)
	// TryPuzzle judges a square in an attempt at a puzzle, and SolvePuzzle returns how an attempt continues under best play.
	// Errors: ErrNoVerdict.
	TryPuzzle(a puzzle.Attempt, s game.Square) (review.AttemptResult, error)
	SolvePuzzle(a puzzle.Attempt) (game.Moves, error)
}

// An Evaluation says what to evaluate.
type Evaluation struct {
	Game  ai.History
	Match match.ID      // the match that the position belongs to, "" for none
	Nodes int64         // the number of positions that the engine searches; about 50,000 take a tenth of a second
	Limit time.Duration // the longest time that the request waits for the engine; 0 for the usual limit
}

// ErrWithheld means that an evaluation would help the user where they can still gain something: in another match, in
// their puzzle or in the puzzle of the day.
var ErrWithheld = errors.New("evaluation withheld: the user can still gain from the position")

// A ResultsOf says whose results to read, and for whom.
type ResultsOf struct {
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

// Leaders says which page of which leaderboard to read.
type Leaders struct {
	Board  profile.Leaderboard // Board.Since is ignored; it is computed from Days
	Days   int                 // only members with a rated game in so many last days; 0 for all members
	From   int                 // the index of the page's first entry, from 0
	Limit  int                 // maximum number of entries
	Member string              // the member who asks
	// Away is set if the bot cannot ask Discord for the server's members: see match.Place.
	Away bool
}

// Seasons says which seasons to read: the current one with at most Limit entries, and at most Past of those before it.
type Seasons struct {
	Pool   profile.Pool
	Months int // the length of a season
	Limit  int
	Past   int
}

// A FinishedMatch says which finished match to read.
type FinishedMatch struct {
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

// ErrNoVerdict means that the engine had no time to judge a puzzle's move.
var ErrNoVerdict = errors.New("puzzle move not judged in time")
