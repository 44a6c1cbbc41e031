package rules

import (
	"slices"

	"noughts/game"
	"noughts/game/classic"
)

// lined is a flat position that knows the lines of each square.
type lined interface {
	LinesThrough(game.Square) [][]game.Square
}

// IsDead says whether a game can only be drawn any more, however both play: neither side
// can complete a line.
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

// mayFillLine says whether the opponent has no mark on some line of a flat board.
func mayFillLine(p game.Position, side game.Mark) bool {
	flat, ok := p.(lined)
	if !ok {
		return true // nothing is known
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

// mayWinBoards says whether some three local boards in a row are a side's, or may yet be.
func mayWinBoards(p game.Nested, side game.Mark) bool {
	lost := func(s game.Square) game.Mark { // who cannot get the local board, as if it was the other's square
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

// mayWinBoard says whether the opponent has no mark on some line of a local board.
func mayWinBoard(p game.Nested, board int, side game.Mark) bool {
	at := func(s game.Square) game.Mark { return p.At(p.Join(board, s.Row()*3+s.Col())) }
	for _, line := range classic.Lines(3) {
		if isOpen(line, side, at) {
			return true
		}
	}
	return false
}

// isOpen says whether no square of a line is the opponent's.
func isOpen(line []game.Square, side game.Mark, at func(game.Square) game.Mark) bool {
	return !slices.ContainsFunc(line, func(s game.Square) bool { return at(s) == side.Opponent() })
}
