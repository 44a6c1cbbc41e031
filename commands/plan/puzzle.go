package plan

import (
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/rating"
	"noughts/game/solving"
)

// Puzzle decides on how the caller solves puzzles. Decide has no effects, and is called again when
// somebody else has saved first.
type Puzzle struct {
	Decide func(Solver, Facts) (PuzzleDecision, error)
}

// A Solver is a member who solves puzzles.
type Solver struct {
	solving.Record
	Chosen match.Member          // what they have chosen for themselves
	Earned []profile.Achievement // with what was saved just now
}

// A PuzzleDecision is what becomes of the member's record and what the member is answered.
type PuzzleDecision struct {
	// Ask is a question before the decision, which takes the place of this one; the zero Query for none.
	Ask  Query[PuzzleDecision]
	Next *solving.Record // to be saved; nil when it stays as it is
	// Rate, beside Next, says that its puzzle counts for ratings now.
	Rate *PuzzleResult
	// Table, beside Next, says that the puzzle of the day is noted in the table of the server.
	Table bool
	Then  func(Solver) (Plan, error) // goes on with the record as it is then
}

// A PuzzleResult is that of a rated puzzle.
type PuzzleResult struct {
	Start  rating.Rating // the puzzle's, as long as nobody has tried it
	Solved bool
}

// A DailyPost is what a server is told of the puzzle of the day.
type DailyPost struct {
	Server    match.Server
	Day       solving.Day
	Yesterday solving.Table      // of the day before
	Champions []solving.Champion // of the week before, on Mondays
	Pings     []string           // members who have asked to be told
}
