package glance

import (
	"noughts/game"
	"noughts/game/classic"
)

// What can be noticed of a move on a classic board.
var (
	completes  = Fact{Wins, 8}
	blocks     = Fact{0.8, 2}
	forks      = Fact{0.6, 0.5} // makes two threats at once
	stopsFork  = Fact{0.3, 0.4}
	threatens  = Fact{0.05, 1}
	inTheMidst = Fact{0.04, 1}
	inCorner   = Fact{0.02, 1}
)

// The worth of each mark already on a line that a move builds or spoils.
const (
	worthBuilt   = 0.03
	worthSpoiled = 0.02
)

func classicFacts(facts []Fact, p classic.Position, move game.Square) []Fact {
	own, other := 0, 0 // lines that a mark more or two make a threat of
	n := p.Size()
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
			facts = append(facts, Fact{worthBuilt * float64(mine), 1})
		case mine == 0:
			if theirs == n-2 {
				other++
			}
			facts = append(facts, Fact{worthSpoiled * float64(theirs), 1})
		}
	}
	return append(appendThreats(facts, own, other), placeFact(n, move))
}

// appendThreats appends what follows from the threats that a move makes, and
// from those that it keeps the opponent from making.
func appendThreats(facts []Fact, own, other int) []Fact {
	switch {
	case own > 1:
		facts = append(facts, forks)
	case own == 1:
		facts = append(facts, threatens)
	}
	if other > 1 {
		facts = append(facts, stopsFork)
	}
	return facts
}

// marks counts the marks of the side to move and of the other on a line.
func marks(p classic.Position, line []game.Square) (own, other int) {
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

// placeFact is what is good about a square itself: the middle and the corners
// lie on the most lines.
func placeFact(n int, s game.Square) Fact {
	last := n - 1
	switch col, row := s.Col(), s.Row(); {
	case 2*col == last && 2*row == last:
		return inTheMidst
	case col%max(last, 1) == 0 && row%max(last, 1) == 0:
		return inCorner
	}
	return Fact{}
}
