package ai

import (
	"context"
	"math/rand/v2"

	"noughts/game"
	"noughts/game/ai/nrow"
	"noughts/game/ai/search"
	"noughts/game/ai/solved"
	"noughts/game/ai/uttt"
)

// An engine finds the best moves of one variant. Positions it is given follow
// that variant and are not over.
type engine interface {
	Search(ctx context.Context, p game.Position, l search.Limits, report func(search.Info)) search.Choice
	Evaluate(ctx context.Context, p game.Position, l search.Limits) []search.Choice
	Reset()
}

// newEngine returns the engine of a variant that remembers up to 1<<bits
// positions, at 16 bytes each.
func newEngine(v game.Variant, bits int, rng *rand.Rand) engine {
	switch v {
	case game.Ultimate:
		return uttt.New(bits, rng)
	case game.Classic(3):
		return solved.New(rng)
	}
	return nrow.New(v.Size(), bits, rng)
}

// searching makes the players of a level that searches within limits.
func searching(l Limits) func(game.Variant, *rand.Rand) Player {
	return func(v game.Variant, rng *rand.Rand) Player { return &searcher{newEngine(v, 19, rng), l} }
}

type searcher struct {
	engine engine
	limits Limits
}

func (s *searcher) Choose(ctx context.Context, g Game) (Choice, error) {
	p, err := g.position()
	if err != nil {
		return Choice{}, err
	}
	return s.engine.Search(ctx, p, s.limits, func(Info) {}), nil
}
