package review

import (
	"slices"

	"noughts/game"
)

// Reasons about a move on a flat board: one board where a line wins, so neither Ultimate nor misère. The reasons about
// lines through a square also serve misère.

// doubles returns the squares where a side can make a double threat: two threats with one move. It returns none in
// Ultimate and in misère, and after the end of the game.
func (v *view) doubles(b board, side game.Mark) squares {
	if !v.flat() || b.Outcome().Over {
		return squares{}
	}
	return b.doubles(side)
}

// openTo counts the lines through a square without a mark of the other side before the move.
func (v *view) openTo(side game.Mark, s game.Square) int {
	return v.before.through(s, func(line []game.Square) bool { return v.before.free(line, side.Opponent()) })
}

// lines returns a reason with n lines if `is` is true and n is not 0, else nil.
func (v *view) lines(is bool, n int) []Reason {
	return when(is && n > 0, Reason{Square: NoSquare, Board: NoBoard, Lines: n})
}

// extremeLines is `lines` with the lines open through the move, if no other move has more (sign 1) or fewer (sign -1).
func (v *view) extremeLines(is bool, sign int) []Reason {
	own := v.openTo(v.side, v.move)
	beats := func(s game.Square) bool { return sign*(v.openTo(v.side, s)-own) > 0 }
	return v.lines(is && !slices.ContainsFunc(v.before.Moves(), beats), own)
}
