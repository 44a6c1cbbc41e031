package rules

import "math/bits"

// The rule of the forced board: a move on a cell sends the opponent to the local board in the same
// place. If that board is closed, the opponent has a free choice.

// sentTo returns the local board that the opponent must play after a move on a cell, or FreeChoice.
// The game must not be over.
func (p UltimatePosition) sentTo(cell int) int8 {
	if p.Open(cell) {
		return int8(cell)
	}
	return FreeChoice
}

// Forced returns the local board that must be played, 0 to 8 in reading order, or FreeChoice.
func (p UltimatePosition) Forced() int { return int(p.forced) }

// OnlyBoard returns the only local board with legal moves: the forced board, or the last open
// board. It returns FreeChoice if several boards have legal moves, and after the end.
func (p UltimatePosition) OnlyBoard() int {
	open := full &^ p.closed
	switch {
	case p.Outcome().Over:
		return FreeChoice
	case p.forced == FreeChoice && bits.OnesCount16(open) == 1:
		return bits.TrailingZeros16(open)
	}
	return int(p.forced)
}

// Open reports whether a local board is neither won nor full.
func (p UltimatePosition) Open(board int) bool { return p.closed>>board&1 == 0 }

// Playable reports whether the side to move may play on a local board now.
func (p UltimatePosition) Playable(board int) bool { return p.playable()>>board&1 != 0 }

// playable returns the local boards that may be played now, one bit per board.
func (p UltimatePosition) playable() uint16 {
	switch {
	case p.Outcome().Over:
		return 0
	case p.forced != FreeChoice:
		return 1 << p.forced
	}
	return full &^ p.closed
}
