package ai

import (
	"math/rand/v2"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// A kind is all that the computer knows of the variants of one kind. Each has a
// file of its own, and an entry in kinds.
type kind struct {
	// plays says whether a variant is of this kind.
	plays func(game.Variant) bool
	// levels are the levels, weakest first. The last one is the strongest.
	levels []level
	// newEngine returns an engine for a variant, which searches in a number of
	// goroutines and remembers up to 1<<bits positions, at 16 bytes each.
	newEngine func(v game.Variant, bits, threads int) engine.Engine
	// facts appends what can be noticed of a legal move at a glance.
	facts func(facts []fact, p game.Position, move game.Square) []fact
	// book returns a move of the opening book, if that knows the position. It is
	// nil without a book.
	book func(p game.Position, rng *rand.Rand) (Choice, bool)
}

// kinds are what the computer can play.
var kinds = []*kind{&classicSmall, &classicLarge, &inARow, &ultimateKind, &misereKind}

// kindOf returns the kind of a variant: for one that is not valid a kind without
// levels.
func kindOf(v game.Variant) *kind {
	for _, k := range kinds {
		if rules.Valid(v) && k.plays(v) {
			return k
		}
	}
	return new(kind)
}
