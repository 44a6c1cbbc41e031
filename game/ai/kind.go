package ai

import (
	"math/rand/v2"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// A kind has the computer's knowledge of one kind of variant. Each kind has a case in kindOf.
type kind struct {
	// levels are the levels, weakest first.
	levels []level
	// newEngine returns an engine for a variant. The engine searches in `threads` goroutines, and has a table of
	// 1<<bits positions, 16 bytes each.
	newEngine func(v game.Variant, bits, threads int) engine.Engine
	// facts appends the features of a move. It is nil for a kind whose weak levels do not look at features.
	facts func(facts []fact, p game.Position, move game.Square) []fact
	// book returns a move of the opening book, and false if the position has no entry. It is nil if there is no book.
	book func(p game.Position, rng *rand.Rand) (Choice, bool)
}

// kindOf returns the kind of a variant. For an invalid variant it returns a kind without levels.
func kindOf(v game.Variant) *kind {
	switch {
	case !rules.Valid(v):
	case v == game.Ultimate:
		return &ultimateKind
	case v.Kind == "misere":
		return &misereKind
	case v == rules.Vanishing:
		return &vanishingKind
	case v == game.Classic(3):
		return &classicSmall
	case v == game.Classic(v.N):
		return &classicLarge
	case v.Kind == "classic":
		return &inARow
	}
	return new(kind)
}

// A fact is a feature of a move that a person may notice without thinking ahead, such as two in a line, or the board
// where the opponent must play. The values of facts follow the advice given to beginners.
type fact struct {
	// worth is added to the expected result, from -1 to 1.
	worth float64
	// plain says how easily players notice the fact. A player who notices a fact whose plain is 1 with
	// probability s notices this fact with probability 1-(1-s)^plain.
	plain float64
}

// The values of the fields `worth` (certainty) and `plain` (conspicuous) of a fact about a move that
// decides the game at once.
const (
	certainty   = 1.0
	conspicuous = 8
)
