package ultimate

import (
	"noughts/game"
	"noughts/game/classic"
)

const full = 1<<9 - 1

// rows are the eight lines of a 3×3 board, one bit a cell in reading order.
var rows = func() (table [8]uint16) {
	for i, line := range classic.Lines(3) {
		for _, s := range line {
			table[i] |= 1 << (s.Row()*3 + s.Col())
		}
	}
	return table
}()

// hasRow[cells] says whether a set of cells contains a line.
var hasRow = func() (table [512]bool) {
	for cells := range table {
		for _, row := range rows {
			if uint16(cells)&row == row {
				table[cells] = true
			}
		}
	}
	return table
}()

// HasLine says whether cells, one bit each in reading order, contain a line of a 3×3 board. It
// works for cells of a local board and for local boards alike.
func HasLine(cells uint16) bool { return hasRow[cells&full] }

// places[s] is the local board and the cell of a square.
var places = func() (table [game.MaxSize * game.MaxSize]struct{ board, cell uint8 }) {
	for s := range table {
		col, row := game.Square(s).Col(), game.Square(s).Row()
		table[s].board = uint8(row/3*3 + col/3)
		table[s].cell = uint8(row%3*3 + col%3)
	}
	return table
}()

// Split returns the local board that a square lies on and its cell there, both
// from 0 to 8 in reading order.
func Split(s game.Square) (board, cell int) {
	return int(places[s].board), int(places[s].cell)
}

// Join returns the square of a cell on a local board, both from 0 to 8.
func Join(board, cell int) game.Square {
	return game.At(board%3*3+cell%3, board/3*3+cell/3)
}
