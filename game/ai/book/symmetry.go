package book

import (
	"noughts/game"
	"noughts/game/ultimate"
)

// A symmetry is one of the eight ways to lay a square on itself: bit 0 mirrors
// left and right, bit 1 top and bottom, and then bit 2 the main diagonal. What
// it does to the grid, it does to the local boards and to the cells of each.
type symmetry uint8

const symmetries = 8

// of returns where a square comes to lie.
func (m symmetry) of(s game.Square) game.Square {
	const last = game.MaxSize - 1
	col, row := s.Col(), s.Row()
	if m&1 != 0 {
		col = last - col
	}
	if m&2 != 0 {
		row = last - row
	}
	if m&4 != 0 {
		col, row = row, col
	}
	return game.At(col, row)
}

// inverse returns the symmetry that undoes m: only quarter turns are not their
// own inverse.
func (m symmetry) inverse() symmetry {
	switch m {
	case 5:
		return 6
	case 6:
		return 5
	}
	return m
}

// board returns where a local board comes to lie; FreeChoice stays.
func (m symmetry) board(board int) int {
	if board == ultimate.FreeChoice {
		return board
	}
	moved, _ := ultimate.Split(m.of(ultimate.Join(board, 0)))
	return moved
}

// key writes a position as a symmetry shows it, with the side to move as X.
func (m symmetry) key(p ultimate.Position) string {
	back := m.inverse()
	rows := game.FormatRows(game.MaxSize, func(s game.Square) game.Mark {
		mark := p.At(back.of(s))
		if p.ToMove() == game.O {
			mark = mark.Opponent()
		}
		return mark
	})
	forced := "-"
	if board := m.board(p.Forced()); board != ultimate.FreeChoice {
		forced = string(rune('1' + board))
	}
	return rows + " x " + forced
}

// Canonical returns the same text for all positions that differ only by a
// symmetry of the board or by the names of the sides: the notation of one of
// them, in which X is to move.
func Canonical(p ultimate.Position) string {
	key, _ := canonical(p, 0)
	return key
}

// canonical returns a position's canonical text and a symmetry that shows it. Of
// several such symmetries, as of the empty board, it is the first from one on.
func canonical(p ultimate.Position, from symmetry) (string, symmetry) {
	best, by := "", symmetry(0)
	for i := range symmetry(symmetries) {
		m := (from + i) % symmetries
		if key := m.key(p); best == "" || key < best {
			best, by = key, m
		}
	}
	return best, by
}
