package review

import (
	"cmp"
	"math"

	"noughts/game/ai"
	"noughts/game/ai/engine"
)

// points returns an expected result in points, from 0 to 100.
func points(s ai.Score) int { return int(math.Round(100 * s.Expected)) }

// judged returns the unproven score for a number of points.
func judged(points int) ai.Score { return ai.Score{Expected: float64(points) / 100} }

// rounded returns a score; an unproven score is rounded to whole points.
func rounded(s ai.Score) ai.Score {
	if s.Proof != engine.Unproven {
		return engine.Proven(s.Proof, s.Plies)
	}
	return judged(points(s))
}

// negate returns the score of the same position for the other side.
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

// before returns the score of a move for the side that makes it. s is the score of the position
// after the move, for the other side.
func before(s ai.Score) ai.Score {
	s = negate(s)
	if s.Proof == ai.Win || s.Proof == ai.Loss {
		s.Plies++
	}
	return s
}

// after returns the score of the position after the best move. It is the inverse of `before`.
func after(s ai.Score) ai.Score {
	s = negate(s)
	if s.Proof == ai.Win || s.Proof == ai.Loss {
		s.Plies--
	}
	return s
}

// compare compares scores for the side to move and returns a negative number if a is worse than b. A quicker win and a
// later loss are better. A proven draw is better than an unproven score of 50 points.
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

// class returns 0 for a proven loss, 2 for a proven win and 1 for other scores.
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
