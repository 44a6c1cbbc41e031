package engine

import (
	"fmt"
	"time"

	"noughts/game"
)

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
	PV      []game.Square // the principal variation, best play by both
}

// Rate returns the positions visited a second, 0 when no time has passed, as
// under a fake clock.
func (i Info) Rate() int64 {
	if i.Elapsed <= 0 {
		return 0
	}
	return int64(float64(i.Nodes) / i.Elapsed.Seconds())
}

// A Proof says what is proven about a position.
type Proof uint8

// What can be proved for the side to move.
const (
	Unproven Proof = iota
	Win
	Loss
	Draw
)

// A Score is the expected result of the side to move, from 0 (loss) to 1 (win). For a proven win or
// loss, Plies is the length of the rest of the game: the win takes at most that long, and the loss
// can be delayed that long. For a draw it is 0.
type Score struct {
	Expected float64
	Proof    Proof
	Plies    int
}

// Even is the score that a player without evaluation reports.
var Even = Score{Expected: 0.5}

// String returns the score in the engine's notation: "win 3", "loss 4" or
// "draw" when it is proven, otherwise the expected result, such as "0.53".
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

// Proven returns the score of a proven result for the side to move. plies is the length of the rest
// of the game; it is ignored for a draw.
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

// Scored returns the score of a value found by a search to depth, 0 for none. No game lasts longer
// than horizon plies. expected converts an evaluation to an expected result.
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
