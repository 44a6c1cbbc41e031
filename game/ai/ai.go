// Package ai has the computer players: the interface Player, all levels, and the engines behind them.
//
// The files classic.go, misere.go, vanishing.go and ultimate.go say how the computer plays each kind of variant: its
// levels, the features of moves that weak levels notice, and its engine. kind.go lists the kinds. Most levels have a
// Strength: weak ones rate moves by these features, strong ones search. The levels `random`, `rules`, `scores` and `local`
// play like programs that others have published; most levels of vanishing marks sometimes make a random move.
//
// The engines are solved.go (classic 3×3 and vanishing marks) and the packages uttt (Ultimate) and nrow (all other
// variants). Each engine has its own search; nrow and uttt have transposition tables. Package engine has the
// types that the engines share.
package ai

import (
	"context"
	"errors"
	"fmt"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// A History is a game as a player sees it: its start position and all moves since.
type History struct {
	Start game.Position
	Moves []game.Square
}

// Types of package engine, for callers.
type (
	// A Choice is the move that a Player or an engine chose, with its evaluation and the state of the search (see
	// Info).
	Choice = engine.Choice
	// Info is the state of a running search.
	Info = engine.Info
	// Limits end a search when the first of them is reached; a zero field is no limit.
	Limits = engine.Limits
	// A Score is the expected result of the side to move, or a proven result.
	Score = engine.Score
)

// The results that can be proven for the side to move.
const (
	Win  = engine.Win
	Loss = engine.Loss
	Draw = engine.Draw
)

// ErrGameOver is returned if the game is over, so that there is no move to choose.
var ErrGameOver = errors.New("ai: the game is over")

var errVariant = errors.New("ai: game of another variant")

// position returns the current position, an error for another variant than v or an illegal move, or ErrGameOver.
func (g History) position(v game.Variant) (game.Position, error) {
	if g.Start == nil || g.Start.Variant() != v {
		return nil, fmt.Errorf("%w: %s", errVariant, v)
	}
	p, err := rules.Replay(g.Start, g.Moves)
	if err != nil {
		return nil, fmt.Errorf("ai: %w", err)
	}
	if p.Outcome().Over {
		return nil, ErrGameOver
	}
	return p, nil
}

// A Player chooses moves. It is not safe for concurrent use.
type Player interface {
	// Choose returns a legal move for the side to move in g. It returns ErrGameOver if the game is over. If ctx ends
	// early, Choose returns the best move found so far; it fails only if it has found none.
	Choose(ctx context.Context, g History) (Choice, error)
}
