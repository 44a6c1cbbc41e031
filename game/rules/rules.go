// Package rules finds the rules of a variant: it starts, parses and replays
// games of any of them, and reads the squares that people type.
package rules

import (
	"fmt"

	"noughts/game"
	"noughts/game/classic"
	"noughts/game/ultimate"
)

// Start returns the first position of a game with the side begins to move. The
// variant must be valid.
func Start(v game.Variant, begins game.Mark) game.Position {
	if v == game.Ultimate {
		return ultimate.Start().Beginning(begins)
	}
	return classic.Start(v.Size()).Beginning(begins)
}

// Replay returns the position after moves from a position, or the first error
// with the number of the move that caused it.
func Replay(from game.Position, moves []game.Square) (game.Position, error) {
	for i, move := range moves {
		next, err := from.Play(move)
		if err != nil {
			return nil, fmt.Errorf("move %d, %s: %w", i+1, move, err)
		}
		from = next
	}
	return from, nil
}
