package rules

import (
	"fmt"
	"strings"

	"noughts/game"
)

// ReadSquare reads a square as members type it, in any of these forms:
//   - notation: "b3", "B3";
//   - two digits: local board and cell in Ultimate, row and column in other variants;
//   - one digit in reading order: on boards up to 3×3, and if all legal moves are on one local board.
//
// If `keypad` is set, digits follow the numeric keypad, where 7 8 9 is the top row, except digits for
// a row and a column. The move may be illegal: call p.Check. Errors wrap game.ErrNotASquare.
func ReadSquare(p game.Position, text string, keypad bool) (game.Square, error) {
	text = strings.ToLower(strings.TrimSpace(text))
	square, ok := readDigits(p, text, keypad)
	if !ok {
		var err error
		if square, err = game.ParseSquare(text); err != nil {
			return 0, err
		}
	}
	if !square.On(p.Variant().Size()) {
		return 0, fmt.Errorf("%.16q: %w", text, game.ErrNotASquare)
	}
	return square, nil
}

func readDigits(p game.Position, text string, keypad bool) (game.Square, bool) {
	if len(text) == 0 || len(text) > 2 || strings.Trim(text, "123456789") != "" {
		return 0, false
	}
	first, last := int(text[0]-'1'), int(text[len(text)-1]-'1')
	one := len(text) == 1
	if p, nested := p.(game.Nested); nested {
		board := p.OnlyBoard()
		if !one {
			board = Numbered(3, first, keypad)
		}
		return p.Join(max(board, 0), Numbered(3, last, keypad)), board != game.FreeChoice
	}
	if size := p.Variant().Size(); one {
		i := Numbered(size, last, keypad)
		return game.At(i%size, i/size), size <= 3 && last < size*size
	}
	return game.At(last, first), true
}

// Numbered returns the index, in reading order, of the square with the number digit+1 on a board up to 3×3, where the
// numeric keypad has the last row at the top. It is its own inverse.
func Numbered(size, digit int, keypad bool) int {
	if keypad {
		return (size-1-digit/size)*size + digit%size
	}
	return digit
}
