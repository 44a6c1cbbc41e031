package ai

import (
	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/ai/nrow"
	"noughts/game/rules"
)

// classicSmall is classic 3×3, which is solved by brute force.
var classicSmall = kind{
	levels:    classicSmallLevels,
	newEngine: func(game.Variant, int, int) engine.Engine { return Classic3 },
	facts:     classicFacts,
}

// classicLarge is classic with lines as long as the board, except on 3×3. The strongest level moves within 300 ms.
var classicLarge = kind{
	levels:    classicLargeLevels,
	newEngine: newLineEngine,
	facts:     classicFacts,
}

// inARow is classic with k in a row to win, k less than the size. The strongest level moves within 300 ms.
var inARow = kind{
	levels:    inARowLevels,
	newEngine: newLineEngine,
	facts:     classicFacts,
}

func newLineEngine(v game.Variant, bits, threads int) engine.Engine {
	return nrow.New(v, bits, threads)
}

// The features of a move on a classic board.
var (
	completes  = fact{certainty, conspicuous}
	blocks     = fact{0.8, 2}
	forks      = fact{0.6, 0.5} // makes two threats at once
	stopsFork  = fact{0.3, 0.4}
	threatens  = fact{0.05, 1}
	inTheMidst = fact{0.04, 1}
	inCorner   = fact{0.02, 1}
)

// How much a mark that is already on a line adds to the worth of a move on that line. worthBuilt is for a mark of the
// mover on a line that the move extends, worthSpoiled for a mark of the opponent on a line that the move blocks.
const (
	worthBuilt   = 0.03
	worthSpoiled = 0.02
)

func classicFacts(facts []fact, position game.Position, move game.Square) []fact {
	p, _ := position.(rules.ClassicPosition)
	own, other := 0, 0 // own: number of lines that the move turns into threats; other: number that the opponent would turn into threats on the same square
	n := p.Variant().Length()
	for _, line := range p.LinesThrough(move) {
		mine, theirs := marks(p, line)
		switch {
		case theirs == 0 && mine == n-1:
			facts = append(facts, completes)
		case mine == 0 && theirs == n-1:
			facts = append(facts, blocks)
		case theirs == 0:
			if mine == n-2 {
				own++
			}
			facts = append(facts, fact{worthBuilt * float64(mine), 1})
		case mine == 0:
			if theirs == n-2 {
				other++
			}
			facts = append(facts, fact{worthSpoiled * float64(theirs), 1})
		}
	}
	switch {
	case own > 1:
		facts = append(facts, forks)
	case own == 1:
		facts = append(facts, threatens)
	}
	if other > 1 {
		facts = append(facts, stopsFork)
	}
	return append(facts, placeFact(p.Size(), move))
}

func marks(p rules.ClassicPosition, line []game.Square) (own, other int) {
	for _, s := range line {
		switch p.At(s) {
		case game.Empty:
		case p.ToMove():
			own++
		default:
			other++
		}
	}
	return own, other
}

// placeFact returns the feature of a square's place. The centre and the corners lie on the most lines.
func placeFact(n int, s game.Square) fact {
	last := n - 1
	switch col, row := s.Col(), s.Row(); {
	case 2*col == last && 2*row == last:
		return inTheMidst
	case col%max(last, 1) == 0 && row%max(last, 1) == 0:
		return inCorner
	}
	return fact{}
}
