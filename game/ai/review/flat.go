package review

import (
	"slices"

	"noughts/game"
)

// Reasons about a move on a flat board: one board where a line wins, so neither Ultimate nor misère. The reasons about
// lines through a square also serve misère.

// doubles returns the squares where a side can make a double threat: after its mark there the side can complete a line on
// two squares, and the opponent on none. It returns none if the side can win at once, in Ultimate and misère, and after
// the end of the game.
func (v *view) doubles(b board, side game.Mark) (all squares) {
	if !v.flat() || b.Outcome().Over || b.gaps[side].count() > 0 {
		return all
	}
	made := make(map[game.Square]squares) // by square: the gaps after a mark on the square
	for _, line := range b.lines {
		if held, _ := b.held(line, side); held != len(line)-2 || !b.free(line, side.Opponent()) {
			continue
		}
		empty := slices.DeleteFunc(slices.Clone(line), func(s game.Square) bool { return b.At(s) != game.Empty })
		for i, s := range empty {
			gaps := made[s]
			gaps.add(empty[1-i])
			made[s] = gaps
		}
	}
	for s, gaps := range made {
		if gaps.count() > 1 && b.gaps[side.Opponent()].without(s).count() == 0 {
			all.add(s)
		}
	}
	return all
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
