// Package engine holds the words that all engines share: what they are asked
// (Task, Limits), what they answer (Choice, Info, Score), the values that their
// searches reckon with, and the counting of positions that keeps a search within
// its limits. It knows no rules and searches nothing.
package engine

import (
	"context"
	"math/rand/v2"

	"noughts/game"
)

// An Engine finds the best moves of one variant. Results of one search may help the next, until
// Reset. It is safe for use by one goroutine at a time.
type Engine interface {
	// Search returns the best move it finds until a limit is reached, the result
	// is proven, or ctx ends.
	Search(ctx context.Context, t Task) Choice
	// Evaluate returns every legal move with its value, best first, as far as it
	// sees before a limit is reached, all values are proven, or ctx ends.
	Evaluate(ctx context.Context, t Task) []Choice
	// Reset forgets all searches, so that the next depends on its task only.
	Reset()
}

// A Task is what an engine is asked to search.
type Task struct {
	Position game.Position // of the engine's variant, not over
	Limits   Limits
	Rand     *rand.Rand // decides between moves that seem equal
	Report   func(Info) // called after each depth; may be nil
}

// Moves returns the legal moves in random order.
func (t Task) Moves() []game.Square {
	moves := t.Position.Moves()
	t.Rand.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	return moves
}

// Inform calls Report if there is one.
func (t Task) Inform(i Info) {
	if t.Report != nil {
		t.Report(i)
	}
}
