package plan

import (
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/puzzle"
)

// OnPuzzle updates the user's puzzle record as the function Decide decides. Decide must have no side
// effects: if another request was saved first, it is called again with the newer record.
type OnPuzzle struct {
	Decide func(Solver, Facts) (PuzzleDecision, error)
}

// A Solver is a member with their puzzle record.
type Solver struct {
	puzzle.Progress
	Chosen match.Member          // the member's settings
	Earned []profile.Achievement // achievements that the last save earned
}

// A PuzzleDecision is the new record of the member and the answer to the member.
type PuzzleDecision struct {
	Next *puzzle.Progress // the record to save; nil to leave it unchanged
	// Rate is the result to count for ratings when Next is saved; nil for none.
	Rate *PuzzleResult
	// Table says that the result is also entered in the server's table of the day's puzzle when Next is saved.
	Table bool
	Show  func(Solver) (Answer, error) // gets the saved record
	// Handle, unless it is nil, handles the request after the save, instead of Show.
	Handle Handler
}

// A PuzzleResult is the result of a rated puzzle.
type PuzzleResult struct {
	Start  profile.Rating // the puzzle's initial rating, used until a member has tried the puzzle
	Solved bool
}

// A DailyPost is the content of a server's post about the puzzle of the day.
type DailyPost struct {
	Server    match.Server
	Day       puzzle.Day
	Streak    int               // the server's streak: see puzzle.ServerStreak
	Frozen    bool              // the day before was unsolved and did not break the streak
	Yesterday puzzle.Table      // the table of the day before
	Champions []puzzle.Champion // the best members of last week; only on Mondays
	// Seasons holds the final tables of the season that has just ended, one for each pool with
	// rated games. It is set only on the first day after the season.
	Seasons []profile.SeasonTable
	// NoPicture is true if Discord does not accept files in the channel.
	NoPicture bool
	Pings     []string // members who asked to be pinged for the daily puzzle
}

// Members returns the members whom the post names.
func (p DailyPost) Members() []string {
	members := append(p.Yesterday.Members(), p.Pings...)
	for _, c := range p.Champions {
		members = append(members, c.Member)
	}
	for _, table := range p.Seasons {
		for _, place := range table.Places {
			members = append(members, place.Member)
		}
	}
	return members
}
