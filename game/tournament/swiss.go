package tournament

import (
	"cmp"
	"slices"

	"noughts/game"
)

// The weights of what a Swiss round avoids, from the least to the gravest: one of a kind
// is graver than the most that the kind before it can add up to, in 32 pairings, together
// with all before that. The points that decide are those of at most 6 rounds, 12 halves.
const (
	perPlace    = 1
	perFloat    = perPlace << 19 // places: 4 times the squares from 0 to 63² is below
	perStrong   = perFloat * (32*6 + 1)
	perSide     = perStrong * (32 + 1)
	perDistance = perSide * (32 + 1)
	perBye      = perDistance * (32*12*12 + 1)
	perAbsolute = perBye * (12 + 1)
	perPairing  = perAbsolute * (32 + 1) // what every pairing is worth: below 1<<58
)

// swissRound pairs all who have not withdrawn, after the FIDE (Dutch) system (Handbook
// C.04.3). Never do two meet twice, and nobody has two byes. Among all such rounds it
// takes the one that is best in the first of these, then in the second, and so on:
//
//  1. Nobody has the same side three times running, or three times more often than the other.
//  2. The bye is for one with few points.
//  3. Those who meet have equal points, or nearly.
//  4. Few do not have the side that is due to them; few of these have it less often already.
//  5. Few meet one with fewer points, or with more, who did so in one of the last two rounds.
//  6. In a group with equal points the first of the upper half meets the first of the
//     lower half, and so on, or one near to them; the last go down to the first of the
//     next group.
//
// Other than FIDE's it looks at the whole round at once instead of group after group from
// the top, and it knows no exception for the leaders in the last round, no acceleration
// and no late entries. Without withdrawals there is always a round: whoever has met r of n others
// can meet at least half of them while r is below half of n, and then, by Dirac's theorem,
// everybody can be paired. It returns false where there is none.
func (t *Tournament) swissRound() (Round, bool) {
	s := newSwiss(t.Players, t.states())
	n := len(s.ranking)
	if n < 2 {
		return nil, false
	}
	mates := matching(n+n%2, func(i, j int) int64 { // an odd one's last place is the bye's
		if j == n {
			return s.byeWeight(i)
		}
		return s.weight(i, j)
	})
	var r Round
	bye := Nobody
	for i, j := range mates {
		switch {
		case j == Nobody:
			return nil, false
		case j == n:
			bye = s.ranking[i]
		case i < j:
			x, o := sides(s.ranking[i], s.ranking[j], s.states)
			r = append(r, Pairing{X: x, O: o})
		}
	}
	if bye != Nobody {
		r = append(r, Pairing{X: bye, O: Nobody})
	}
	return r, true
}

// A swiss is the players who are to be paired. Indexes are into ranking.
type swiss struct {
	states  []state
	ranking []int // by points, then by number
	first   []int // of each, the first of the group with the same points
	size    []int // of that group
}

func newSwiss(players []Player, states []state) swiss {
	s := swiss{states: states}
	for i, p := range players {
		if !p.Withdrawn {
			s.ranking = append(s.ranking, i)
		}
	}
	slices.SortStableFunc(s.ranking, func(a, b int) int { return states[b].points - states[a].points })
	groups := map[int]int{} // points to size
	for i, n := range s.ranking {
		points := states[n].points
		first := i - groups[points]
		groups[points]++
		s.first = append(s.first, first)
	}
	for _, n := range s.ranking {
		s.size = append(s.size, groups[states[n].points])
	}
	return s
}

// weight returns what the pairing of i and j, of whom i stands higher, is worth; 0 when
// they have met.
func (s *swiss) weight(i, j int) int64 {
	a, b := &s.states[s.ranking[i]], &s.states[s.ranking[j]]
	if a.met&(1<<s.ranking[j]) != 0 {
		return 0
	}
	distance := int64(a.points - b.points)
	cost := perDistance * distance * distance
	sideA, dueA := a.due()
	sideB, dueB := b.due()
	if sideA == sideB && sideA != game.Empty {
		cost += perSide
		if min(dueA, dueB) >= strong {
			cost += perStrong
		}
		if min(dueA, dueB) == absolute {
			cost += perAbsolute
		}
	}
	if distance == 0 {
		half := s.size[i] / 2
		miss := int64(j - i - half)
		cost += perPlace * 2 * miss * miss
		if (i-s.first[i] < half) == (j-s.first[j] < half) {
			cost += perPlace // of two ways the one that leaves both halves as they are
		}
		return perPairing - cost
	}
	cost += perFloat * (a.again(down) + b.again(up))
	fromEnd := int64(s.first[i] + s.size[i] - 1 - i)
	fromTop := int64(j - s.first[j])
	return perPairing - cost - perPlace*4*(fromEnd*fromEnd+fromTop*fromTop)
}

// byeWeight returns what a bye of i is worth, 0 when i has had one.
func (s *swiss) byeWeight(i int) int64 {
	a := &s.states[s.ranking[i]]
	if a.byes > 0 {
		return 0
	}
	fromEnd := int64(s.first[i] + s.size[i] - 1 - i)
	return perPairing - perBye*int64(a.points) - perFloat*a.again(down) - perPlace*4*fromEnd*fromEnd
}

// again returns how grave it is that a player floats once more as in the last two rounds.
func (s *state) again(f float) int64 {
	var grave int64
	if s.floats[0] == f {
		grave += 2
	}
	if s.floats[1] == f {
		grave++
	}
	return grave
}

// need says how much a player needs a side.
type need uint8

const (
	none     need = iota
	mild          // to change sides
	strong        // to have both equally often
	absolute      // not to have one three times running, or three times more often
)

// due returns the side that a player should have next, Empty before the first game.
func (s *state) due() (game.Mark, need) {
	n := len(s.sides)
	if n == 0 {
		return game.Empty, none
	}
	last, balance := s.sides[n-1], s.balance()
	switch {
	case balance > 1:
		return game.O, absolute
	case balance < -1:
		return game.X, absolute
	case n > 1 && s.sides[n-2] == last:
		return last.Opponent(), absolute
	case balance > 0:
		return game.O, strong
	case balance < 0:
		return game.X, strong
	}
	return last.Opponent(), mild
}

// sides returns which of two players has X, after C.04.3.E: both as is due to them; else
// the one to whom it is due more; else other than in the last game in which they had
// different sides; else as is due to the one who stands higher, who has X before all
// games if their number, from 1, is odd.
func sides(a, b int, states []state) (x, o int) {
	if cmp.Or(states[b].points-states[a].points, a-b) > 0 {
		a, b = b, a // a stands higher
	}
	sa, sb := &states[a], &states[b]
	sideA, dueA := sa.due()
	sideB, dueB := sb.due()
	if dueA == absolute && dueB == absolute && abs(sa.balance()) != abs(sb.balance()) {
		dueA, dueB = need(abs(sa.balance())), need(abs(sb.balance()))
	}
	side := sideA // a's
	switch {
	case sideA == game.Empty && sideB == game.Empty:
		side = game.X + game.Mark(a%2)
	case sideA == game.Empty || sideA == sideB && dueB > dueA:
		side = sideB.Opponent()
	case sideA == sideB && dueA == dueB:
		if before := lastDifference(sa.sides, sb.sides); before != game.Empty {
			side = before.Opponent()
		}
	}
	if side == game.X {
		return a, b
	}
	return b, a
}

// lastDifference returns the side that the first of two players had in the last of their
// games, counted from the end, in which the other had another side; Empty if there is none.
func lastDifference(a, b []game.Mark) game.Mark {
	for k := 1; k <= min(len(a), len(b)); k++ {
		if side := a[len(a)-k]; side != b[len(b)-k] {
			return side
		}
	}
	return game.Empty
}

func abs(n int) int { return max(n, -n) }
