package match

import (
	"slices"
	"time"

	"noughts/game"
	"noughts/game/rules"
)

// Options are what the challenger chooses.
type Options struct {
	Variant game.Variant  `json:"variant,omitzero"`
	First   First         `json:"first,omitempty"`
	Clock   time.Duration `json:"clock,omitempty"` // for each move of a person; 0 for none; kept in nanoseconds
	// FirstClock is what each person has for the first move where that is longer than Clock, and
	// there is one.
	FirstClock time.Duration `json:"first_clock,omitempty"`
	OpenFor    time.Duration `json:"open_for,omitempty"` // how long a challenge waits; 0 for ChallengeLife
	Casual     bool          `json:"casual,omitempty"`   // the players want no rating of it
	BestOf     int           `json:"best_of,omitempty"`  // the games of a series, one of SeriesLengths; 0 for one game
	Coach      bool          `json:"coach,omitempty"`    // who plays against the computer is warned before a blunder
}

func (o Options) valid() bool {
	return rules.Valid(o.Variant) && o.Clock >= 0 && o.FirstClock >= 0 && o.OpenFor >= 0 && o.First <= FirstRandom &&
		(o.BestOf == 0 || slices.Contains(SeriesLengths, o.BestOf))
}

// First says which of the two players that a match is made of makes the first move, and
// so has X.
type First uint8

// Who begins.
const (
	FirstX First = iota
	FirstO
	FirstRandom
)

// side returns who begins, given the side that a fair coin chose.
func (f First) side(toss game.Mark) game.Mark {
	if f == FirstO || f == FirstRandom && toss == game.O {
		return game.O
	}
	return game.X
}

// Toss returns the side that a fair coin chooses. pick returns a random number
// from 0 to below n, as math/rand/v2's IntN does.
func Toss(pick func(n int) int) game.Mark { return game.X + game.Mark(pick(2)) }
