package card

import (
	"cmp"
	"slices"

	"noughts/game"
	"noughts/game/rules"
	"noughts/render"
)

// Limits for the buttons of a large board. A phone shows at most 12 buttons at once, and the message also has others.
const (
	maxNear     = 10 // squares with a button of their own
	maxNearRows = 4  // rows of these buttons
)

// MarkSuggested sets v.Lit to the squares that get a button on a large board, in the order of the buttons. It does
// nothing if the game is over, if the board is small enough for a button on each square, or in Ultimate.
func MarkSuggested(v *render.View) {
	if _, isNested := v.Position.(game.Nested); isNested || v.Ended || NeedsNoBoard(v.Position) {
		return
	}
	v.Lit = slices.Concat(nearRows(suggestedSquares(v.Position))...)
}

// suggestedSquares returns the free squares of a large board to offer as buttons, the best first. It prefers squares
// on lines that can still be completed, and among these squares those on lines with the most marks, above all of the
// side to move. Before the first moves it returns squares in the middle. It begins with squares that have no place in
// the menu of their band (see bands).
func suggestedSquares(p game.Position) (chosen []game.Square) {
	moves := byWeight(p)
	for _, band := range bands(p.Variant().Size()) {
		free := slices.DeleteFunc(slices.Clone(moves), func(s game.Square) bool { return !band.contains(s) })
		chosen = append(chosen, free[:max(0, len(free)-MaxOptions)]...)
	}
	for _, s := range moves {
		if len(chosen) < maxNear && !slices.Contains(chosen, s) {
			chosen = append(chosen, s)
		}
	}
	return chosen
}

// A band has the rows of a large board, counted from 0, whose squares share a menu.
type band struct{ top, bottom int }

func (b band) contains(s game.Square) bool { return b.top <= s.Row() && s.Row() <= b.bottom }

// bands divides a board among as few menus as can hold all squares but those with buttons.
func bands(size int) (all []band) {
	menus := (size*size - maxNear + MaxOptions - 1) / MaxOptions
	high := (size + menus - 1) / menus
	for top := 0; top < size; top += high {
		all = append(all, band{top, min(top+high, size) - 1})
	}
	return all
}

// nearRows arranges squares in rows of buttons, as they lie on the board: each row of the board is a row of buttons, or
// neighboring rows share one if there are too many.
func nearRows(squares []game.Square) (all [][]game.Square) {
	squares = slices.Clone(squares)
	slices.SortFunc(squares, func(a, b game.Square) int { return cmp.Or(a.Row()-b.Row(), a.Col()-b.Col()) })
	for begin, i := 0, 1; i <= len(squares); i++ {
		if i == len(squares) || squares[i].Row() != squares[begin].Row() || i-begin == maxButtons {
			all, begin = append(all, squares[begin:i]), i
		}
	}
	for len(all) > maxNearRows {
		least := 0 // the row to join with the next
		for i := range len(all) - 1 {
			if len(all[i])+len(all[i+1]) < len(all[least])+len(all[least+1]) {
				least = i
			}
		}
		both := slices.Concat(all[least], all[least+1])
		slices.SortStableFunc(both, func(a, b game.Square) int { return a.Col() - b.Col() })
		all = slices.Replace(all, least, least+2, both)
	}
	return all
}

// nearPlaces returns the places, 0 to 4, of a row's buttons, so that the distances of all squares are like those of
// their columns. `left` and `right` are the outer columns of the squares of all rows.
func nearPlaces(row []game.Square, left, right int) []int {
	places, next := make([]int, len(row)), 0
	for i, s := range row {
		place := s.Col() - left
		if wide := right - left; wide >= maxButtons {
			place = (place*(maxButtons-1) + wide/2) / wide
		}
		places[i] = min(max(place, next), maxButtons-len(row)+i)
		next = places[i] + 1
	}
	return places
}

// byWeight returns the legal moves: see suggestedSquares.
func byWeight(p game.Position) []game.Square {
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
		if marks[p.ToMove()] > 0 {
			weight *= 2
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
	return moves
}

func distance(a, b int) int { return max(a, b) - min(a, b) }
