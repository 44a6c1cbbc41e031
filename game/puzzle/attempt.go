package puzzle

import (
	"fmt"

	"noughts/game"
	"noughts/game/rules"
)

// An Attempt is a puzzle with the moves made since its position: the solver's
// right ones and the answers to them, in turn. It is a value; package proof says what
// the next move is worth, and how the attempt goes on. The attempt with no moves
// is the beginning.
type Attempt struct {
	Puzzle Puzzle
	Moves  []game.Square
}

// Position returns the position that the attempt has reached. It returns an error
// for moves that the rules refuse.
func (a Attempt) Position() (game.Position, error) {
	p, err := rules.Replay(a.Puzzle.Position, a.Moves)
	if err != nil {
		return nil, fmt.Errorf("puzzle %s: %w", a.Puzzle.ID, err)
	}
	return p, nil
}

// After returns the attempt with more moves made. It shares no memory with a.
func (a Attempt) After(moves ...game.Square) Attempt {
	all := make([]game.Square, 0, len(a.Moves)+len(moves))
	a.Moves = append(append(all, a.Moves...), moves...)
	return a
}
