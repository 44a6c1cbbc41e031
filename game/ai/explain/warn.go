package explain

import (
	"math"

	"noughts/game"
	"noughts/game/ai/engine"
)

// The thresholds of Warn.
const (
	// BlunderCost is how many points of 100 a move must cost to be a blunder. Package review uses
	// the same limit.
	BlunderCost = 20
	// Hopeless is the expected result of the best move below which nothing is a blunder: there is
	// little left to lose.
	Hopeless = 0.10
)

// A Warning says that a move is a blunder.
type Warning struct {
	Better  game.Square // the best move that is known
	Cost    float64     // how much less the move is worth than that, as an expected result
	Reasons []Reason    // what speaks against it, at least one
}

// Warn reports whether a legal move is a known blunder: it costs BlunderCost points or more, or
// loses by force although another move is worth Hopeless or more.
func Warn(p game.Position, move game.Square, k Known) (Warning, bool) {
	played, ok := k.of(move)
	if !ok {
		return Warning{}, false
	}
	best := k.Choices[0]
	cost := best.Score.Expected - played.Score.Expected
	points := math.Round(100*best.Score.Expected) - math.Round(100*played.Score.Expected)
	loses := played.Score.Proof == engine.Loss && best.Score.Expected >= Hopeless
	if points < BlunderCost && !loses {
		return Warning{}, false
	}
	reasons := WhyNot(p, move, k)
	return Warning{Better: best.Move, Cost: cost, Reasons: reasons}, len(reasons) > 0
}
