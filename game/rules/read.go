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
			board = cellOf(first, keypad)
		}
		return p.Join(max(board, 0), cellOf(last, keypad)), board != game.FreeChoice
	}
	if one {
		return numbered(p.Variant().Size(), last, keypad)
	}
	return game.At(last, first), true
}

// numbered returns the square with the number digit+1 on a board up to 3×3, and false if there is none.
func numbered(size, digit int, keypad bool) (game.Square, bool) {
	if size > 3 || digit >= size*size {
		return 0, false
	}
	col, row := digit%size, digit/size
	if keypad {
		row = size - 1 - row
	}
	return game.At(col, row), true
}

// cellOf returns the cell, in reading order from 0, with the number digit+1 on a 3×3 grid.
func cellOf(digit int, keypad bool) int {
	if keypad {
		return (2-digit/3)*3 + digit%3
	}
	return digit
}
