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

// Replay returns the position after moves from a position. At a move that the
// rules refuse it stops, and returns the position before it and the refusal with
// the number of the move.
func Replay(from game.Position, moves []game.Square) (game.Position, error) {
	switch p := from.(type) {
	case classic.Position:
		return replay(p, moves)
	case ultimate.Position:
		return replay(p, moves)
	}
	return from, fmt.Errorf("rules: no variant has positions of type %T", from)
}

// replay works on a variant's own type, so that the positions between need no
// memory of their own: every board that is shown is replayed.
func replay[P interface {
	After(game.Square) P
	game.Position
}](p P, moves []game.Square) (game.Position, error) {
	for i, move := range moves {
		if err := p.Check(move); err != nil {
			return p, fmt.Errorf("move %d, %s: %w", i+1, move, err)
		}
		p = p.After(move)
	}
	return p, nil
}
