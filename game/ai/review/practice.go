package review

import (
	"noughts/game"
	"noughts/game/ai"
)

const (
	// practiceEffort is the factor for the number of nodes of a search that decides whether a move is clearly best. The
	// factor is relative to a search for a review.
	practiceEffort = 4
	// clearlyBest is the minimal lead of a clearly best move: its expected result minus that of the second-best move.
	clearlyBest = 0.2
)

// PracticeNodes returns the number of nodes for the search that ClearlyBest needs, in a position of a variant.
func PracticeNodes(v game.Variant) int64 { return practiceEffort * DefaultNodes(v) }

// ClearlyBest reports whether the best move of a review is so much better than every other move that members can be
// asked to find it. `found` has all legal moves with their values, best first, from a search of PracticeNodes.
func (m Move) ClearlyBest(found []ai.Choice) bool {
	return len(found) > 1 && found[0].Move == m.Best && found[0].Score.Expected-found[1].Score.Expected >= clearlyBest
}
