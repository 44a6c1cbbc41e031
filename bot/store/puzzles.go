package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"noughts/game/profile"
	"noughts/game/rating"
	"noughts/game/solving"
)

// Puzzles are the part of a Store about members' puzzles.
type Puzzles interface {
	// Solving returns a member's record of puzzles, the zero value with the Member if there is none. Errors:
	// ErrCorrupt.
	Solving(ctx context.Context, member string) (solving.Progress, error)
	// SaveSolving replaces the record with this revision by the next revision, with everything else in the
	// change, all or nothing. Errors: ErrVersion if another revision is stored, solving.ErrInvalid.
	SaveSolving(ctx context.Context, c PuzzleChange) (PuzzleSaved, error)
	// PuzzleRatings returns the ratings of those of the puzzles that have been rated.
	PuzzleRatings(ctx context.Context, puzzles []string) (map[string]rating.Rating, error)
	// DailyTable returns the members who have begun the puzzle of a day in a guild, in the order of
	// solving.SortEntries, at most limit. Unlisted members are not named.
	DailyTable(ctx context.Context, guild string, day solving.Day, limit int) (solving.Table, error)
	// DailyChampions returns the members who have solved daily puzzles in a guild between two days, inclusive,
	// in the order of solving.SortChampions, at most limit, without unlisted ones.
	DailyChampions(ctx context.Context, guild string, from, to solving.Day, limit int) ([]solving.Champion, error)
	// DailyMembers returns the members who have begun daily puzzles in a guild since a day, those of the newest
	// days first, at most limit.
	DailyMembers(ctx context.Context, guild string, since solving.Day, limit int) ([]string, error)
	// DueDailies returns up to limit servers with a due post of the puzzle of the day at now, in
	// order, only those after one: their hour has come, it was not posted, and nobody has claimed
	// it within ClaimLife.
	DueDailies(ctx context.Context, now time.Time, after string, limit int) ([]string, error)
	// ClaimDaily claims the post of the daily puzzle in a server, and returns false if it is not due any more:
	// of several processes one gets true.
	ClaimDaily(ctx context.Context, guild string, now time.Time) (bool, error)
	// NoteDaily records that the puzzle of a day was posted in a server.
	NoteDaily(ctx context.Context, guild string, day solving.Day) error
}

// ClaimLife is how long a claim lasts. After that another process may claim the post.
const ClaimLife = 20 * time.Second

// A PuzzleChange is a record to be stored, with what else changes.
type PuzzleChange struct {
	Record solving.Progress // its Revision is the one that is stored now
	Guild  string           // the server whose table has the member's puzzle of the day; "" for none
	Rate   *PuzzleRate      // what counts for ratings, nil for nothing
}

// A PuzzleRate is the result of a rated puzzle, which is Record.Now's.
type PuzzleRate struct {
	Start  rating.Rating // the puzzle's rating if none is stored
	Solved bool
	At     time.Time
}

// PuzzleSaved is the result of a PuzzleChange.
type PuzzleSaved struct {
	Record solving.Progress
	Earned []profile.Achievement // by the member with this change
}

// A DailyResult is a member's stored day.
type DailyResult struct {
	Day    string        `json:"day"` // 2026-11-23
	Tries  solving.Marks `json:"tries,omitempty"`
	Over   bool          `json:"over"`
	Millis int64         `json:"took_ms,omitempty"`
	// Servers are the servers whose tables have it.
	Servers []string `json:"servers,omitempty"`
}

// WriteSolving returns the text of a record. Errors: solving.ErrInvalid.
func WriteSolving(r solving.Progress) (string, error) {
	if err := r.Validate(); err != nil {
		return "", err
	}
	text, err := json.Marshal(r)
	return string(text), err
}

// ReadSolving reads what WriteSolving has written of a member at a revision. Errors: ErrCorrupt.
func ReadSolving(text, member string, revision int) (solving.Progress, error) {
	var r solving.Progress
	err := json.Unmarshal([]byte(text), &r)
	r.Member, r.Revision = member, revision
	if err == nil {
		err = r.Validate()
	}
	if err != nil {
		return solving.Progress{Member: member, Revision: revision}, fmt.Errorf("%w: puzzles of member %s: %w", ErrCorrupt, member, err)
	}
	return r, nil
}

// EarnedDaily returns the achievements that a record meets, whether or not the member has them.
func EarnedDaily(r solving.Progress) []profile.Earned {
	if r.Daily.BestRow < solving.RowOfDays {
		return nil
	}
	return []profile.Earned{{Achievement: profile.PuzzleDays, At: time.UnixMilli(r.Daily.Ended).UTC()}}
}
