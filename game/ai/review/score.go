package review

import (
	"cmp"
	"math"

	"noughts/game/ai"
	"noughts/game/ai/engine"
)

// points returns an expected result in points of 100.
func points(s ai.Score) int { return int(math.Round(100 * s.Expected)) }

// judged returns the unproven score of an evaluation in points.
func judged(points int) ai.Score { return ai.Score{Expected: float64(points) / 100} }

// rounded returns a score with an unproven evaluation rounded to whole points.
func rounded(s ai.Score) ai.Score {
	if s.Proof != engine.Unproven {
		return engine.Proven(s.Proof, s.Plies)
	}
	return judged(points(s))
}

// negate returns the score as the other side sees it, in the same position.
func negate(s ai.Score) ai.Score {
	switch s.Proof {
	case ai.Win:
		return engine.Proven(ai.Loss, s.Plies)
	case ai.Loss:
		return engine.Proven(ai.Win, s.Plies)
	case ai.Draw:
		return s
	default:
		return judged(100 - points(s))
	}
}

// before returns the score of a move for the side that makes it, from the score of the position after it for
// the other side.
func before(s ai.Score) ai.Score {
	s = negate(s)
	if s.Proof == ai.Win || s.Proof == ai.Loss {
		s.Plies++
	}
	return s
}

// after is the inverse of before: it returns the score of the position after the best move.
func after(s ai.Score) ai.Score {
	s = negate(s)
	if s.Proof == ai.Win || s.Proof == ai.Loss {
		s.Plies--
	}
	return s
}

// compare orders scores for the side to move, the worse first. A quicker win and a later loss are better, and
// a proven draw is better than an evaluation of 50.
func compare(a, b ai.Score) int {
	if a.Proof == b.Proof {
		switch a.Proof {
		case ai.Win:
			return cmp.Compare(b.Plies, a.Plies)
		case ai.Loss:
			return cmp.Compare(a.Plies, b.Plies)
		}
	}
	return cmp.Or(cmp.Compare(class(a), class(b)), cmp.Compare(points(a), points(b)), cmp.Compare(a.Proof, b.Proof))
}

// class ranks losses, open results and wins.
func class(s ai.Score) int {
	switch s.Proof {
	case ai.Win:
		return 2
	case ai.Loss:
		return 0
	default:
		return 1
	}
}
