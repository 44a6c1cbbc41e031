package rules

import (
	"slices"

	"noughts/game"
)

// IsDead reports whether neither side can complete a line any more. Such a game can only end in a draw.
func IsDead(p game.Position) bool {
	if p.Outcome().Over {
		return p.Outcome().Drawn()
	}
	if nested, ok := p.(game.Nested); ok {
		return !mayWinBoards(nested, game.X) && !mayWinBoards(nested, game.O)
	}
	v := p.Variant()
	return !slices.ContainsFunc(LinesInARow(v.N, v.Length()), func(line []game.Square) bool {
		has := func(m game.Mark) bool {
			return slices.ContainsFunc(line, func(s game.Square) bool { return p.At(s) == m })
		}
		return !has(game.X) || !has(game.O)
	})
}

func mayWinBoards(p game.Nested, side game.Mark) bool {
	var possible uint16 // the local boards that the side has won or can still win, one bit per board
	for board := range 9 {
		if p.Local(board).Winner == side || p.Open(board) && HasLine(^p.Marks(side.Opponent(), board)) {
			possible |= 1 << board
		}
	}
	return HasLine(possible)
}
