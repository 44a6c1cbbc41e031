package match

import (
	"time"

	"noughts/game"
	"noughts/game/rules"
)

// Options are what the challenger chooses.
type Options struct {
	Variant game.Variant
	First   First
	Clock   time.Duration // for each move of a person; 0 for none
	OpenFor time.Duration // how long a challenge waits; 0 for ChallengeLife
}

func (o Options) valid() bool {
	return rules.Valid(o.Variant) && o.Clock >= 0 && o.OpenFor >= 0 && o.First <= FirstRandom
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
