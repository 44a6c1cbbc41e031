package card

import (
	"cmp"
	"slices"

	"noughts/game"
	"noughts/game/rules"
	"noughts/render"
)

// maxNear is the number of squares of a large board that get buttons of their own. A phone shows at
// most 12 buttons at once, and the message also has other buttons.
const maxNear = 10

// MarkSuggested sets v.Lit to the squares that get a button on a large board: see suggestedSquares. It does nothing if
// the game is over, if the board is small enough for a button on each square, or in Ultimate.
func MarkSuggested(v *render.View) {
	if _, isNested := v.Position.(game.Nested); isNested || v.Ended || NeedsNoBoard(v.Position) {
		return
	}
	v.Lit = suggestedSquares(v.Position)
}

// suggestedSquares returns the free squares of a large board to offer as buttons, in reading order. It prefers squares
// on lines that can still be completed, and among these squares those on lines with the most marks. Before the first
// moves it returns squares in the middle.
func suggestedSquares(p game.Position) []game.Square {
	var weights [game.MaxSize * game.MaxSize]int
	size := p.Variant().Size()
	for _, line := range rules.LinesInARow(size, p.Variant().Length()) {
		var marks [3]int
		for _, s := range line {
			marks[p.At(s)]++
		}
		if marks[game.X] > 0 && marks[game.O] > 0 {
			continue
		}
		weight := 1
		for range marks[game.X] + marks[game.O] {
			weight *= 3
		}
		for _, s := range line {
			weights[s] += weight
		}
	}
	moves := p.Moves()
	fromMiddle := func(s game.Square) int { return max(distance(2*s.Col(), size-1), distance(2*s.Row(), size-1)) }
	slices.SortStableFunc(moves, func(a, b game.Square) int {
		return cmp.Or(weights[b]-weights[a], fromMiddle(a)-fromMiddle(b))
	})
	moves = moves[:min(len(moves), maxNear)]
	slices.SortFunc(moves, func(a, b game.Square) int { return cmp.Or(a.Row()-b.Row(), a.Col()-b.Col()) })
	return moves
}

func distance(a, b int) int { return max(a, b) - min(a, b) }
