package plan

import (
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/rating"
	"noughts/game/solving"
)

// Puzzle decides on the caller's record of puzzles. Decide has no effects, because it is called again if
// another request was saved first.
type Puzzle struct {
	Decide func(Solver, Facts) (PuzzleDecision, error)
}

// A Solver is a member who solves puzzles.
type Solver struct {
	solving.Progress
	Chosen match.Member          // the member's settings
	Earned []profile.Achievement // achievements of the last save
}

// A PuzzleDecision is what becomes of the member's record, and the answer to the member.
type PuzzleDecision struct {
	// Ask is a question to answer first; its continuation replaces this decision. The zero Query is none.
	Ask  Query[PuzzleDecision]
	Next *solving.Progress // the record to save; nil to leave it unchanged
	// Rate, with Next, counts the puzzle for ratings.
	Rate *PuzzleResult
	// Table, with Next, enters the puzzle of the day in the server's table.
	Table bool
	Then  func(Solver) (Plan, error) // continues with the saved record
}

// A PuzzleResult is the result of a rated puzzle.
type PuzzleResult struct {
	Start  rating.Rating // the puzzle's rating until somebody has tried it
	Solved bool
}

// A DailyPost is what a server is told about the puzzle of the day.
type DailyPost struct {
	Server    match.Server
	Day       solving.Day
	Yesterday solving.Table      // of the day before
	Champions []solving.Champion // of last week, on Mondays
	// Seasons has the best of the season that has just ended, a table for each pool with rated games, on the first
	// day after it.
	Seasons []profile.SeasonTable
	// NoPicture is set if Discord refuses files there.
	NoPicture bool
	Pings     []string // members who asked to be told
}
