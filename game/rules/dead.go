package rules

import (
	"slices"

	"noughts/game"
)

// lined is implemented by positions that can list the lines through a square: all except Ultimate's.
type lined interface {
	LinesThrough(game.Square) [][]game.Square
}

// IsDead reports whether neither side can complete a line any more. Such a game can only end in a draw.
func IsDead(p game.Position) bool {
	if p.Outcome().Over {
		return p.Outcome().Drawn()
	}
	for _, side := range []game.Mark{game.X, game.O} {
		if nested, ok := p.(game.Nested); ok && mayWinBoards(nested, side) {
			return false
		} else if !ok && mayFillLine(p, side) {
			return false
		}
	}
	return true
}

// mayFillLine reports whether the side can still fill a line, on a board without local boards.
func mayFillLine(p game.Position, side game.Mark) bool {
	flat, ok := p.(lined)
	if !ok {
		return true // the lines are unknown, so assume yes
	}
	isOpen := func(line []game.Square) bool { // isOpen reports whether the opponent has no mark on a line
		return !slices.ContainsFunc(line, func(s game.Square) bool { return p.At(s) == side.Opponent() })
	}
	return slices.ContainsFunc(p.Moves(), func(s game.Square) bool { return slices.ContainsFunc(flat.LinesThrough(s), isOpen) })
}

// mayWinBoards reports whether a side can still win three local boards in a row.
func mayWinBoards(p game.Nested, side game.Mark) bool {
	var possible uint16 // the local boards that the side has won or can still win, one bit per board
	for board := range 9 {
		if p.Local(board).Winner == side || p.Open(board) && HasLine(^p.Marks(side.Opponent(), board)) {
			possible |= 1 << board
		}
	}
	return HasLine(possible)
}
