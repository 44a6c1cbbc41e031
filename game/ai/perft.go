package ai

import (
	"context"

	"noughts/game"
	"noughts/game/ai/uttt"
	"noughts/game/rules"
	"noughts/game/ultimate"
)

// Perft returns the number of move sequences of exactly depth plies from p; a finished game has
// none. In Ultimate the engine counts on its own board, which shows that it knows the rules. Perft
// returns ctx's error when that ends early.
func Perft(ctx context.Context, p game.Position, depth int) (int64, error) {
	if u, ok := p.(ultimate.Position); ok {
		return uttt.Perft(ctx, u, depth)
	}
	return perft(ctx, p, depth), ctx.Err()
}

// shallow is a depth whose sequences are counted without asking the context.
const shallow = 4

func perft(ctx context.Context, p game.Position, depth int) (total int64) {
	if depth <= shallow {
		return rules.Perft(p, depth)
	}
	for _, move := range p.Moves() {
		if ctx.Err() != nil {
			break
		}
		if next, err := p.Play(move); err == nil {
			total += perft(ctx, next, depth-1)
		}
	}
	return total
}
