// Package solving is how members solve puzzles, as values: the puzzle that a member is at, the
// rating of puzzles and members, rows without a mistake, and the puzzle of the day. It knows no
// board: what a square was worth is told to it.
package solving

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"noughts/game"
	"noughts/game/rating"
)

// ErrInvalid is wrapped by the errors of Validate.
var ErrInvalid = errors.New("solving: invalid state")

// MaxSeen is how many of the last puzzles that a member was given are kept. It is more than the
// bank has: a puzzle counts for a member only the first time it is given.
const MaxSeen = 3000

// LeastFitting is how many puzzles must fit what a member has asked for. A puzzle out of fewer
// counts for no rating: the member would soon know them all by heart.
const LeastFitting = 20

// A Record is what is kept of a member who solves puzzles. The zero value, with a Member, is that
// of one who has not. It is kept as JSON by the names of the tags, which stay for ever. Methods
// return a new value and leave the old one as it was.
type Record struct {
	Member   string `json:"-"`
	Revision int    `json:"-"` // of what is stored, 0 for nothing; a store counts it

	Rating  Rating   `json:"rating,omitzero"` // of puzzles alone; the zero value before the first
	Solved  int      `json:"solved,omitempty"`
	Failed  int      `json:"failed,omitempty"` // rated ones whose first try was wrong
	Now     Attempt  `json:"now,omitzero"`     // at the newest puzzle, open or not
	Row     int      `json:"row,omitempty"`    // solved without a mistake since the streak that is played began
	BestRow int      `json:"best_row,omitempty"`
	Seen    []string `json:"seen,omitempty"` // the newest last, at most MaxSeen
	Daily   Daily    `json:"daily,omitzero"`
}

// A Rating is a rating.Rating as it is kept. The zero Rating is that of who has none yet.
type Rating struct {
	Value      int   `json:"value"`
	Deviation  int   `json:"deviation"`
	Volatility int   `json:"volatility"`
	At         int64 `json:"at"` // in milliseconds since 1970, 0 for never
}

// Rating returns the rating to compute with.
func (r Rating) Rating() rating.Rating {
	if r == (Rating{}) {
		return rating.New()
	}
	kept := rating.Rating{Value: r.Value, Deviation: r.Deviation, Volatility: r.Volatility}
	if r.At != 0 {
		kept.Time = time.UnixMilli(r.At).UTC()
	}
	return kept
}

// Kept returns a rating as it is kept.
func Kept(r rating.Rating) Rating {
	kept := Rating{Value: r.Value, Deviation: r.Deviation, Volatility: r.Volatility}
	if !r.Time.IsZero() {
		kept.At = r.Time.UnixMilli()
	}
	return kept
}

// Rated says whether the member has a rating.
func (r Record) Rated() bool { return r.Rating != Rating{} }

// A State is how far an attempt is.
type State string

// The states.
const (
	Open   State = ""
	Solved State = "solved"
	Shown  State = "shown" // the solution was shown, or no try is left
)

// A Want is what a member has asked puzzles to be.
type Want struct {
	Difficulty int    `json:"difficulty,omitempty"` // 1 to 5, 0 for what fits
	Variant    string `json:"variant,omitempty"`    // "" for any
	Theme      string `json:"theme,omitempty"`      // "" for any
	Streak     bool   `json:"streak,omitempty"`     // as many as possible in a row; nothing is rated
}

// An Attempt is a member at a puzzle. The zero Attempt is none.
type Attempt struct {
	Number   int    `json:"number"` // counts the member's attempts; the day of a daily puzzle
	Step     int    `json:"step"`   // counts what has changed: who presses on an older step has not seen the newest
	Puzzle   string `json:"puzzle"`
	Want     Want   `json:"want,omitzero"`
	Line     Line   `json:"line,omitempty"`    // the moves of both sides since the puzzle's position; the member is to move while it is open
	Refuted  Line   `json:"refuted,omitempty"` // after Line: the wrong square of the last try, and what follows; empty if that was right
	Lost     bool   `json:"lost,omitempty"`    // the last try loses the game
	Mistakes int    `json:"mistakes,omitempty"`
	State    State  `json:"state,omitempty"`
	Unrated  bool   `json:"unrated,omitempty"` // it counts for no rating: see Record.Begin
	Change   Change `json:"change,omitzero"`
}

// A Change is what an attempt did for the member's rating, in points. The zero Change is none.
type Change struct {
	Before int `json:"before"`
	After  int `json:"after"`
	Puzzle int `json:"puzzle"` // the puzzle's rating before
}

// A Line is moves, one after the other. Its JSON is a list of squares in the project's notation.
type Line []game.Square

// MarshalJSON is encoding/json's.
func (l Line) MarshalJSON() ([]byte, error) {
	names := make([]string, len(l))
	for i, s := range l {
		names[i] = s.String()
	}
	return json.Marshal(names)
}

// UnmarshalJSON is encoding/json's. Errors: those of game.ParseSquare.
func (l *Line) UnmarshalJSON(text []byte) error {
	var names []string
	if err := json.Unmarshal(text, &names); err != nil {
		return err
	}
	*l = nil
	for _, name := range names {
		s, err := game.ParseSquare(name)
		if err != nil {
			return err
		}
		*l = append(*l, s)
	}
	return nil
}

// IsOpen says whether squares of the attempt may be tried.
func (a Attempt) IsOpen() bool { return a.Puzzle != "" && a.State == Open }

// wrong returns the attempt after a wrong try that a line of moves refutes.
func (a Attempt) wrong(refuted Line, lost bool) Attempt {
	a.Step++
	a.Mistakes++
	a.Refuted, a.Lost = slices.Clone(refuted), lost
	return a
}

// right returns the attempt after a right try: the line goes on by the member's move and, unless
// the puzzle is solved, the reply to it.
func (a Attempt) right(moves Line, solved bool) Attempt {
	a.Step++
	a.Line, a.Refuted, a.Lost = slices.Concat(a.Line, moves), nil, false
	if solved {
		a.State = Solved
	}
	return a
}

// resumed returns the attempt with the refutation put away.
func (a Attempt) resumed() Attempt {
	a.Step++
	a.Refuted, a.Lost = nil, false
	return a
}

// Begin returns the record at a puzzle that was chosen among so many that fit what the member
// wants. It is unrated if the member was given it before, or if there are fewer than LeastFitting.
// An open rated puzzle without a try before it does not count.
func (r Record) Begin(puzzle string, want Want, fitting int) Record {
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

// Counts says whether what is tried next decides what the attempt does for ratings: it is the
// first time that it is solved or that something is wrong.
func (r Record) Counts() bool {
	return r.Now.IsOpen() && !r.Now.Unrated && r.Now.Mistakes == 0 && r.Now.Change == Change{}
}

// Right returns the record after a right try at the puzzle.
func (r Record) Right(moves Line, solved bool) Record {
	r.Now = r.Now.right(moves, solved)
	if solved && r.Now.Want.Streak && r.Now.Mistakes == 0 {
		r.Row++
		r.BestRow = max(r.BestRow, r.Row)
	}
	return r
}

// Wrong returns the record after a wrong try at the puzzle, which ends a streak. lost says that it
// loses the game.
func (r Record) Wrong(refuted Line, lost bool) Record {
	r.Now = r.Now.wrong(refuted, lost)
	return r
}

// Resume returns the record with the refutation put away, to try again.
func (r Record) Resume() Record {
	r.Now = r.Now.resumed()
	return r
}

// Show returns the record after the solution was shown.
func (r Record) Show(moves Line) Record {
	if r.Now.Want.Streak && r.Now.Mistakes == 0 {
		r.Now.Mistakes++
	}
	r.Now = r.Now.resumed()
	r.Now.Line = slices.Concat(r.Now.Line, moves)
	r.Now.State = Shown
	return r
}

// Rate returns the record and the puzzle's rating after the attempt counted: the puzzle wins what
// the member loses.
func (r Record) Rate(puzzle rating.Rating, solved bool, now time.Time) (Record, rating.Rating) {
	before := r.Rating.Rating()
	score, other := rating.Loss, rating.Win
	if solved {
		score, other = rating.Win, rating.Loss
		r.Solved++
	} else {
		r.Failed++
	}
	after := before.After(puzzle, score, now)
	r.Rating = Kept(after)
	r.Now.Change = Change{Before: before.Points(), After: after.Points(), Puzzle: puzzle.Points()}
	return r, puzzle.After(before, other, now)
}

// Validate returns an error that wraps ErrInvalid for what no member can have done.
func (r Record) Validate() error {
	switch {
	case r.Revision < 0, r.Solved < 0, r.Failed < 0, r.Row < 0, r.BestRow < r.Row, len(r.Seen) > MaxSeen:
		return fmt.Errorf("%w: the counts of a member", ErrInvalid)
	case r.Rating != Rating{} && (r.Rating.Value <= 0 || r.Rating.Deviation <= 0 || r.Rating.Volatility <= 0):
		return fmt.Errorf("%w: a rating", ErrInvalid)
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
