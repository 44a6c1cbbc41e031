// Package ai is the computer: one Player interface, every level, and the
// search engines behind them.
package ai

import (
	"context"
	"errors"
	"fmt"

	"noughts/game"
	"noughts/game/ai/search"
	"noughts/game/rules"
)

// A Game is what a player sees of a game: where it started and every move since.
type Game struct {
	Start game.Position
	Moves []game.Square
}

// The words of the search engines, which live in their own packages below this
// one.
type (
	// A Choice is a move with what the player thinks of it.
	Choice = search.Choice
	// Info is what a search has found so far.
	Info = search.Info
	// Limits end a search at the first that is reached; zero fields set none.
	Limits = search.Limits
	// A Score is the side to move's expected result, or what is proven of it.
	Score = search.Score
	// A Proof says what is certain about a position.
	Proof = search.Proof
)

// What can be proved for the side to move.
const (
	Unproven = search.Unproven
	Win      = search.Win
	Loss     = search.Loss
	Draw     = search.Draw
)

// ErrGameOver is returned when there is no move to choose.
var ErrGameOver = errors.New("ai: the game is over")

// ErrUnknownLevel is wrapped by the error for a level that a variant does not have.
var ErrUnknownLevel = errors.New("ai: unknown level")

var errVariant = errors.New("ai: not a game of this player's variant")

// position returns the position that a game of the variant has reached, an error
// for another variant or a move that the rules refuse, or ErrGameOver.
func (g Game) position(v game.Variant) (game.Position, error) {
	switch {
	case g.Start == nil || g.variant() != v:
		return nil, fmt.Errorf("%w: %s", errVariant, v)
	case len(levelsOf(v)) == 0:
		return nil, fmt.Errorf("ai: the computer does not play %s", v)
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

// variant returns the game's variant, the zero one if it has no start.
func (g Game) variant() game.Variant {
	if g.Start == nil {
		return game.Variant{}
	}
	return g.Start.Variant()
}

// A Player chooses moves. It is safe for use by one goroutine at a time.
type Player interface {
	// Choose returns a legal move for the side to move in g. It returns
	// ErrGameOver when there is none. When ctx ends early it returns the best
	// move found so far, and an error only if it has none.
	Choose(ctx context.Context, g Game) (Choice, error)
}
