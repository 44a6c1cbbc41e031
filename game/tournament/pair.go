package tournament

import (
	"cmp"
	"math/bits"
	"slices"

	"noughts/game/match"
)

// pair adds the next round, or ends the tournament. Rounds without games, because the paired
// players have withdrawn, pass at once.
func (t *Tournament) pair(pick func(n int) int) {
	for len(t.Rounds) < t.RoundsInAll() {
		round, ok := t.nextRound()
		if !ok {
			break
		}
		for i, p := range round {
			if p.O == Nobody {
				round[i].Outcome = Bye
			} else {
				round[i].Outcome = absent(t.Players[p.X].Withdrawn, t.Players[p.O].Withdrawn)
			}
			if round[i].Outcome == Open {
				round[i].Match = match.NewID(pick)
				if t.System == Elimination {
					round[i].Replay = match.NewID(pick)
				}
			}
		}
		t.Rounds = append(t.Rounds, round)
		if len(t.Open()) > 0 {
			return
		}
	}
	t.end(false)
}

// nextRound returns who meets whom next, and false when nobody can meet any more.
func (t *Tournament) nextRound() (Round, bool) {
	switch t.System {
	case RoundRobin:
		return bergerRound(len(t.Players), len(t.Rounds)+1), true
	case Swiss:
		return t.swissRound()
	default:
		return t.eliminationRound()
	}
}

// bergerRound returns a round, from 1, of the Berger tables (FIDE Handbook C.05, annex 1) for n
// players. With an odd number the last place of the table is the bye's. Players stand in a circle
// around the last one: two meet in the round that the sum of their numbers gives, and the player
// left over meets the last.
func bergerRound(n, round int) Round {
	places := n + n%2
	last := places - 1 // and how many stand in the circle
	var r Round
	for a := range last {
		b := ((round+1-(a+1)-1)%last + last) % last // numbers, from 1, add up to round+1
		x, o := a, b
		switch {
		case a == b && n%2 == 1:
			o = Nobody
		case a == b && a < places/2:
			o = last
		case a == b:
			x, o = last, a
		case a > b:
			continue // seen from b already
		case (b-a)%2 == 0: // both odd or both even: the higher number has X
			x, o = b, a
		}
		r = append(r, Pairing{X: x, O: o})
	}
	return r
}

// eliminationRound pairs those who have not lost. In the first round the best have byes,
// as many as make the next a power of two, and they stand so that the best two can only
// meet in the final. Later neighbours meet, and who meets one that has withdrawn goes on;
// where one is missing, as both players of a pairing were absent, one has a bye, who had none
// if there is such a one.
func (t *Tournament) eliminationRound() (Round, bool) {
	var in []int
	if len(t.Rounds) == 0 {
		in = drawOrder(1 << bits.Len(uint(len(t.Players)-1)))
	} else {
		for _, p := range t.Rounds[len(t.Rounds)-1] {
			if w := t.winner(p); w != Nobody {
				in = append(in, w)
			}
		}
	}
	if len(in) < 2 {
		return nil, false
	}
	states := t.states()
	var r Round
	if len(in)%2 == 1 {
		lucky := slices.MinFunc(in, func(a, b int) int {
			return cmp.Or(states[a].byes-states[b].byes, a-b)
		})
		r = append(r, Pairing{X: lucky, O: Nobody})
		in = slices.DeleteFunc(in, func(n int) bool { return n == lucky })
	}
	for i := 0; i+1 < len(in); i += 2 {
		a, b := min(in[i], in[i+1]), max(in[i], in[i+1])
		if b >= len(t.Players) {
			r = append(r, Pairing{X: a, O: Nobody})
			continue
		}
		x, o := sides(a, b, states)
		r = append(r, Pairing{X: x, O: o})
	}
	return r, true
}

// drawOrder returns the numbers 0 to n-1, n a power of two, in the order of a draw: the numbers of
// each pair add up to n-1, and so do those of the winners if the better win.
func drawOrder(n int) []int {
	order := []int{0}
	for len(order) < n {
		var next []int
		for _, k := range order {
			next = append(next, k, 2*len(order)-1-k)
		}
		order = next
	}
	return order
}
