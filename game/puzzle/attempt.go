package puzzle

import (
	"fmt"

	"noughts/game"
	"noughts/game/rules"
)

// An Attempt is a puzzle and the moves since its position: the solver's right moves and the
// opponent's answers, in turn. It is a value. Package proof judges the next move and returns the
// attempt that follows.
type Attempt struct {
	Puzzle Puzzle
	Moves  []game.Square
}

// Position returns the position after the attempt's moves, or an error if a move is illegal.
func (a Attempt) Position() (game.Position, error) {
	p, err := rules.Replay(a.Puzzle.Position, a.Moves)
	if err != nil {
		return nil, fmt.Errorf("puzzle %s: %w", a.Puzzle.ID, err)
	}
	return p, nil
}

// After returns the attempt with further moves. It shares no memory with a.
func (a Attempt) After(moves ...game.Square) Attempt {
	all := make([]game.Square, 0, len(a.Moves)+len(moves))
	a.Moves = append(append(all, a.Moves...), moves...)
	return a
}
