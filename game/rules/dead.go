package rules

import (
	"slices"

	"noughts/game"
	"noughts/game/classic"
)

// lined is a flat position that knows the lines through each square.
type lined interface {
	LinesThrough(game.Square) [][]game.Square
}

// IsDead says whether neither side can complete a line any more, so that the game can only be
// drawn.
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

// mayFillLine says whether the side can still fill some line of a flat board.
func mayFillLine(p game.Position, side game.Mark) bool {
	flat, ok := p.(lined)
	if !ok {
		return true // lines are unknown
	}
	for _, s := range p.Moves() {
		for _, line := range flat.LinesThrough(s) {
			if isOpen(line, side, p.At) {
				return true
			}
		}
	}
	return false
}

// mayWinBoards says whether a side can still win three local boards in a row.
func mayWinBoards(p game.Nested, side game.Mark) bool {
	lost := func(s game.Square) game.Mark { // the side that can no longer win the local board, as if its opponent had marked it
		board := s.Row()*3 + s.Col()
		switch winner := p.Local(board).Winner; {
		case winner != game.Empty:
			return winner
		case p.Open(board) && mayWinBoard(p, board, side):
			return game.Empty
		}
		return side.Opponent()
	}
	for _, line := range classic.Lines(3) {
		if isOpen(line, side, lost) {
			return true
		}
	}
	return false
}

// mayWinBoard says whether the side can still fill some line of a local board.
func mayWinBoard(p game.Nested, board int, side game.Mark) bool {
	at := func(s game.Square) game.Mark { return p.At(p.Join(board, s.Row()*3+s.Col())) }
	for _, line := range classic.Lines(3) {
		if isOpen(line, side, at) {
			return true
		}
	}
	return false
}

// isOpen says whether the opponent has no square of a line.
func isOpen(line []game.Square, side game.Mark, at func(game.Square) game.Mark) bool {
	return !slices.ContainsFunc(line, func(s game.Square) bool { return at(s) == side.Opponent() })
}
