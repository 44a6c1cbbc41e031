package game

import "fmt"

// MaxSize is the number of columns and rows of the largest board.
const MaxSize = 9

// A Square is a place on a board. Squares are numbered row by row on a board of nine columns, so
// that a name is the same Square on boards of every size: a1 is 0, b1 is 1, a2 is 9.
type Square uint8

// At returns the square in a column from the left and a row from the top, both
// from 0 to MaxSize-1.
func At(col, row int) Square { return Square(row*MaxSize + col) }

// Col returns the square's column, 0 at the left.
func (s Square) Col() int { return int(s) % MaxSize }

// Row returns the square's row, 0 at the top.
func (s Square) Row() int { return int(s) / MaxSize }

// On says whether the square lies on a board of size columns and rows.
func (s Square) On(size int) bool { return s.Col() < size && s.Row() < size }

// String returns the square in notation: a column letter and a row number.
func (s Square) String() string {
	return string([]byte{'a' + byte(s.Col()), '1' + byte(s.Row())})
}

// ParseSquare reads a square in notation, "a1" to "i9". It returns an error
// that wraps ErrNotASquare for anything else.
func ParseSquare(text string) (Square, error) {
	if len(text) != 2 || text[0] < 'a' || text[0] > 'i' || text[1] < '1' || text[1] > '9' {
		return 0, fmt.Errorf("%.16q: %w", text, ErrNotASquare)
	}
	return At(int(text[0]-'a'), int(text[1]-'1')), nil
}
