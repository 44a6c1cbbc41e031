package review

import (
	"slices"

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
	return v.known.Choices[0], true
}

// others reports whether a test is true of the values of all other legal moves. It returns false if
// there are no others, or if some values are unknown.
func (v *view) others(test func(engine.Score) bool) bool {
	for _, c := range v.known.Choices {
		if c.Move != v.move && !test(c.Score) {
			return false
		}
	}
	return v.choice() && len(v.known.Choices) == len(v.before.Moves())
}

func (v *view) choice() bool { return len(v.before.Moves()) > 1 }

func isLost(s engine.Score) bool { return s.Proof == engine.Loss }

func within(plies int) Reason { return Reason{Square: NoSquare, Board: NoBoard, Plies: plies} }

func instead(c engine.Choice) Reason {
	return Reason{Square: c.Move, Board: NoBoard, Squares: []game.Square{c.Move}}
}

func winsByForce(v *view) []Reason {
	score := v.score()
	return when(score.Proof == engine.Win && score.Plies > 1, within(score.Plies))
}

func losesByForce(v *view) []Reason {
	score := v.score()
	return when(score.Proof == engine.Loss && score.Plies > 1, within(score.Plies-1))
}

func allLose(v *view) []Reason {
	_, known := v.best()
	held := func(c engine.Choice) bool { return !isLost(c.Score) }
	return when(known && v.choice() && !slices.ContainsFunc(v.known.Choices, held), plain)
}

func onlyMove(v *view) []Reason {
	_, known := v.best()
	return when(known && !isLost(v.score()) && v.others(isLost), plain)
}

func draws(v *view) []Reason {
	return when(v.score().Proof == engine.Draw && !v.after.Outcome().Over, plain)
}

func othersWorse(v *view) []Reason {
	own, next := v.score().Expected, 0.0
	all := v.others(func(s engine.Score) bool { next = max(next, s.Expected); return true })
	return when(all && own-next >= notable, Reason{Square: NoSquare, Board: NoBoard, By: own - next})
}

func best(v *view) []Reason {
	best, known := v.best()
	return when(known && v.choice() && best.Score.Expected <= v.score().Expected, plain)
}

func missesWin(v *view) []Reason {
	best, known := v.best()
	if !known || best.Score.Proof != engine.Win || v.score().Proof == engine.Win {
		return nil
	}
	better := instead(best)
	better.Plies = best.Score.Plies
	return []Reason{better}
}

func missesDraw(v *view) []Reason {
	best, known := v.best()
	return when(known && best.Score.Proof == engine.Draw && isLost(v.score()), instead(best))
}

func worseBy(v *view) []Reason {
	best, known := v.best()
	worse := instead(best)
	worse.By = best.Score.Expected - v.score().Expected
	return when(known && worse.By >= notable, worse)
}

// hopeless is a limit for the expected result of the best move. If the result is lower, a move that loses by force is no
// blunder for Warn, because there is little left to lose.
const hopeless = 0.10

// A Warning says that a move is a blunder.
type Warning struct {
	Better  game.Square // the best known move
	Cost    float64     // how much lower the move's expected result is than that of Better
	Reasons []Reason    // reasons against the move, at least one
}

// Warn reports whether a legal move is known to cost blunderFrom points, or to lose what was not hopeless.
func Warn(p game.Position, move game.Square, k Known) (Warning, bool) {
	played, ok := k.of(move)
	if !ok {
		return Warning{}, false
	}
	best := k.Choices[0]
	cost := best.Score.Expected - played.Score.Expected
	loses := played.Score.Proof == engine.Loss && best.Score.Expected >= hopeless
	if points(best.Score)-points(played.Score) < blunderFrom && !loses {
		return Warning{}, false
	}
	reasons := WhyNot(p, move, k)
	return Warning{Better: best.Move, Cost: cost, Reasons: reasons}, len(reasons) > 0
}
