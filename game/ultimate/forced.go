package ultimate

import "math/bits"

// The rule of the forced board: a move on a cell sends the opponent to the local board
// in the same place, and leaves the choice where that board is closed.

// sentTo returns the board that must be played after a move on a cell, in a
// game that is not over.
func (p Position) sentTo(cell int) int8 {
	if p.Open(cell) {
		return int8(cell)
	}
	return FreeChoice
}

// Forced returns the local board that must be played, 0 to 8 in reading order,
// or FreeChoice.
func (p Position) Forced() int { return int(p.forced) }

// OnlyBoard returns the local board that every legal move lies on: the forced
// one, or on a free choice the last open one. It returns FreeChoice when there
// are several, and after the end.
func (p Position) OnlyBoard() int {
	open := full &^ p.closed
	switch {
	case p.Outcome().Over:
		return FreeChoice
	case p.forced == FreeChoice && bits.OnesCount16(open) == 1:
		return bits.TrailingZeros16(open)
	}
	return int(p.forced)
}

// Open says whether a local board is neither won nor full.
func (p Position) Open(board int) bool { return p.closed>>board&1 == 0 }

// Playable says whether the side to move may play on a local board now.
func (p Position) Playable(board int) bool { return p.playable()>>board&1 != 0 }

// playable returns the local boards that may be played now, one bit a board.
func (p Position) playable() uint16 {
	switch {
	case p.Outcome().Over:
		return 0
	case p.forced != FreeChoice:
		return 1 << p.forced
	}
	return full &^ p.closed
}
