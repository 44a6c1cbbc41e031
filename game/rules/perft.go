package rules

import "noughts/game"

// Perft returns the number of move sequences of exactly depth plies from p; a
// finished game has none. A depth below 1 counts the position itself.
func Perft(p game.Position, depth int) int64 {
	if fast, ok := p.(interface{ Perft(depth int) int64 }); ok {
		return fast.Perft(depth)
	}
	return perft(p, depth)
}

// perft is Perft for variants without a faster way.
func perft(p game.Position, depth int) (total int64) {
	if depth < 1 {
		return 1
	}
	for _, s := range p.Moves() {
		if next, err := p.Play(s); err == nil {
			total += perft(next, depth-1)
		}
	}
	return total
}
