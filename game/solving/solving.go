// Package solving has members' progress with puzzles, as values: the current puzzle, ratings of puzzles and
// members, streaks, and the daily puzzle. It does not judge moves: callers say whether a try was right.
package solving

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"noughts/game"
	"noughts/game/rating"
)

// ErrInvalid is wrapped by the errors of Validate.
var ErrInvalid = errors.New("solving: invalid state")

// MaxSeen is how many of a member's last puzzles are remembered. It exceeds the size of the bank,
// because a puzzle is rated only the first time a member gets it.
const MaxSeen = 3000

// LeastFitting is how many puzzles must fit a member's wishes for the attempt to be rated. From a
// smaller set the member would soon know all puzzles by heart.
const LeastFitting = 20

// A Progress is a member's stored progress with puzzles. The zero value, with a Member, is that of a
// new member. It is stored as JSON under the names in the tags, which must never change. Methods
// return a new value and leave the old one unchanged.
type Progress struct {
	Member   string `json:"-"`
	Revision int    `json:"-"` // of the stored record, 0 if there is none; the store counts it

	Rating  rating.Rating `json:"rating,omitzero"` // from puzzles alone; the zero value before the first rated one
	Solved  int           `json:"solved,omitempty"`
	Failed  int           `json:"failed,omitempty"` // rated puzzles whose first try was wrong
	Now     Attempt       `json:"now,omitzero"`     // the newest attempt, finished or not
	Row     int           `json:"row,omitempty"`    // puzzles solved without a mistake in the current streak
	BestRow int           `json:"best_row,omitempty"`
	Seen    []string      `json:"seen,omitempty"` // ids of the last puzzles, the newest last, at most MaxSeen
	Daily   Daily         `json:"daily,omitzero"`

	Mistakes []Mistake `json:"mistakes,omitempty"` // from the member's own games, that which waits longest first
}

// Rated reports whether the member has a rating.
func (r Progress) Rated() bool { return r.Rating != rating.Rating{} }

// Strength returns the member's rating, that of a new member before the first rated puzzle.
func (r Progress) Strength() rating.Rating {
	if !r.Rated() {
		return rating.New()
	}
	return r.Rating
}

// A State is the state of an attempt.
type State string

// The states.
const (
	Open   State = ""
	Solved State = "solved"
	Shown  State = "shown" // the solution was shown, or no try is left
)

// A Want is a member's wishes for puzzles.
type Want struct {
	Difficulty int    `json:"difficulty,omitempty"` // 1 to 5, 0 for the member's strength
	Variant    string `json:"variant,omitempty"`    // "" for any
	Theme      string `json:"theme,omitempty"`      // "" for any
	Streak     bool   `json:"streak,omitempty"`     // as many as possible in a row; never rated
}

// An Attempt is a member's attempt at a puzzle. The zero Attempt is none.
type Attempt struct {
	Number   int        `json:"number"` // counts the member's attempts; for a daily puzzle it is the Day
	Step     int        `json:"step"`   // counts changes; a press with an older step comes from an outdated message
	Puzzle   string     `json:"puzzle"`
	Want     Want       `json:"want,omitzero"`
	Line     game.Moves `json:"line,omitempty"`    // the moves of both sides since the puzzle's position; while the attempt is open the member has the move
	Refuted  game.Moves `json:"refuted,omitempty"` // continues Line: the wrong square of the last try and its refutation; empty if that try was right
	Lost     bool       `json:"lost,omitempty"`    // the last try loses the game
	Mistakes int        `json:"mistakes,omitempty"`
	State    State      `json:"state,omitempty"`
	Unrated  bool       `json:"unrated,omitempty"` // the attempt is not rated: see Record.Begin
	Change   Change     `json:"change,omitzero"`
}

// A Change is the effect of an attempt on the member's rating, in points. The zero Change is none.
type Change struct {
	Before int `json:"before"`
	After  int `json:"after"`
	Puzzle int `json:"puzzle"` // the puzzle's rating before the attempt
}

// IsOpen reports whether the member can try squares.
func (a Attempt) IsOpen() bool { return a.Puzzle != "" && a.State == Open }

// wrong returns the attempt after a wrong try and its refutation.
func (a Attempt) wrong(refuted game.Moves, lost bool) Attempt {
	a.Step++
	a.Mistakes++
	a.Refuted, a.Lost = slices.Clone(refuted), lost
	return a
}

// right returns the attempt after a right try: Line continues with the member's move and, unless
// the puzzle is solved, the reply.
func (a Attempt) right(moves game.Moves, solved bool) Attempt {
	a.Step++
	a.Line, a.Refuted, a.Lost = slices.Concat(a.Line, moves), nil, false
	if solved {
		a.State = Solved
	}
	return a
}

// resumed returns the attempt without the refutation.
func (a Attempt) resumed() Attempt {
	a.Step++
	a.Refuted, a.Lost = nil, false
	return a
}

// Begin returns the record with a new attempt. fitting is how many puzzles fit the member's wishes.
// The attempt is unrated if the member had the puzzle before or fitting is below LeastFitting. A
// previous rated attempt without a try does not count.
func (r Progress) Begin(puzzle string, want Want, fitting int) Progress {
	if !want.Streak || !r.Now.Want.Streak || r.Now.State != Solved || r.Now.Mistakes > 0 {
		r.Row = 0
	}
	unrated := want.Streak || fitting < LeastFitting || slices.Contains(r.Seen, puzzle)
	r.Now = Attempt{Number: r.Now.Number + 1, Puzzle: puzzle, Want: want, Unrated: unrated}
	r.Seen = slices.DeleteFunc(slices.Clone(r.Seen), func(id string) bool { return id == puzzle })
	r.Seen = append(r.Seen, puzzle)
	r.Seen = slices.Clone(r.Seen[max(0, len(r.Seen)-MaxSeen):])
	return r
}

// RatesNextTry reports whether the next try decides the rating of the attempt: the first time that it is
// solved or wrong.
func (r Progress) RatesNextTry() bool {
	return r.Now.IsOpen() && !r.Now.Unrated && r.Now.Mistakes == 0 && r.Now.Change == Change{}
}

// Right returns the record after a right try at the puzzle.
func (r Progress) Right(moves game.Moves, solved bool) Progress {
	r.Now = r.Now.right(moves, solved)
	if solved && r.Now.Want.Streak && r.Now.Mistakes == 0 {
		r.Row++
		r.BestRow = max(r.BestRow, r.Row)
	}
	return r
}

// Wrong returns the record after a wrong try, which ends a streak. lost says whether the move loses the game.
func (r Progress) Wrong(refuted game.Moves, lost bool) Progress {
	r.Now = r.Now.wrong(refuted, lost)
	return r
}

// Resume returns the record without the refutation, for the next try.
func (r Progress) Resume() Progress {
	r.Now = r.Now.resumed()
	return r
}

// Show returns the record after the solution was shown.
func (r Progress) Show(moves game.Moves) Progress {
	if r.Now.Want.Streak && r.Now.Mistakes == 0 {
		r.Now.Mistakes++
	}
	r.Now = r.Now.resumed()
	r.Now.Line = slices.Concat(r.Now.Line, moves)
	r.Now.State = Shown
	return r
}

// Rate returns the record and the puzzle's rating after a rated attempt: the puzzle wins if the member fails.
func (r Progress) Rate(puzzle rating.Rating, solved bool, now time.Time) (Progress, rating.Rating) {
	before := r.Strength()
	score, other := rating.Loss, rating.Win
	if solved {
		score, other = rating.Win, rating.Loss
		r.Solved++
	} else {
		r.Failed++
	}
	after := before.After(puzzle, score, now)
	r.Rating = after
	r.Now.Change = Change{Before: before.Points(), After: after.Points(), Puzzle: puzzle.Points()}
	return r, puzzle.After(before, other, now)
}

// Validate returns an error that wraps ErrInvalid if no member can have such a record.
func (r Progress) Validate() error {
	switch {
	case r.Revision < 0, r.Solved < 0, r.Failed < 0, r.Row < 0, r.BestRow < r.Row, len(r.Seen) > MaxSeen:
		return fmt.Errorf("%w: the counts of a member", ErrInvalid)
	case r.Rated() && (r.Rating.Value <= 0 || r.Rating.Deviation <= 0 || r.Rating.Volatility <= 0):
		return fmt.Errorf("%w: a rating", ErrInvalid)
	}
	if err := r.validateMistakes(); err != nil {
		return err
	}
	if err := r.Now.validate(); err != nil {
		return err
	}
	return r.Daily.validate()
}

func (a Attempt) validate() error {
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
