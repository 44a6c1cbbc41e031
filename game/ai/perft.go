package ai

import (
	"context"

	"noughts/game"
	"noughts/game/rules"
)

// Perft returns the number of move sequences of exactly depth plies from p; a finished game has
// none. An engine that can count uses its own board, which shows that it knows the rules. It
// returns ctx's error when that ends early.
func Perft(ctx context.Context, p game.Position, depth int) (int64, error) {
	if k := kindOf(p.Variant()); k.perft != nil {
		return k.perft(ctx, p, depth)
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
