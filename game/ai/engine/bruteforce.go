package engine

import (
	"noughts/game"
)

// A Position is a game position whose method After returns the same type, so that positions can be keys of Values.
type Position[P any] interface {
	comparable
	ToMove() game.Mark
	Outcome() game.Outcome
	Moves() []game.Square
	After(game.Square) P
}

// Values caches the values of positions.
type Values[P Position[P]] map[P]Score

// Of returns the result for the side to move if both sides win as soon, and lose as late, as possible.
func (v Values[P]) Of(p P) Score {
	best, known := v[p]
	if known {
		return best
	}
	if o := p.Outcome(); o.Over {
		best = Final(o, p.ToMove())
	}
	for i, s := range p.Moves() {
		if of := v.OfMove(p, s); i == 0 || Better(of, best) {
			best = of
		}
	}
	v[p] = best
	return best
}

// OfMove returns the result of a legal move for the side that makes it.
func (v Values[P]) OfMove(p P, s game.Square) Score {
	return v.Of(p.After(s)).Before()
}

// Better reports whether a is better than b for the side to move.
func Better(a, b Score) bool {
	switch {
	case a.Expected != b.Expected:
		return a.Expected > b.Expected
	case a.Proof == Win:
		return a.Plies < b.Plies
	}
	return a.Plies > b.Plies
}
