package tournament

import (
	"cmp"
	"slices"

	"noughts/game"
)

// swissRound pairs all players who have not withdrawn by the FIDE (Dutch) system: FIDE Handbook
// C.04.3, in the edition of 1 February 2026. It returns nil if no round is possible.
//
// Brackets are paired from the top. A pair's worth is a vector of the criteria C1 to C21 and then the order of article
// 4: see bracket.worth. So the matching of the greatest worth is the candidate that the Handbook chooses: the first
// among the best possible pairings of a bracket. There is no need to enumerate the candidates. The words bracket,
// candidate, resident, float, remainder, S1 and S2 in this file are those of the Handbook.
//
// Three things differ from the Handbook:
//
//   - There are no exceptions for topscorers in the last round, so C10 and C11 do not apply. Moving
//     first is a greater advantage here than in chess, so no player may have it three times running.
//   - Two players do not meet again if one was absent. So a player who never comes gives each
//     opponent at most one point.
//   - If no round satisfies C2 and C3, the Handbook asks an arbiter. Here as few pairings as
//     possible break C3, and the bye may go to a player who has won without a game. Nobody gets two byes.
func (t *Tournament) swissRound() (r Round) {
	states := t.states()
	var rest []int // indexes of the unpaired players, in order of rank
	for i, p := range t.Players {
		if !p.Withdrawn {
			rest = append(rest, i)
		}
	}
	if len(rest) < MinPlayers {
		return nil
	}
	slices.SortStableFunc(rest, func(a, b int) int { return states[b].points - states[a].points })
	rank := slices.Clone(rest)
	for moved := 0; len(rest) > 0; {
		b := newBracket(states, rest, moved)
		mates := b.pair()
		if mates == nil {
			return nil
		}
		var left []int
		for i, player := range rest {
			switch j := mates[i]; {
			case j == len(rest) && b.last():
				r = append(r, Pairing{X: player, O: Nobody})
			case i >= b.end || j >= b.end:
				left = append(left, player)
			case i < j:
				x, o := sides(player, rest[j], states)
				r = append(r, Pairing{X: x, O: o})
			}
			if i == b.end-1 {
				moved = len(left)
			}
		}
		rest = left
	}
	slices.SortStableFunc(r, func(a, b Pairing) int { return cmp.Compare(a.rank(rank), b.rank(rank)) })
	return r
}

// rank returns the index in `ranking` of the better player of a pairing. Byes rank last.
func (p Pairing) rank(ranking []int) int {
	if p.O == Nobody {
		return len(ranking)
	}
	return min(slices.Index(ranking, p.X), slices.Index(ranking, p.O))
}

// A bracket has all unpaired players in order of rank, starting with the players of the bracket. Its methods identify a
// player by the index in that list. The index after the last player means the bye.
type bracket struct {
	states []*state
	moved  int   // number of players who moved down from the bracket above; they come first
	end    int   // the residents are states[moved:end]
	next   int   // the residents of the bracket below are states[end:next]
	levels []int // the distinct scores in the bracket, best first; the last is the score of the residents
	// oneLeft is set if exactly one player remains unpaired in this bracket and gets the bye.
	oneLeft bool
	closed  [][]bool // pairs that may not be used
}

func newBracket(states []state, rest []int, moved int) *bracket {
	b := &bracket{moved: moved, end: len(rest), next: len(rest)}
	for i, player := range rest {
		s := &states[player]
		b.states = append(b.states, s)
		switch {
		case i <= moved:
		case i < b.end && s.points < b.states[moved].points:
			b.end = i
		case i > b.end && i < b.next && s.points < b.states[b.end].points:
			b.next = i
		}
	}
	for _, s := range b.states[:b.end] {
		b.levels = append(b.levels, s.points)
	}
	b.levels = slices.Compact(b.levels)
	places := len(rest) + len(rest)%2
	b.closed = make([][]bool, places)
	for i := range b.closed {
		b.closed[i] = make([]bool, places)
	}
	for i, s := range b.states {
		for j := i + 1; j < places; j++ {
			if j == len(rest) {
				b.closed[i][j] = s.byes > 0 // C2: nobody gets a second bye
			} else {
				b.closed[i][j] = j < moved || s.met&(1<<rest[j]) != 0 // C1: no two players meet twice
			}
		}
	}
	return b
}

func (b *bracket) last() bool { return b.end == len(b.states) }

// pair returns the mates of all unpaired players. Only the mates of players in the bracket are used. The mates of the
// others show that all can be paired (C4). pair returns nil if not everybody can be paired.
func (b *bracket) pair() []int {
	mates := b.match(b.movedOrder)
	if slices.Contains(mates, Nobody) {
		return nil
	}
	leftOver := slices.DeleteFunc(slices.Clone(mates[:b.end]), func(mate int) bool { return mate < b.end })
	if slices.Equal(leftOver, []int{len(b.states)}) {
		b.oneLeft = true
		mates = b.match(b.movedOrder)
	}
	for i := range b.moved {
		b.fix(i, mates[i])
	}
	var remainder []int
	pairs := 0
	for i := b.moved; i < b.end; i++ {
		if mates[i] < b.moved {
			continue
		}
		remainder = append(remainder, i)
		if i < mates[i] && mates[i] < b.end {
			pairs++
		}
	}
	return b.match(b.remainderOrder(remainder, pairs))
}

// fix decides on one mate for player i, who moved down. It closes all other pairs of the player, and all other pairs of
// the mate. If the mate is not a resident of the bracket, it closes only the player's pairs with residents.
func (b *bracket) fix(i, mate int) {
	for j := b.moved; j < b.end; j++ {
		b.closed[i][j] = b.closed[i][j] || j != mate
	}
	if mate < b.end {
		for j := range b.closed {
			if j != i {
				b.closed[min(j, mate)][max(j, mate)] = true
			}
			if j != mate {
				b.closed[min(i, j)][max(i, j)] = true
			}
		}
	}
}

// match returns each player's mate in the matching of the greatest worth. `order` decides if the criteria do not.
func (b *bracket) match(order func(i, j int) []int) []int {
	return matching(len(b.closed), func(i, j int) []int {
		if b.closed[i][j] {
			return nil
		}
		return append(b.worth(i, j), order(i, j)...)
	})
}

// worth returns a pair's worth as a vector of the criteria, the most important first. j is the lower player or the bye.
func (b *bracket) worth(i, j int) []int {
	x := b.states[i]
	y := &state{}
	bye, paired := j == len(b.states), j < b.end
	below := !bye && b.end <= j && j < b.next // i is paired with a player of the bracket below
	left := i < b.end && !paired              // i remains unpaired in this bracket
	if !bye {
		y = b.states[j]
	}
	sideX, needX := x.due()
	sideY, needY := y.due()
	same := sideX == sideY && sideX != game.Empty
	worth := append(make([]int, 0, 128),
		1,                       // C4: everybody is paired
		-one(bye && x.free > 0), // C2: no bye after a win without a game
		-one(same && min(needX, needY) == absolute), // C3: not both may need the same side absolutely
		-x.points*one(bye),                          // C5: the bye goes to a low score
		one(paired))                                 // C6: as many pairs as possible
	each := func(counts bool) { // one component for each score, the highest first
		for _, points := range b.levels {
			worth = append(worth, one(counts && x.points == points))
		}
	}
	each(paired)                      // C7: the unpaired players have low scores
	worth = append(worth, one(below)) // C8: the number of pairs and the scores (C6 and C7) in the bracket below
	each(below && i < b.end)
	worth = append(worth,
		-x.absences*one(bye && b.oneLeft),                   // C9: the bye goes to a player with few absences
		-one(paired && same),                                // C12: few pairs who need the same side
		-one(paired && same && min(needX, needY) >= strong)) // C13: few pairs who need it strongly
	resident, met := left && i >= b.moved, paired && i < b.moved
	for round := range x.floats { // C14 and C15: few who float as they did in the last round; then C16 and C17: as in the round before
		worth = append(worth, -one(resident && x.floats[round] == down), -one(met && y.floats[round] == up))
	}
	for round := range x.floats { // C18 and C19, then C20 and C21: the score differences of such players
		each(met && x.floats[round] == down) // the higher the score, the more it matters that the player is paired
		before := len(worth)
		each(met && y.floats[round] == up)
		for k := before; k < len(worth); k++ {
			worth[k] = -worth[k]
		}
	}
	return worth
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// movedOrder returns a pair's part of the order of candidates. It begins with the order of article 4.4, for choosing
// which of the players who moved down are paired. The order of article 4.2, for their opponents, follows.
func (b *bracket) movedOrder(i, j int) []int {
	order := make([]int, 2*b.moved)
	if i < b.moved && j < b.end {
		order[i] = 1
		order[b.moved+i] = -j
	}
	return order
}

// remainderOrder returns a pair's part of the order of candidates for the remainder of a bracket with a number of pairs. It
// begins with the order of article 4.3. S1 is the first players of the remainder, as many as there are pairs. An exchange
// moves a player out of S1: that player is the lower player of a pair, or remains unpaired. It moves another player into
// S1: that player is the higher player of a pair. The order of article 4.2 follows, for the opponents of the players in
// S1.
func (b *bracket) remainderOrder(remainder []int, pairs int) func(i, j int) []int {
	place := make([]int, len(b.closed))
	for i := range place {
		place[i] = slices.Index(remainder, i)
	}
	return func(i, j int) []int {
		exchanges := make([]int, 2+len(remainder)) // their number, the difference of sums, and the exchanged players
		opponents := make([]int, len(remainder))
		p, q := place[i], place[j]
		down, up := -1, -1
		switch {
		case p < 0 || j < b.end && q < 0:
		case j >= b.end && p < pairs:
			down = p
		case j < b.end && q < pairs:
			down = q
		case j < b.end && p >= pairs:
			up = p
		}
		if down >= 0 {
			exchanges[0], exchanges[1], exchanges[2+pairs-1-down] = -1, down, 1
		}
		if up >= 0 {
			exchanges[1], exchanges[2+up] = -up, 1
		}
		if p >= 0 && q >= 0 {
			opponents[p] = -j
		}
		return append(exchanges, opponents...)
	}
}

// need is the strength of a player's need for a side.
type need uint8

const (
	none     need = iota
	mild          // had the other side in the last game
	strong        // had the other side in one game more than this side
	absolute      // had the other side in the last two games, or in at least two games more than this side
)

// due returns the side that a player should have next, and how strongly. Before the first game it returns Empty.
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

// sides returns the players of X and O in a pair, by the FIDE Handbook, C.04.3, article 5. The first rule that applies
// decides: both players get their due side; the stronger need decides, and between two absolute needs the larger
// imbalance of sides; both swap sides from the last game where they had different sides; the higher player gets the due
// side; before all games the higher player has X if that player's number, from 1, is odd.
func sides(a, b int, states []state) (x, o int) {
	if cmp.Or(states[b].points-states[a].points, a-b) > 0 {
		a, b = b, a // so that a ranks higher
	}
	sa, sb := &states[a], &states[b]
	sideA, dueA := sa.due()
	sideB, dueB := sb.due()
	if dueA == absolute && dueB == absolute && abs(sa.balance()) != abs(sb.balance()) {
		dueA, dueB = need(abs(sa.balance())), need(abs(sb.balance()))
	}
	side := sideA // the side of a
	switch {
	case sideA == game.Empty && sideB == game.Empty:
		side = game.X + game.Mark(a%2)
	case sideA == game.Empty || sideA == sideB && dueB > dueA:
		side = sideB.Opponent()
	case sideA == sideB && dueA == dueB:
		for k := 1; k <= min(len(sa.sides), len(sb.sides)); k++ { // games are counted from the end
			if last := sa.sides[len(sa.sides)-k]; last != sb.sides[len(sb.sides)-k] {
				side = last.Opponent()
				break
			}
		}
	}
	if side == game.X {
		return a, b
	}
	return b, a
}

func abs(n int) int { return max(n, -n) }
