package rules

import "noughts/game"

// Perft returns the number of move sequences of exactly depth plies from p; a
// finished game has none. A depth below 1 counts the position itself.
func Perft(p game.Position, depth int) (total int64) {
	if depth < 1 {
		return 1
	}
	moves := p.Moves()
	if depth == 1 {
		return int64(len(moves))
	}
	for _, move := range moves {
		if next, err := p.Play(move); err == nil {
			total += Perft(next, depth-1)
		}
	}
	return total
}
