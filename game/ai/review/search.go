package review

import (
	"noughts/game"
	"noughts/game/ai/engine"
)

// notable is the smallest difference between expected results that is a reason for or against a move.
const notable = 0.05

func (v *view) score() engine.Score {
	c, ok := v.known.of(v.move)
	if !ok {
		return engine.Score{Expected: -1} // less than any real score
	}
	return c.Score
}

// best returns the best known move. It returns false if the value of the explained move (v.move) is unknown.
func (v *view) best() (engine.Choice, bool) {
	if _, ok := v.known.of(v.move); !ok {
		return engine.Choice{}, false
	}
	return v.known[0], true
}

// others reports whether a test is true of the values of all other legal moves. It returns false if
// there are no others, or if some values are unknown.
func (v *view) others(test func(engine.Score) bool) bool {
	for _, c := range v.known {
		if c.Move != v.move && !test(c.Score) {
			return false
		}
	}
	return v.choice() && len(v.known) == len(v.before.Moves())
}

func (v *view) choice() bool { return len(v.before.Moves()) > 1 }

func isLost(s engine.Score) bool { return s.Proof == engine.Loss }

func within(plies int) Reason { return Reason{Square: NoSquare, Board: NoBoard, Plies: plies} }

func instead(c engine.Choice) Reason {
	return Reason{Square: c.Move, Board: NoBoard, Squares: []game.Square{c.Move}}
}

func best(v *view) []Reason {
	best, known := v.best()
	return when(known && v.choice() && best.Score.Expected <= v.score().Expected, plain)
}

// hopeless is a limit for the expected result of the best move. If the result is lower, a move that loses by force is no
// blunder for Warn, because there is little left to lose.
const hopeless = 0.10

// Warn returns reasons against a legal move that is known to cost blunderFrom points, or to lose what was not hopeless. For
// another move it returns none.
func Warn(p game.Position, move game.Square, k Known) []Reason {
	played, ok := k.of(move)
	if !ok {
		return nil
	}
	loses := played.Score.Proof == engine.Loss && k[0].Score.Expected >= hopeless
	return when(loses || points(k[0].Score)-points(played.Score) >= blunderFrom, WhyNot(p, move, k)...)
}
