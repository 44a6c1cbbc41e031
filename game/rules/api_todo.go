package rules

// TEMPORARY signatures so that the other rooms compile; the author of this
// package replaces this file.

import "noughts/game"

// Parse reads a position of a variant in notation, strictly.
func Parse(v game.Variant, text string) (game.Position, error) { panic("todo") }

// ReadSquare reads a square as a person types it at /move: "b3", "B3"; two
// digits as row and column on a classic board, as local board and cell in
// Ultimate; one digit on a 3×3 board, and in Ultimate for the board that must be
// played. With keypad, digits of cells and local boards follow the numeric
// keypad, where 7 8 9 is the top row. Errors wrap game.ErrNotASquare.
func ReadSquare(p game.Position, text string, keypad bool) (game.Square, error) { panic("todo") }
