package review

import (
	"noughts/game"
	"noughts/game/ai"
)

const (
	// practiceEffort is how many times the nodes of a review decide whether a move is clearly best.
	practiceEffort = 4
	// clearlyBest is how much better than every other the expected result of such a move is.
	clearlyBest = 0.2
)

// PracticeNodes returns the number of nodes of the search for ClearlyBest in a position of a variant.
func PracticeNodes(v game.Variant) int64 { return practiceEffort * DefaultNodes(v) }

// ClearlyBest reports whether the best move of a review is so much better than every other that members can be
// asked for it. found are all legal moves with their values, best first, from a search of PracticeNodes.
func (m Move) ClearlyBest(found []ai.Choice) bool {
	return len(found) > 1 && found[0].Move == m.Best && found[0].Score.Expected-found[1].Score.Expected >= clearlyBest
}
