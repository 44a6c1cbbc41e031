package ai

import (
	"context"
	"math/rand/v2"

	"noughts/game"
	"noughts/game/ai/engine"
)

// A pick chooses a move without searching. p is the position that g has
// reached, which is not over.
type pick func(g Game, p game.Position, rng *rand.Rand) Choice

// A picker is the player that follows a pick.
type picker struct {
	pick    pick
	variant game.Variant
	rng     *rand.Rand
}

func (p *picker) Choose(_ context.Context, g Game) (Choice, error) {
	position, err := g.position(p.variant)
	if err != nil {
		return Choice{}, err
	}
	return p.pick(g, position, p.rng), nil
}

// plain is the choice of a player that does not judge positions.
func plain(move game.Square) Choice {
	return Choice{Move: move, Info: Info{Score: engine.Even, PV: []game.Square{move}}}
}

func oneOf(moves []game.Square, rng *rand.Rand) game.Square { return moves[rng.IntN(len(moves))] }

func pickRandom(_ Game, p game.Position, rng *rand.Rand) Choice {
	return plain(oneOf(p.Moves(), rng))
}
