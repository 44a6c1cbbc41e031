// Package engine has the types that all engines share: requests (Task, Limits), answers (Choice, Info,
// Score), the values of searches, and the budget that enforces limits. It has no rules and no search.
package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"noughts/game"
)

// An Engine searches positions of one variant, reusing results until Reset. It is not safe for concurrent use.
type Engine interface {
	// Search returns the best move found until a limit is reached, the result is proven, or ctx ends.
	Search(ctx context.Context, t Task) Choice
	// Evaluate returns every legal move with its value, best first, as found until a limit is
	// reached, all values are proven, or ctx ends.
	Evaluate(ctx context.Context, t Task) []Choice
	// Reset drops the results of earlier searches, so that the next search depends only on its task.
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

// A Choice is a move and its evaluation.
type Choice struct {
	Move game.Square
	Info
}

// Info is the state of a running search.
type Info struct {
	Depth   int           // plies searched in full
	Nodes   int64         // positions visited
	Elapsed time.Duration // since the search began
	Score   Score         // for the side to move
	PV      []game.Square // the principal variation: best play by both sides
}

// Rate returns the number of positions visited per second. It returns 0 if no time has passed, as under a fake clock.
func (i Info) Rate() int64 {
	if i.Elapsed <= 0 {
		return 0
	}
	return int64(float64(i.Nodes) / i.Elapsed.Seconds())
}

// A Proof is a proven result of a position.
type Proof uint8

// The proven results for the side to move, or Unproven.
const (
	Unproven Proof = iota
	Win
	Loss
	Draw
)

// A Score is the expected result of the side to move, from 0 (loss) to 1 (win). For a proven win or loss, Plies is the
// number of plies to the end: a win takes at most Plies, and a loss can be delayed for Plies. For a draw Plies is 0.
type Score struct {
	Expected float64
	Proof    Proof
	Plies    int
}

// Even is the score of a player that does not evaluate positions.
var Even = Score{Expected: 0.5}

// String returns a proven score as "win 3", "loss 4" or "draw", and another as the expected result, such as "0.53".
func (s Score) String() string {
	switch s.Proof {
	case Win:
		return fmt.Sprintf("win %d", s.Plies)
	case Loss:
		return fmt.Sprintf("loss %d", s.Plies)
	case Draw:
		return "draw"
	default:
		return fmt.Sprintf("%.2f", s.Expected)
	}
}

// Proven returns the score of a proven result for the side to move, `plies` from the end; a draw has no plies.
func Proven(proof Proof, plies int) Score {
	switch proof {
	case Win:
		return Score{Expected: 1, Proof: Win, Plies: plies}
	case Loss:
		return Score{Expected: 0, Proof: Loss, Plies: plies}
	case Draw:
		return Score{Expected: 0.5, Proof: Draw}
	default:
		return Even
	}
}

// Final returns the score of a finished game with outcome o, as `side` sees it.
func Final(o game.Outcome, side game.Mark) Score {
	switch o.Winner {
	case game.Empty:
		return Proven(Draw, 0)
	case side:
		return Proven(Win, 0)
	}
	return Proven(Loss, 0)
}

// Before returns the score of a move for its side. s is the score of the position after it, for the other side.
func (s Score) Before() Score {
	switch s.Proof {
	case Win:
		return Proven(Loss, s.Plies+1)
	case Loss:
		return Proven(Win, s.Plies+1)
	case Draw:
		return s
	}
	return Score{Expected: 1 - s.Expected}
}

// Scored returns the score for a value found by a search of `depth` plies. A depth of 0 means no search.
// No game lasts longer than `horizon` plies. `expected` converts an evaluation to an expected result.
func Scored(v Value, depth, horizon int, expected func(Value) float64) Score {
	switch {
	case depth == 0:
		return Even
	case v > Decided:
		return Proven(Win, v.Plies())
	case v < -Decided:
		return Proven(Loss, v.Plies())
	case depth >= horizon:
		return Proven(Draw, 0)
	}
	return Score{Expected: expected(v)}
}

// A Value is the value of a position in a search, for the side to move. 0 is even. Values beyond
// ±Decided are proven wins and losses; other values are evaluations.
type Value int32

// Decided is smaller than the value of any win. No evaluation is larger.
const Decided Value = 30000

const mate Value = 32000

// Infinite is larger than any value.
const Infinite Value = 32001

// WinIn returns the value of a win that is `plies` plies from the root of the search.
func WinIn(plies int) Value { return mate - Value(plies) }

// LossIn returns the value of a loss that is `plies` plies from the root of the search.
func LossIn(plies int) Value { return Value(plies) - mate }

// IsDecided reports whether the value is a win or a loss.
func (v Value) IsDecided() bool { return v > Decided || v < -Decided }

// Plies returns the number of plies from the root to the end of a decided game.
func (v Value) Plies() int { return int(mate - max(v, -v)) }

// FromHere converts a value that counts plies from the root of the search. The result counts plies from a position that
// is `ply` plies below the root, as values in the transposition table do.
func (v Value) FromHere(ply int) Value {
	switch {
	case v > Decided:
		return v + Value(ply)
	case v < -Decided:
		return v - Value(ply)
	}
	return v
}

// FromRoot is the inverse of FromHere.
func (v Value) FromRoot(ply int) Value { return v.FromHere(-ply) }
