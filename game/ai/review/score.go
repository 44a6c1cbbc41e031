package review

import (
	"cmp"
	"math"

	"noughts/game/ai"
	"noughts/game/ai/engine"
)

func points(s ai.Score) int { return int(math.Round(100 * s.Expected)) }

func judged(points int) ai.Score { return ai.Score{Expected: float64(points) / 100} }

func rounded(s ai.Score) ai.Score {
	if s.Proof != engine.Unproven {
		return engine.Proven(s.Proof, s.Plies)
	}
	return judged(points(s))
}

// before returns the score of a move for its side. s is the score of the position after it, for the other side.
func before(s ai.Score) ai.Score { return rounded(s.Before()) }

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

func class(s ai.Score) int {
	return [...]int{engine.Unproven: 1, ai.Win: 2, ai.Loss: 0, ai.Draw: 1}[s.Proof]
}
