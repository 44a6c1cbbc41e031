// Package ai has the computer players: the interface Player, all levels, and the engines behind them.
//
// The files classic.go, inarow.go, misere.go and ultimate.go have the computer's knowledge of each kind of variant:
// levels, noteworthy features of moves, the engine. kind.go lists the kinds. A player of a Strength either
// looks at features or searches. The levels random, rules, scores and local play as published elsewhere. The
// engines are the packages solved (a table of classic 3×3), nrow (other flat boards) and uttt (Ultimate).
// Each has its own search and transposition table; package engine has the types they share.
package ai

import (
	"context"
	"errors"
	"fmt"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// A History is what a player sees of a game: where it started and every move since.
type History struct {
	Start game.Position
	Moves []game.Square
}

// Types of the engines' packages, for callers.
type (
	// A Choice is a move with what the player thinks of it.
	Choice = engine.Choice
	// Info is what a search has found so far.
	Info = engine.Info
	// Limits end a search at the first that is reached; zero fields set none.
	Limits = engine.Limits
	// A Score is the side to move's expected result, or what is proven of it.
	Score = engine.Score
)

// What can be proved for the side to move.
const (
	Win  = engine.Win
	Loss = engine.Loss
	Draw = engine.Draw
)

// ErrGameOver is returned for a game without a move to choose.
var ErrGameOver = errors.New("ai: the game is over")

var errVariant = errors.New("ai: game of another variant")

// position returns the current position of a game of variant v. Errors: another variant, an illegal
// move, ErrGameOver.
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

// A Player chooses moves. It is safe for use by one goroutine at a time.
type Player interface {
	// Choose returns a legal move for the side to move in g. It returns ErrGameOver when there is none. When
	// ctx ends early it returns the best move found so far, and an error only if it has none.
	Choose(ctx context.Context, g History) (Choice, error)
}
