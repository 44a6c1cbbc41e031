package tournament

import (
	"cmp"
	"math/bits"
	"slices"
	"time"

	"noughts/game/match"
)

// pair adds the next round, or ends the tournament. If all players who have an opponent in the new round have
// withdrawn, the round has no open game, and pair continues with the following round.
func (t *Tournament) pair(pick func(n int) int) {
	for len(t.Rounds) < t.RoundsInAll() {
		var round Round
		switch t.System {
		case RoundRobin:
			round = bergerRound(len(t.Players), len(t.Rounds)+1)
		case Swiss:
			round = t.swissRound()
		case Elimination:
			round = t.eliminationRound()
		}
		if round == nil {
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
	t.Status, t.Deadline = Over, time.Time{}
}

// bergerRound returns one round, counted from 1, of the Berger tables (FIDE Handbook C.05, annex 1) for n players. If n
// is odd, one place is added, and the opponent of that place has the bye. Two places before the last meet if their
// numbers, from 1, add up to round+1 modulo the number of these places. One of them has no partner by this rule, and
// meets the last place.
func bergerRound(n, round int) Round {
	places := n + n%2
	last := places - 1 // the last place keeps its seat, and the others rotate
	var r Round
	for a := range last {
		b := ((round+1-(a+1)-1)%last + last) % last // the numbers of a and b, from 1, add up to round+1 modulo last
		x, o := a, b
		switch {
		case a == b && n%2 == 1:
			o = Nobody
		case a == b && a < places/2:
			o = last
		case a == b:
			x, o = last, a
		case a > b:
			continue // the pair was already added
		case (b-a)%2 == 0: // both numbers odd or both even: the higher number has X
			x, o = b, a
		}
		r = append(r, Pairing{X: x, O: o})
	}
	return r
}

// eliminationRound pairs the players who have not lost. In the first round the best players have byes, as many as
// needed to get a power of two, and drawOrder keeps the best two players apart until the final. In later rounds the
// winners of neighbouring pairings meet. A player whose opponent has withdrawn moves on. If a pairing had no winner
// because both players were absent, the number of players can be odd. Then one player gets a bye, preferably a player
// who has had no bye.
func (t *Tournament) eliminationRound() (r Round) {
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
		return nil
	}
	states := t.states()
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
	return r
}

// drawOrder returns the numbers 0 to n-1, n a power of two, in the order of an elimination bracket. Neighbours meet in
// the first round, and their numbers add up to n-1. If the better player always wins, this also holds for each later
// round, with the number of players who are left as n.
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
