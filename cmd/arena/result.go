package main

import (
	"noughts/game"
	"noughts/game/ai"
)

// A result is what games have shown, as the first contender sees them.
type result struct {
	tally
	pairs  [5]int // of games with one opening, by the half points won in them
	paces  [2]pace
	faults [2][]error // for which a contender lost a game
}

// count enters the end of a game in which the first contender was the first or
// the second, turn 0 or 1, to move after the opening.
func (r *result) count(end ending, opening ai.Game, turn int) {
	mover := opening.Start.ToMove()
	if len(opening.Moves)%2 != turn {
		mover = mover.Opponent()
	}
	loser := 0
	switch end.Winner {
	case game.Empty:
		r.Draws++
	case mover:
		r.Wins++
		loser = 1
	default:
		r.Losses++
	}
	if end.fault != nil {
		r.faults[loser] = append(r.faults[loser], end.fault)
	}
}

// merge adds further games.
func (r *result) merge(s result) {
	r.tally = r.plus(s.tally)
	for i, count := range s.pairs {
		r.pairs[i] += count
	}
	for i := range r.paces {
		r.paces[i].merge(s.paces[i])
		r.faults[i] = append(r.faults[i], s.faults[i]...)
	}
}

// pair enters two games with the same opening.
func (r *result) pair(one, other result) {
	r.merge(one)
	r.merge(other)
	r.pairs[int(2*one.points()+2*other.points())]++
}
