// Package ai has the computer players: the interface Player, all levels, and the engines behind them.
//
// The files classic.go, misere.go and ultimate.go have the computer's knowledge of each kind of variant: its levels,
// the features of moves that weak levels notice, and its engine. kind.go lists the kinds. A player with a Strength
// either looks at features of moves or searches. The levels random, rules, scores and local play like programs
// published elsewhere. The engines are the packages classic3 (a table of classic 3×3), nrow (all other variants without
// local boards) and uttt (Ultimate). Each engine has its own search; nrow and uttt have transposition tables. Package
// engine has the types that the engines share.
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
	// A Choice is the move that a computer Player chose, with the state of its search (see Info).
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

// position returns the current position of a game of variant v. It fails for a game of another
// variant, for an illegal move, and with ErrGameOver.
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
