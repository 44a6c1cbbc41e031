package ai

import (
	"fmt"
	"math/rand/v2"

	"noughts/game"
)

// A level is a name and what makes a player of it. Levels are limited by
// positions searched, not by time, so that they do not weaken on a busy
// machine and work under a fake clock.
type level struct {
	name string
	make func(game.Variant, *rand.Rand) Player
}

// The levels, weakest first, in the order that matches between them have
// shown (cmd/arena match).
var (
	smallLevels = []level{
		{"random", picking(pickRandom)},
		{"rules", picking(pickByRules)},
		{"scores", picking(pickByScores)},
		{"perfect", searching},
	}
	classicLevels = []level{
		{"random", picking(pickRandom)},
		{"scores", picking(pickByScores)},
		{"strong", searching},
	}
	ultimateLevels = []level{
		{"random", picking(pickRandom)},
		{"local", picking(pickLocally)},
		{"strong", searching},
	}
)

func levelsOf(v game.Variant) []level {
	switch {
	case !v.Valid():
		return nil
	case v == game.Ultimate:
		return ultimateLevels
	case v == game.Classic(3):
		return smallLevels
	}
	return classicLevels
}

// Levels returns the names of a variant's levels, weakest first.
func Levels(v game.Variant) []string {
	var names []string
	for _, l := range levelsOf(v) {
		names = append(names, l.name)
	}
	return names
}

// DefaultLevel returns the level a member gets who names none: one that a
// beginner can beat.
func DefaultLevel(v game.Variant) string {
	if v == game.Ultimate {
		return "local"
	}
	return "scores"
}

// New returns a player of a level. seed fixes its random choices. The error
// wraps ErrUnknownLevel.
func New(v game.Variant, name string, seed uint64) (Player, error) {
	for _, l := range levelsOf(v) {
		if l.name == name {
			return l.make(v, newRand(seed)), nil
		}
	}
	return nil, fmt.Errorf("%w: %.24q is not one of %s", ErrUnknownLevel, name, v)
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
