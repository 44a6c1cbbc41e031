// Package engine has the types that all engines share: requests (Task, Limits), answers (Choice,
// Info, Score), the values of searches, and the budget that enforces limits. It has no rules and no
// search.
package engine

import (
	"context"
	"math/rand/v2"

	"noughts/game"
)

// An Engine searches positions of one variant. Searches reuse earlier results until Reset. It is
// not safe for concurrent use.
type Engine interface {
	// Search returns the best move found when a limit is reached, the result is proven, or ctx
	// ends.
	Search(ctx context.Context, t Task) Choice
	// Evaluate returns every legal move with its value, best first, as found when a limit is
	// reached, all values are proven, or ctx ends.
	Evaluate(ctx context.Context, t Task) []Choice
	// Reset drops earlier results, so that the next search depends only on its task.
	Reset()
}

// A Task is a search request.
type Task struct {
	Position game.Position // of the engine's variant, not over
	Limits   Limits
	Rand     *rand.Rand // chooses among equal moves
	Report   func(Info) // called after each depth; may be nil
}

// Moves returns the legal moves in random order.
func (t Task) Moves() []game.Square {
	moves := t.Position.Moves()
	t.Rand.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	return moves
}

// Inform calls Report unless it is nil.
func (t Task) Inform(i Info) {
	if t.Report != nil {
		t.Report(i)
	}
}
