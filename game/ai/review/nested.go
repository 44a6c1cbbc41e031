package review

import "noughts/game"

// Reasons about a move in Ultimate.

func (b board) deciding(side game.Mark) squares {
	return b.gaps[side].only(func(s game.Square) bool { return b.decides(b.localOf(s), side) })
}

// freshLocal returns the squares that complete a line of a local board for the mover's side after the move, and did not
// before the move. It returns none in games without local boards and after the end of the game.
func (v *view) freshLocal() squares {
	if !v.nested() {
		return squares{}
	}
	return v.fresh()
}

func (v *view) ownGaps() squares {
	local := v.after.localOf(v.move)
	return v.after.gaps[v.side].only(func(s game.Square) bool { return v.after.localOf(s) == local })
}

func (v *view) reachable() squares {
	return v.after.gaps[v.rival].only(func(s game.Square) bool {
		return v.nested() && v.after.nested.Playable(v.after.localOf(s))
	})
}

func sendsToBoard(v *view) []Reason {
	if !v.nested() || v.after.nested.OnlyBoard() == game.FreeChoice {
		return nil
	}
	return []Reason{{Square: NoSquare, Board: v.after.nested.OnlyBoard()}}
}

// chooses reports whether the side to move may play on any of several open boards.
func chooses(p game.Nested) bool {
	return p.Forced() == game.FreeChoice && p.OnlyBoard() == game.FreeChoice && !p.Outcome().Over
}
