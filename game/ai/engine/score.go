package engine

import (
	"fmt"
	"time"

	"noughts/game"
)

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

// Rate returns the positions visited a second, 0 when no time has passed, as
// under a fake clock.
func (i Info) Rate() int64 {
	if i.Elapsed <= 0 {
		return 0
	}
	return int64(float64(i.Nodes) / i.Elapsed.Seconds())
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

// A Score is the side to move's expected result, from 0 (loss) to 1 (win).
// Once a win or a loss is proven, Plies is the number of plies to the end of
// the game: a win within so many is certain, and a loss can be put off for so
// many. How long a drawn game lasts is nobody's aim; its Plies are 0.
type Score struct {
	Expected float64
	Proof    Proof
	Plies    int
}

// Even is the score of a player that does not judge positions.
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

// Proven returns the score of a proven result for the side to move. plies
// counts to the end of the game and means nothing for a draw.
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

// Scored returns the score of a value that a search of so many plies has found, 0 for
// none, where no game lasts longer than horizon plies. expected returns the result to be
// expected from a judgment.
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
