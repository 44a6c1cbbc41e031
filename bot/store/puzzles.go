package store

import (
	"context"
	"time"

	"noughts/game/profile"
	"noughts/game/puzzle"
)

// Puzzles are the part of a Store about members' puzzles.
type Puzzles interface {
	// Solving returns a member's progress with puzzles, or an empty Progress with the Member set if
	// there is none. Errors: ErrCorrupt.
	Solving(ctx context.Context, member string) (puzzle.Progress, error)
	// SaveSolving stores the next revision of a member's progress and everything else in the change, in one
	// transaction. Errors: ErrVersion if the stored revision is not the record's, puzzle.ErrInvalid.
	SaveSolving(ctx context.Context, c PuzzleChange) (PuzzleSaved, error)
	// PuzzleRatings returns the ratings of the given puzzles, without those that were never rated.
	PuzzleRatings(ctx context.Context, puzzles []string) (map[string]profile.Rating, error)
	// DailyTable returns how many members of a guild have begun and solved the puzzle of a day, and up to `limit`
	// entries of members the best first. Unlisted members are counted but have no entry.
	DailyTable(ctx context.Context, guild string, day puzzle.Day, limit int) (puzzle.Table, error)
	// DailyChampions returns the members who have solved daily puzzles in a guild between two days, inclusive,
	// the best first, at most `limit`, without unlisted ones.
	DailyChampions(ctx context.Context, guild string, from, to puzzle.Day, limit int) ([]puzzle.Champion, error)
	// DailyDays returns the days whose puzzle a member of a guild has solved there, in ascending order. They stay when the
	// member leaves or is forgotten.
	DailyDays(ctx context.Context, guild string) ([]puzzle.Day, error)
	// DailyMembers returns the members who have begun daily puzzles in a guild since a day, at most
	// `limit`. Members whose last day is newer come first.
	DailyMembers(ctx context.Context, guild string, since puzzle.Day, limit int) ([]string, error)
	// DueDailies returns up to `limit` servers whose post of the daily puzzle is due at `now`: those with ids after
	// `after`, in ascending order. A post is due if the hour that the server has chosen has come, the puzzle was not
	// posted yet, and no process has claimed the post in the last 20 seconds (ClaimLife).
	DueDailies(ctx context.Context, now time.Time, after string, limit int) ([]string, error)
	// ClaimDaily claims the post of the daily puzzle in a server. It returns false if the post is not due, or not due
	// any more. If several processes claim a post at once, one of them gets true.
	ClaimDaily(ctx context.Context, guild string, now time.Time) (bool, error)
	// NoteDaily records that the puzzle of a day was posted in a server.
	NoteDaily(ctx context.Context, guild string, day puzzle.Day) error
}

// ClaimLife is how long the claim of a daily post lasts. After that another process may claim the post.
const ClaimLife = 20 * time.Second

// A PuzzleChange is a change of a member's progress with puzzles.
type PuzzleChange struct {
	Record puzzle.Progress // its Revision must be the stored revision
	Guild  string          // the server whose table gets the member's daily puzzle; "" for none
	Rate   *PuzzleRate     // the rated result to count, nil for none
}

// A PuzzleRate is the result of a member's rated attempt at the puzzle PuzzleChange.Record.Rates().
type PuzzleRate struct {
	Start  profile.Rating // the puzzle's rating if none is stored
	Solved bool
	At     time.Time
}

// PuzzleSaved is the result of a PuzzleChange.
type PuzzleSaved struct {
	Record puzzle.Progress
	Earned []profile.Achievement // achievements that the change earned
}

// A DailyResult is a member's result in the puzzle of a day, as it is exported.
type DailyResult struct {
	Day    string       `json:"day"` // such as 2026-11-23
	Tries  puzzle.Marks `json:"tries,omitempty"`
	Over   bool         `json:"over"`
	Millis int64        `json:"took_ms,omitempty"`
	Streak int          `json:"streak,omitempty"` // the member's solved days in a row, if the puzzle is solved
	// Servers are the servers whose daily tables have the result.
	Servers []string `json:"servers,omitempty"`
}

// EarnedDaily returns the achievements that a progress qualifies for, whether or not the member has them already.
func EarnedDaily(r puzzle.Progress) []profile.Earned {
	if r.Daily.BestRow < puzzle.RowOfDays {
		return nil
	}
	return []profile.Earned{{Achievement: profile.PuzzleDays, At: time.UnixMilli(r.Daily.Ended).UTC()}}
}
