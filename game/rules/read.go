package rules

import (
	"fmt"
	"strings"

	"noughts/game"
	"noughts/game/ultimate"
)

// ReadSquare reads a square as a person types it at /move: "b3", "B3"; two
// digits as row and column on a classic board, as local board and cell in
// Ultimate; one digit on a 3×3 board, and in Ultimate for the board that must be
// played. With keypad, digits of cells and local boards follow the numeric
// keypad, where 7 8 9 is the top row. It does not say whether the square may be
// played: p.Check does. Errors wrap game.ErrNotASquare.
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

// readDigits reads one or two digits from 1 to 9, where they mean a square.
func readDigits(p game.Position, text string, keypad bool) (game.Square, bool) {
	if len(text) == 0 || len(text) > 2 || strings.Trim(text, "123456789") != "" {
		return 0, false
	}
	first, last := int(text[0]-'1'), int(text[len(text)-1]-'1')
	one := len(text) == 1
	switch p := p.(type) {
	case ultimate.Position:
		board := p.Forced()
		if !one {
			board = cellOf(first, keypad)
		}
		return ultimate.Join(max(board, 0), cellOf(last, keypad)), board != ultimate.FreeChoice
	default:
		if one {
			cell := cellOf(last, keypad)
			return game.At(cell%3, cell/3), p.Variant().Size() == 3
		}
		return game.At(last, first), true
	}
}

// cellOf returns the place, counted from 0 in reading order, that a digit less
// one means in a 3×3 grid.
func cellOf(digit int, keypad bool) int {
	if keypad {
		return (2-digit/3)*3 + digit%3
	}
	return digit
}
