package match

import (
	"slices"
	"time"

	"noughts/game"
	"noughts/game/rules"
)

// Options are the settings of a match, chosen by the challenger.
type Options struct {
	Variant game.Variant  `json:"variant,omitzero"`
	First   First         `json:"first,omitempty"`
	Clock   time.Duration `json:"clock,omitempty"` // time for each move of a member; 0 for no clock
	// FirstClock is the time for each member's first move. It has an effect only if Clock is not 0 and FirstClock is
	// longer than Clock.
	FirstClock time.Duration `json:"first_clock,omitempty"`
	OpenFor    time.Duration `json:"open_for,omitempty"` // how long a challenge stays open; 0 for ChallengeLife
	Casual     bool          `json:"casual,omitempty"`   // the players want an unrated match
	BestOf     int           `json:"best_of,omitempty"`  // the number of games of a series, one of SeriesLengths; 0 for a single game
	Coach      bool          `json:"coach,omitempty"`    // the coach warns the member before a blunder against the computer
}

func (o Options) valid() bool {
	return rules.Valid(o.Variant) && o.Clock >= 0 && o.FirstClock >= 0 && o.OpenFor >= 0 && o.First <= FirstRandom &&
		(o.BestOf == 0 || slices.Contains(SeriesLengths, o.BestOf))
}

// First says which player moves first, and so has X.
type First uint8

// The possible values of First.
const (
	FirstX First = iota
	FirstO
	FirstRandom
)

func (f First) side(toss game.Mark) game.Mark {
	if f == FirstO || f == FirstRandom && toss == game.O {
		return game.O
	}
	return game.X
}

// Toss tosses a fair coin: it returns X or O. pick(n) returns a random number in [0, n), like math/rand/v2's IntN.
func Toss(pick func(n int) int) game.Mark { return game.X + game.Mark(pick(2)) }
