// Package ai is the computer: one Player interface, every level, and the
// search engines behind them.
package ai

import (
	"context"
	"errors"
	"time"

	"noughts/game"
)

// A Game is what a player sees of a game: where it started and every move since.
type Game struct {
	Start game.Position
	Moves []game.Square
}

// A Choice is a move with what the player thinks of it.
type Choice struct {
	Move game.Square
	Info
}

// Info is what a search has found so far.
type Info struct {
	Depth   int           // plies searched in full
	Nodes   int64         // positions visited
	Elapsed time.Duration // since the search began
	Score   Score         // for the side to move
	PV      []game.Square // the principal variation, best play by both
}

// A Proof says what is certain about a position.
type Proof uint8

// What can be proved for the side to move.
const (
	Unproven Proof = iota
	Win
	Loss
	Draw
)

// A Score is the side to move's expected result, from 0 (loss) to 1 (win), and
// once it is proven, the plies to the end of the game under best play.
type Score struct {
	Expected float64
	Proof    Proof
	Plies    int
}

// Limits end a search at the first that is reached; zero fields set none.
type Limits struct {
	Time  time.Duration
	Nodes int64
	Depth int
}

// ErrGameOver is returned when there is no move to choose.
var ErrGameOver = errors.New("ai: the game is over")

// ErrUnknownLevel is wrapped by the error for a level that a variant does not have.
var ErrUnknownLevel = errors.New("ai: unknown level")

// A Player chooses moves. It is safe for use by one goroutine at a time.
type Player interface {
	// Choose returns a legal move for the side to move in g. It returns
	// ErrGameOver when there is none. When ctx ends early it returns the best
	// move found so far, and an error only if it has none.
	Choose(ctx context.Context, g Game) (Choice, error)
}
