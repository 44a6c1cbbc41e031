package ultimate

import "math/bits"

// Perft returns the number of move sequences of exactly depth plies from p; a
// finished game has none. A depth below 1 counts the position itself.
func (p Position) Perft(depth int) int64 {
	switch {
	case depth < 1:
		return 1
	case depth == 1:
		return int64(p.moveCount())
	}
	var total int64
	for boards := p.playable(); boards != 0; boards &= boards - 1 {
		board := bits.TrailingZeros16(boards)
		for cells := p.empty(board); cells != 0; cells &= cells - 1 {
			cell := bits.TrailingZeros16(cells)
			total += p.after(board, cell).Perft(depth - 1)
		}
	}
	return total
}
