package puzzle

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"noughts/game"
	"noughts/game/profile"
)

// ErrInvalid is wrapped by the errors of Validate.
var ErrInvalid = errors.New("solving: invalid state")

// MaxSeen is how many of a member's latest puzzles are kept in Progress.Seen. It exceeds the size of the puzzle bank,
// because a puzzle is rated only the first time that a member gets it.
const MaxSeen = 3000

// LeastFitting is how many puzzles must fit for a rated attempt: a smaller set would soon be known by heart.
const LeastFitting = 20

// A Progress is a member's stored progress with puzzles. The zero value, with a Member, is the
// progress of a new member. It is stored as JSON under the names in the tags, which must never
// change. Methods return a new value and leave the old value unchanged.
type Progress struct {
	Member   string `json:"-"`
	Revision int    `json:"-"` // revision of the stored record, 0 if there is none; set by the store

	Rating  profile.Rating `json:"rating,omitzero"` // from puzzles only; the zero value before the first rated puzzle
	Solved  int            `json:"solved,omitempty"`
	Failed  int            `json:"failed,omitempty"` // number of rated puzzles with a wrong try or a shown solution
	Now     MemberAttempt  `json:"now,omitzero"`     // the latest attempt, finished or not
	Left    string         `json:"-"`                // the puzzle of an open rated attempt that Begin replaced: Rate must count it as failed
	Row     int            `json:"row,omitempty"`    // puzzles solved without a mistake in the current streak
	BestRow int            `json:"best_row,omitempty"`
	Seen    []string       `json:"seen,omitempty"` // ids of the member's latest puzzles, the newest last, at most MaxSeen
	Daily   DailyProgress  `json:"daily,omitzero"`

	Mistakes []Mistake `json:"mistakes,omitempty"` // mistakes in the member's own games and failed puzzles, in the order of asking
}

// Rated reports whether the member has a rating.
func (r Progress) Rated() bool { return r.Rating != profile.Rating{} }

// Strength returns the member's rating, or the rating of a new member before the first rated puzzle.
func (r Progress) Strength() profile.Rating {
	if !r.Rated() {
		return profile.NewRating()
	}
	return r.Rating
}

// An AttemptState is the state of an attempt.
type AttemptState string

// The states.
const (
	Open   AttemptState = ""
	Solved AttemptState = "solved"
	Shown  AttemptState = "shown" // the solution was shown, or no try is left
)

// A Wish has a member's wishes for puzzles.
type Wish struct {
	Difficulty int    `json:"difficulty,omitempty"` // 1 to 5, 0 to fit the member's strength
	Variant    string `json:"variant,omitempty"`    // "" for any
	Theme      string `json:"theme,omitempty"`      // "" for any
	Streak     bool   `json:"streak,omitempty"`     // a streak of puzzles without a mistake; never rated
	Mine       bool   `json:"mine,omitempty"`       // a puzzle of Progress.Mistakes; never rated
}

// An MemberAttempt is a member's attempt at a puzzle. The zero Attempt means no attempt.
type MemberAttempt struct {
	Number   int          `json:"number"` // number of the member's attempt; for a daily puzzle the Day
	Step     int          `json:"step"`   // number of changes; a button with an older step belongs to an outdated message
	Puzzle   string       `json:"puzzle"`
	Want     Wish         `json:"want,omitzero"`
	Line     game.Moves   `json:"line,omitempty"`    // moves of both sides from the puzzle's position; in an open attempt the member is to move
	Refuted  game.Moves   `json:"refuted,omitempty"` // wrong square of the last try, then the moves that show why it is wrong; empty if the last try was right
	Lost     bool         `json:"lost,omitempty"`    // the last try loses the game
	Mistakes int          `json:"mistakes,omitempty"`
	State    AttemptState `json:"state,omitempty"`
	Unrated  bool         `json:"unrated,omitempty"` // see Progress.Begin
	Change   RatingChange `json:"change,omitzero"`
}

// A RatingChange is the effect of an attempt on the member's rating, in points. The zero RatingChange means no effect.
type RatingChange struct {
	Before int `json:"before"`
	After  int `json:"after"`
	Puzzle int `json:"puzzle"` // the puzzle's rating before the attempt
}

// IsOpen reports whether the member can try squares.
func (a MemberAttempt) IsOpen() bool { return a.Puzzle != "" && a.State == Open }

// wrong returns the attempt after a wrong try. `refuted` are the try's move and the moves that show why it is wrong.
func (a MemberAttempt) wrong(refuted game.Moves, lost bool) MemberAttempt {
	a.Step++
	a.Mistakes++
	a.Refuted, a.Lost = slices.Clone(refuted), lost
	return a
}

// right returns the attempt after a right try, with the member's move and the reply, if any, added to Line.
func (a MemberAttempt) right(moves game.Moves, solved bool) MemberAttempt {
	a.Step++
	a.Line, a.Refuted, a.Lost = slices.Concat(a.Line, moves), nil, false
	if solved {
		a.State = Solved
	}
	return a
}

// Resumed returns the attempt for the next try after a wrong one: without the moves that show why that was wrong.
func (a MemberAttempt) Resumed() MemberAttempt {
	a.Step++
	a.Refuted, a.Lost = nil, false
	return a
}

// Begin returns the progress with a new attempt. `fitting` is how many puzzles fit the member's wishes.
// The attempt is unrated if it belongs to a streak, if the member had the puzzle before, or if
// `fitting` is below LeastFitting. An open rated attempt that is replaced is failed: see Left.
func (r Progress) Begin(puzzle string, want Wish, fitting int) Progress {
	if r.RatesNextTry() {
		r.Left = r.Now.Puzzle
	}
	if !want.Streak || !r.Now.Want.Streak || r.Now.State != Solved || r.Now.Mistakes > 0 {
		r.Row = 0
	}
	unrated := want.Streak || fitting < LeastFitting || slices.Contains(r.Seen, puzzle)
	r.Now = MemberAttempt{Number: r.Now.Number + 1, Puzzle: puzzle, Want: want, Unrated: unrated}
	r.Seen = slices.DeleteFunc(slices.Clone(r.Seen), func(id string) bool { return id == puzzle })
	r.Seen = append(r.Seen, puzzle)
	r.Seen = slices.Clone(r.Seen[max(0, len(r.Seen)-MaxSeen):])
	return r
}

// RatesNextTry reports whether the next try can decide the rating: the first wrong one does, else the solution.
func (r Progress) RatesNextTry() bool {
	return r.Now.IsOpen() && !r.Now.Unrated && r.Now.Mistakes == 0 && r.Now.Change == RatingChange{}
}

// Right returns the progress after a right try at the puzzle.
func (r Progress) Right(moves game.Moves, solved bool) Progress {
	r.Now = r.Now.right(moves, solved)
	if solved && r.Now.Want.Streak && r.Now.Mistakes == 0 {
		r.Row++
		r.BestRow = max(r.BestRow, r.Row)
	}
	return r
}

// Wrong returns the progress after a wrong try, which ends a streak. `lost` says whether the move loses the game.
func (r Progress) Wrong(refuted game.Moves, lost bool) Progress {
	r.Now = r.Now.wrong(refuted, lost)
	return r
}

// Show returns the progress after the solution was shown.
func (r Progress) Show(moves game.Moves) Progress {
	if r.Now.Want.Streak && r.Now.Mistakes == 0 {
		r.Now.Mistakes++
	}
	r.Now = r.Now.Resumed()
	r.Now.Line = slices.Concat(r.Now.Line, moves)
	r.Now.State = Shown
	return r
}

// Rates returns the id of the puzzle that Rate is about: the one that was Left, or the current one.
func (r Progress) Rates() string { return cmp.Or(r.Left, r.Now.Puzzle) }

// Rate returns the progress and the puzzle's rating after a rated attempt. The attempt is rated as a
// game between member and puzzle: the puzzle wins if the member fails.
func (r Progress) Rate(puzzle profile.Rating, solved bool, now time.Time) (Progress, profile.Rating) {
	before := r.Strength()
	score, other := profile.Loss, profile.Win
	if solved {
		score, other = profile.Win, profile.Loss
		r.Solved++
	} else {
		r.Failed++
	}
	after := before.After(puzzle, score, now)
	r.Rating = after
	if r.Left == "" {
		r.Now.Change = RatingChange{Before: before.Points(), After: after.Points(), Puzzle: puzzle.Points()}
	}
	r.Left = ""
	return r, puzzle.After(before, other, now)
}

// Validate returns an error that wraps ErrInvalid if fields of the progress are out of range or contradict each other.
func (r Progress) Validate() error {
	wrong := func(m Mistake) bool { return m.Game == "" || m.Ply < 0 || m.Missed < 0 || m.Due < never }
	switch {
	case r.Revision < 0, r.Solved < 0, r.Failed < 0, r.Row < 0, r.BestRow < r.Row, len(r.Seen) > MaxSeen:
		return fmt.Errorf("%w: the counts of a member", ErrInvalid)
	case r.Rated() && (r.Rating.Value <= 0 || r.Rating.Deviation <= 0 || r.Rating.Volatility <= 0):
		return fmt.Errorf("%w: a rating", ErrInvalid)
	case r.Left != "":
		return fmt.Errorf("%w: puzzle %s was left and not counted", ErrInvalid, r.Left)
	case len(r.Mistakes) > MaxMistakes, slices.ContainsFunc(r.Mistakes, wrong):
		return fmt.Errorf("%w: the mistakes of a member", ErrInvalid)
	}
	if err := r.Now.validate(); err != nil {
		return err
	}
	return r.Daily.validate()
}

func (a MemberAttempt) validate() error {
	switch {
	case a.Number < 0, a.Step < 0, a.Mistakes < 0, a.Want.Difficulty < 0, a.Want.Difficulty > 5:
		return fmt.Errorf("%w: the counts of an attempt", ErrInvalid)
	case a.State != Open && a.State != Solved && a.State != Shown:
		return fmt.Errorf("%w: an attempt is %.20q", ErrInvalid, a.State)
	case a.Puzzle == "" && (a.Step > 0 || len(a.Line) > 0 || a.State != Open):
		return fmt.Errorf("%w: an attempt at no puzzle", ErrInvalid)
	}
	return nil
}
