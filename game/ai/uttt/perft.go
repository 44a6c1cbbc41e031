package uttt

import (
	"context"
	"math/bits"

	"noughts/game/rules"
)

// Perft returns the number of move sequences of exactly `depth` plies from p. A sequence that ends
// the game earlier does not count. Perft counts on the engine's own board, and does not play the last
// ply. It returns ctx's error if ctx ends early.
func Perft(ctx context.Context, p rules.UltimatePosition, depth int) (int64, error) {
	b := fromPosition(p)
	count := b.perft(ctx, depth)
	return count, ctx.Err()
}

func (b *board) perft(ctx context.Context, depth int) (count int64) {
	switch {
	case depth <= 0:
		return 1
	case b.over():
		return 0
	case depth > 4 && ctx.Err() != nil:
		return 0
	}
	for boards := b.playable; boards != 0; boards &= boards - 1 {
		i := uint8(bits.TrailingZeros16(boards))
		cells := b.empty(i)
		if depth == 1 {
			count += int64(bits.OnesCount16(cells))
			continue
		}
		for ; cells != 0; cells &= cells - 1 {
			next := *b
			next.play(i*9 + uint8(bits.TrailingZeros16(cells)))
			count += next.perft(ctx, depth-1)
		}
	}
	return count
}
