package game

import (
	"errors"
	"fmt"
	"strings"
)

// MaxSize is the number of columns and rows of the largest board.
const MaxSize = 9

// A Square is a place on a board. Squares are numbered row by row on a board of nine columns, so
// that a name is the same Square on boards of every size: a1 is 0, b1 is 1, a2 is 9.
type Square uint8

// At returns the square in a column from the left and a row from the top, both from 0 to MaxSize-1.
func At(col, row int) Square { return Square(row*MaxSize + col) }

// Col returns the square's column, 0 at the left.
func (s Square) Col() int { return int(s) % MaxSize }

// Row returns the square's row, 0 at the top.
func (s Square) Row() int { return int(s) / MaxSize }

// On reports whether the square lies on a board with `size` columns and rows.
func (s Square) On(size int) bool { return s.Col() < size && s.Row() < size }

// String returns the square in notation: a column letter and a row number.
func (s Square) String() string {
	return string([]byte{'a' + byte(s.Col()), '1' + byte(s.Row())})
}

// ParseSquare reads a square in notation, "a1" to "i9". Its error wraps ErrNotASquare.
func ParseSquare(text string) (Square, error) {
	if len(text) != 2 || text[0] < 'a' || text[0] > 'i' || text[1] < '1' || text[1] > '9' {
		return 0, fmt.Errorf("%.16q: %w", text, ErrNotASquare)
	}
	return At(int(text[0]-'a'), int(text[1]-'1')), nil
}

// ErrNotation is wrapped by every error about a text that is not a valid position in notation.
var ErrNotation = errors.New("not a position")

// FormatRows writes the rows of a board from the top, separated by "/": a mark as "x" or "o", a run
// of empty squares as its length.
func FormatRows(size int, at func(Square) Mark) string {
	var b strings.Builder
	for row := range size {
		if row > 0 {
			b.WriteByte('/')
		}
		run := 0
		for col := range size {
			mark := at(At(col, row))
			if mark == Empty {
				run++
				continue
			}
			if run > 0 {
				b.WriteByte('0' + byte(run))
				run = 0
			}
			b.WriteString(mark.String())
		}
		if run > 0 {
			b.WriteByte('0' + byte(run))
		}
	}
	return b.String()
}

// ParseRows reads the output of FormatRows. It calls `set` for each mark in order. It refuses any other text, such as
// two adjacent digits or a wrong number of rows or squares, with an error that wraps ErrNotation.
func ParseRows(size int, text string, set func(Square, Mark)) error {
	rows := strings.Split(text, "/")
	if len(rows) != size {
		return fmt.Errorf("%w: %d rows instead of %d", ErrNotation, len(rows), size)
	}
	for r, row := range rows {
		col, afterRun := 0, false
		for _, c := range []byte(row) {
			switch {
			case c == 'x' || c == 'o':
				if col < size {
					set(At(col, r), markOf[c])
				}
				col, afterRun = col+1, false
			case c >= '1' && c <= '9' && !afterRun:
				col, afterRun = col+int(c-'0'), true
			default:
				return fmt.Errorf("%w: row %d has %q", ErrNotation, r+1, c)
			}
			if col > size {
				return fmt.Errorf("%w: row %d has more than %d squares", ErrNotation, r+1, size)
			}
		}
		if col != size {
			return fmt.Errorf("%w: row %d has %d squares instead of %d", ErrNotation, r+1, col, size)
		}
	}
	return nil
}

var markOf = map[byte]Mark{'x': X, 'o': O}

// ParseToMove reads the side to move, "x" or "o".
func ParseToMove(text string) (m Mark, err error) {
	if err := m.UnmarshalText([]byte(text)); err != nil || m == Empty {
		return Empty, fmt.Errorf("%w: %.8q is not a side to move: x or o", ErrNotation, text)
	}
	return m, nil
}

// CheckTurn checks the side to move against the numbers of X and O on the board. Either side may
// have made the first move, so the side that has just moved must have as many marks as the other
// side, or one more. The error wraps ErrNotation.
func CheckTurn(x, o int, toMove Mark) error {
	lead := x - o
	if toMove == X {
		lead = -lead
	}
	if lead != 0 && lead != 1 {
		return fmt.Errorf("%w: with %d x and %d o it cannot be %s's turn", ErrNotation, x, o, toMove)
	}
	return nil
}

// Moves are squares in the order of play.
type Moves []Square

// String returns the moves in notation with spaces between them.
func (m Moves) String() string {
	text, _ := m.MarshalText() // MarshalText never fails
	return string(text)
}

// LastOn returns the number of the last move on a square, from 1, or 0 if there is none.
func (m Moves) LastOn(s Square) int {
	n := len(m)
	for n > 0 && m[n-1] != s {
		n--
	}
	return n
}

// MarshalText returns the moves as String does, for JSON.
func (m Moves) MarshalText() ([]byte, error) {
	text := make([]byte, 0, 3*len(m))
	for i, s := range m {
		if i > 0 {
			text = append(text, ' ')
		}
		text = append(text, s.String()...)
	}
	return text, nil
}

// UnmarshalText reads the output of MarshalText.
func (m *Moves) UnmarshalText(text []byte) error {
	*m = nil
	if len(text) == 0 {
		return nil
	}
	*m = make(Moves, 0, len(text)/3+1)
	for word := range strings.SplitSeq(string(text), " ") {
		s, err := ParseSquare(word)
		if err != nil {
			return err
		}
		*m = append(*m, s)
	}
	return nil
}
