package tournament

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"noughts/game"
)

// patience is the number of pairings of a bracket that the slow implementation in this file tries before it gives up.
// It can give up in a large bracket that has no perfect pairing; it then returns the best pairing so far.
const patience = 20_000

// TestSwissPairsAsTheHandbook compares the pairings of each round in 400 random tournaments (100 with -short) with
// those of the slow implementation, which tries all pairings in the order of the FIDE Handbook (C.04.3) and keeps the
// best.
func TestSwissPairsAsTheHandbook(t *testing.T) {
	t.Parallel()
	const hands = 8
	tournaments := uint64(400)
	if testing.Short() {
		tournaments = 100
	}
	t.Logf("seed %d", *seed)
	var rounds, large, undecided, arbiter atomic.Int64
	t.Run("all", func(t *testing.T) {
		for hand := range uint64(hands) {
			t.Run(fmt.Sprint(hand), func(t *testing.T) {
				t.Parallel()
				for trial := hand; trial < tournaments; trial += hands {
					rng := rand.New(rand.NewPCG(*seed, trial))
					n := 7 + int(float64(MaxPlayers-6)*math.Pow(rng.Float64(), 16))
					tour := Tournament{System: Swiss, Players: make([]Player, n)}
					for len(tour.Rounds) < tour.RoundsInAll() {
						round, ok := tour.swissRound()
						slow := newSlow(&tour)
						want, sure := slow.round()
						rounds.Add(1)
						switch {
						case want == nil:
							arbiter.Add(1)
						case !ok || sure && text(sorted(round)) != text(want):
							t.Fatalf("trial %d: %s after\n%s\nwant %s", trial, text(sorted(round)), history(&tour), text(want))
						case !sure:
							undecided.Add(1)
						case n > 32:
							large.Add(1)
						}
						if !ok {
							break
						}
						playRandomly(&tour, round, rng)
					}
				}
			})
		}
	})
	t.Logf("%d rounds, %d of them of more than 32 players; %d left undecided; %d for an arbiter",
		rounds.Load(), large.Load(), undecided.Load(), arbiter.Load())
	if undecided.Load()*20 > rounds.Load() || arbiter.Load()*20 > rounds.Load() || large.Load()*10 < int64(tournaments) {
		t.Error("that is no comparison")
	}
}

// playRandomly adds a round with random results. The better players win more often, some players
// are absent and some withdraw.
func playRandomly(t *Tournament, r Round, rng *rand.Rand) {
	for i, p := range r {
		r[i].Outcome = []PairingResult{XWon, XWon, OWon, OWon, Drawn}[rng.IntN(5)]
		switch {
		case p.O == Nobody:
			r[i].Outcome = Bye
		case rng.IntN(30) == 0:
			r[i].Outcome = XAbsent + PairingResult(rng.IntN(3))
		case rng.IntN(2) == 0 && p.X < p.O:
			r[i].Outcome = XWon
		case rng.IntN(2) == 0:
			r[i].Outcome = OWon
		}
	}
	t.Rounds = append(t.Rounds, r)
	if rng.IntN(20) == 0 {
		t.Players[rng.IntN(len(t.Players))].Withdrawn = true
	}
}

// sorted returns the pairings sorted by their smaller number. The smaller number comes first in each pairing.
func sorted(r Round) Round {
	r = slices.Clone(r)
	for i, p := range r {
		if p.O != Nobody && p.O < p.X {
			r[i].X, r[i].O = p.O, p.X
		}
	}
	slices.SortFunc(r, func(a, b Pairing) int { return cmp.Compare(a.X, b.X) })
	return r
}

func history(t *Tournament) (said string) {
	for _, r := range t.Rounds {
		for _, p := range r {
			said += fmt.Sprintf("%s/%d ", text(Round{p}), p.Outcome)
		}
		said += "\n"
	}
	return fmt.Sprintf("%s%v", said, t.Players)
}

// slow pairs a round by following the articles of the FIDE Handbook's C.04.3 one by one. It holds the players' data
// from the earlier rounds. The words bracket, resident, floater, remainder, S1 and S2, the criteria C1 to C21 and the
// article numbers in this file are those of the Handbook.
type slow struct {
	players []slowPlayer
	order   []int // the players in order of score and number
	bye     int   // the lowest score with which a player can get the bye
	steps   int   // number of candidates of the bracket tried so far
}

type slowPlayer struct {
	points   int
	met      []int
	noBye    bool // C2: the player may not get the bye
	unplayed int
	sides    []game.Mark
	floats   [2]float // in the last round and in the round before
	side     game.Mark
	strength int
}

func newSlow(t *Tournament) *slow {
	s := &slow{players: make([]slowPlayer, len(t.Players))}
	for k, r := range t.Rounds {
		ago := len(t.Rounds) - 1 - k
		before := slices.Clone(s.players)
		note := func(n int, f float) {
			if ago < 2 {
				s.players[n].floats[ago] = f
			}
		}
		for _, p := range r {
			won := func(n, halves int, played bool) {
				s.players[n].points += halves
				if !played { // article 1.4.3: a point without a game is a downfloat
					s.players[n].noBye = true
					note(n, down)
				}
			}
			if p.O != Nobody {
				s.players[p.X].met = append(s.players[p.X].met, p.O)
				s.players[p.O].met = append(s.players[p.O].met, p.X)
			}
			if p.Outcome.isPlayed() {
				s.players[p.X].sides = append(s.players[p.X].sides, game.X)
				s.players[p.O].sides = append(s.players[p.O].sides, game.O)
				if higher, lower := p.X, p.O; before[p.X].points != before[p.O].points { // article 1.4.2
					if before[higher].points < before[lower].points {
						higher, lower = lower, higher
					}
					note(higher, down)
					note(lower, up)
				}
			}
			switch p.Outcome {
			case XWon:
				won(p.X, 2, true)
			case OWon:
				won(p.O, 2, true)
			case Drawn:
				won(p.X, 1, true)
				won(p.O, 1, true)
			case Bye:
				won(p.X, 2, false)
			case OAbsent:
				won(p.X, 2, false)
				s.players[p.O].unplayed++
			case XAbsent:
				won(p.O, 2, false)
				s.players[p.X].unplayed++
			case BothAbsent:
				s.players[p.X].unplayed++
				s.players[p.O].unplayed++
			}
		}
	}
	for i, p := range t.Players {
		s.players[i].side, s.players[i].strength = s.players[i].preference()
		if !p.Withdrawn {
			s.order = append(s.order, i)
		}
	}
	s.sort(s.order)
	return s
}

// sort sorts players by score and then by number, as article 1.2 of the FIDE Handbook's C.04.3 says.
func (s *slow) sort(list []int) {
	slices.SortFunc(list, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.players[b].points, s.players[a].points), cmp.Compare(a, b))
	})
}

// preference returns a player's colour preference by article 1.7: the side, and the strength, 0 for
// none, 1 for mild, 2 for strong, 3 for absolute.
func (p slowPlayer) preference() (side game.Mark, strength int) {
	difference := 0
	for _, m := range p.sides {
		difference += map[game.Mark]int{game.X: 1, game.O: -1}[m]
	}
	n := len(p.sides)
	switch {
	case n == 0:
		return game.Empty, 0
	case difference > 1:
		return game.O, 3
	case difference < -1:
		return game.X, 3
	case n > 1 && p.sides[n-1] == p.sides[n-2]:
		return p.sides[n-1].Opponent(), 3
	case difference == 1:
		return game.O, 2
	case difference == -1:
		return game.X, 2
	}
	return p.sides[n-1].Opponent(), 1
}

// compatible reports whether two players may meet by the criteria C1 and C3 of the FIDE Handbook's C.04.3.
func (s *slow) compatible(a, b int) bool {
	x, y := s.players[a], s.players[b]
	return !slices.Contains(x.met, b) && (x.side != y.side || min(x.strength, y.strength) < 3)
}

// clash compares the sides that two players prefer. `mild` is 1 if they prefer the same side, else 0. `severe` is 1 if
// both also prefer it at least strongly, else 0.
func (s *slow) clash(a, b int) (mild, severe int) {
	x, y := s.players[a], s.players[b]
	clash := x.side == y.side && x.strength > 0
	return count(clash), count(clash && min(x.strength, y.strength) >= 2)
}

// complete reports whether all players in the list can be paired. If their number is odd, one player with the score
// s.bye may stay unpaired. The first `moved` players have moved down from a higher bracket and may not meet each other.
func (s *slow) complete(list []int, moved int) bool {
	n := len(list)
	possible := []int{1}
	mates := matching(n+n%2, func(i, j int) []int {
		if j == n {
			p := s.players[list[i]]
			if p.noBye || p.points != s.bye {
				return nil
			}
			return possible
		}
		if j < moved || !s.compatible(list[i], list[j]) {
			return nil
		}
		return possible
	})
	return !slices.Contains(mates, Nobody)
}

// round pairs a round, bracket by bracket (article 1.9). It returns nil if no round complies with the
// criteria C1 to C3. `sure` is false if the search was given up in a bracket.
func (s *slow) round() (r Round, sure bool) {
	if len(s.order) < 2 {
		return nil, false
	}
	s.bye = -1
	for i := len(s.order) - 1; i >= 0; i-- { // C5: the lowest score of a bye that lets all others be paired
		if s.bye = s.players[s.order[i]].points; s.complete(s.order, 0) {
			break
		}
		if i == 0 {
			return nil, false
		}
	}
	sure = true
	var moved []int
	for left := s.order; len(left) > 0; {
		n := 0
		for n < len(left) && s.players[left[n]].points == s.players[left[0]].points {
			n++
		}
		residents, below := left[:n], left[n:]
		c := s.bracket(moved, residents, below)
		for _, p := range c.pairs {
			r = append(r, Pairing{X: min(p[0], p[1]), O: max(p[0], p[1])})
		}
		sure = sure && s.steps < patience
		if moved = c.floaters; len(below) == 0 && len(moved) == 1 {
			r = append(r, Pairing{X: moved[0], O: Nobody})
		}
		left = below
	}
	slices.SortFunc(r, func(a, b Pairing) int { return cmp.Compare(a.X, b.X) })
	return r, sure
}

// A candidate is a possible pairing of a bracket. `quality` is its quality by the criteria C9 to C21, the smaller the
// better. `place` is its place in the order of article 4.
type candidate struct {
	pairs    [][2]int
	floaters []int
	quality  []int
	place    []int
}

// bracket returns the best candidate of a bracket. Among equals it returns the first.
func (s *slow) bracket(moved, residents, below []int) (best candidate) {
	s.steps = 0
	sets := s.floaters(moved, residents, below)
	next := 0 // end of the scoregroup below
	for next < len(below) && s.players[below[next]].points == s.players[below[0]].points {
		next++
	}
	var kept [][]int
	var least []int
	for _, f := range sets { // C8: the next bracket must satisfy C6 and C7
		var follows []int
		if len(below) > 0 {
			follows = s.scores(s.floaters(f, below[:next], below[next:])[0])
		}
		c := 0
		if kept != nil {
			c = cmp.Or(len(follows)-len(least), slices.Compare(follows, least))
		}
		if c < 0 {
			kept = nil
		}
		if c <= 0 {
			kept, least = append(kept, f), follows
		}
	}
	for _, f := range kept {
		s.candidates(moved, residents, f, &best)
	}
	return best
}

// scores returns the scores of a list of players in descending order.
func (s *slow) scores(list []int) []int {
	var scores []int
	for _, p := range list {
		scores = append(scores, s.players[p].points)
	}
	slices.Sort(scores)
	slices.Reverse(scores)
	return scores
}

// floaters returns the possible sets of downfloaters of a bracket. The other players of the bracket, and all brackets
// below, must be pairable (C1 to C5). Only the smallest sets (C6) with the lowest scores (C7) are returned.
func (s *slow) floaters(moved, residents, below []int) (best [][]int) {
	all := slices.Concat(moved, residents)
	for size := len(all) % 2; best == nil; size += 2 {
		var least []int
		each(len(all), size, func(chosen []int) {
			var left, paired []int
			stay := 0
			for i, p := range all {
				if slices.Contains(chosen, i) {
					left = append(left, p)
					continue
				}
				if i < len(moved) {
					stay++
				}
				paired = append(paired, p)
			}
			scores := s.scores(left)
			c := 0
			if best != nil {
				c = slices.Compare(scores, least)
			}
			if c > 0 || !s.complete(paired, stay) || !s.complete(slices.Concat(left, below), len(left)) {
				return
			}
			if c < 0 {
				best = nil
			}
			best, least = append(best, left), scores
		})
	}
	return best
}

// each calls `do` with every set of `size` integers from 0 to n-1, in lexicographic order.
func each(n, size int, do func(chosen []int)) {
	var choose func(from int, chosen []int)
	choose = func(from int, chosen []int) {
		if len(chosen) == size {
			do(chosen)
			return
		}
		for i := from; i < n; i++ {
			choose(i+1, append(chosen, i))
		}
	}
	choose(0, make([]int, 0, size))
}

// A walk tries the candidates of a bracket that leave a given set of players unpaired.
type walk struct {
	*slow
	moved, residents, left []int
	best                   *candidate
}

// The indexes in candidate.quality of the criteria that count pairs. C9 has index 0, and C14 to C21 follow in order.
const (
	c12 = 1
	c13 = 2
)

// candidates tries all candidates that leave the given players unpaired.
func (s *slow) candidates(moved, residents, left []int, best *candidate) {
	w := &walk{s, moved, residents, left, best}
	quality := make([]int, 7)
	resident := s.players[residents[0]].points
	if p := s.players[left0(left)]; len(left) == 1 && p.points == s.bye && s.bye >= resident {
		quality[0] = p.unplayed // C9: the unpaired player gets the bye
	}
	for _, p := range left {
		if slices.Contains(residents, p) {
			quality[3] += count(s.players[p].floats[0] == down) // C14
			quality[5] += count(s.players[p].floats[1] == down) // C16
		}
	}
	// Article 4.4: the players in `left` determine which of the players who moved down are paired. These sets are
	// ordered by the first number in which they differ.
	var s1, place []int
	for i, p := range moved {
		if !slices.Contains(left, p) {
			s1 = append(s1, p)
			place = append(place, i)
		}
	}
	w.opponents(s1, nil, quality, place)
}

func left0(left []int) int {
	if len(left) == 0 {
		return 0
	}
	return left[0]
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// opponents pairs the players who moved down with residents, in the order of article 4.2.
func (w *walk) opponents(s1 []int, pairs [][2]int, quality, place []int) {
	if k := len(pairs); k < len(s1) {
		for i, r := range w.residents {
			taken := slices.ContainsFunc(pairs, func(p [2]int) bool { return p[1] == r })
			if taken || slices.Contains(w.left, r) || !w.compatible(s1[k], r) {
				continue
			}
			mild, severe := w.clash(s1[k], r)
			q := slices.Clone(quality)
			q[c12] += mild
			q[c13] += severe
			if w.worse(q, nil) {
				continue
			}
			w.opponents(s1, append(slices.Clip(pairs), [2]int{s1[k], r}), q, append(slices.Clip(place), i))
		}
		return
	}
	// C15 and C17, and C18 to C21: the score differences in descending order. The difference of an
	// unpaired player is greater than any other.
	quality = slices.Clone(quality)
	resident := w.players[w.residents[0]].points
	for round := range 2 {
		var downs, ups []int
		for _, p := range pairs {
			difference := w.players[p[0]].points - resident
			if w.players[p[0]].floats[round] == down {
				downs = append(downs, difference)
			}
			if w.players[p[1]].floats[round] == up {
				quality[4+2*round]++
				ups = append(ups, difference)
			}
		}
		for _, p := range w.left {
			if slices.Contains(w.moved, p) && w.players[p].floats[round] == down {
				downs = append(downs, 100+w.players[p].points-resident)
			}
		}
		for _, list := range [][]int{downs, ups} {
			slices.Sort(list)
			slices.Reverse(list)
			list = append(list, make([]int, MaxPlayers-len(list))...)
			quality = append(quality, list...)
		}
	}
	var remainder []int
	for _, r := range w.residents {
		if !slices.ContainsFunc(pairs, func(p [2]int) bool { return p[1] == r }) {
			remainder = append(remainder, r)
		}
	}
	w.exchanges(remainder, pairs, quality, place)
}

// worse reports whether a candidate cannot be better than the best candidate so far. `quality` is the least quality
// that the candidate can have, and `place` is the known part of its place in the order.
func (w *walk) worse(quality, place []int) bool {
	if w.best.quality == nil {
		return false
	}
	return cmp.Or(slices.Compare(quality, w.best.quality[:len(quality)]), slices.Compare(place, w.best.place[:min(len(place), len(w.best.place))])) > 0
}

// exchanges pairs the residents that are still unpaired, the remainder: the better half, S1, with the others, S2. It
// first tries the halves as they are, and then after each exchange of players between them, in the order of article 4.3.
// It ends early if no further exchange can be better, or after `patience` steps.
func (w *walk) exchanges(remainder []int, pairs [][2]int, quality, place []int) {
	leftHere := 0
	for _, p := range remainder {
		leftHere += count(slices.Contains(w.left, p))
	}
	n1 := (len(remainder) - leftHere) / 2
	n2 := len(remainder) - n1
	for size := 0; size <= min(n1, n2) && w.steps < patience; size++ {
		if w.worse(w.atLeast(quality, remainder), append(slices.Clip(place), size)) {
			return // no remaining candidate can be better than the best candidate so far
		}
		if w.steps += choices(n1, size) * choices(n2, size); w.steps >= patience {
			return
		}
		var list [][]int // each entry is a place in the order of article 4.3, and ends with the players who leave and enter S1
		each(n1, size, func(out []int) {
			for i := range remainder[:n1] {
				if slices.Contains(w.left, remainder[i]) && !slices.Contains(out, i) {
					return
				}
			}
			each(n2, size, func(in []int) {
				difference := 0
				for i := range out {
					difference += n1 + in[i] - out[i]
					if slices.Contains(w.left, remainder[n1+in[i]]) {
						return
					}
				}
				order := []int{size, difference}
				for i := range out {
					order = append(order, -out[len(out)-1-i])
				}
				list = append(list, append(order, in...))
			})
		})
		slices.SortFunc(list, slices.Compare)
		for _, order := range list {
			var s1, s2 []int
			out, in := order[2:2+size], order[2+size:]
			for i, p := range remainder {
				if i < n1 && !slices.Contains(out, -i) || i >= n1 && slices.Contains(in, i-n1) {
					s1 = append(s1, p)
				} else if !slices.Contains(w.left, p) {
					s2 = append(s2, p)
				}
			}
			w.transpositions(remainder, s1, s2, pairs, quality, slices.Concat(place, order))
		}
	}
}

// choices returns the binomial coefficient: the number of ways to choose `size` of n.
func choices(n, size int) int {
	c := 1
	for i := range size {
		c = c * (n - i) / (i + 1)
	}
	return c
}

// transpositions pairs the players of S1 with the players of S2 in the order of article 4.2.
func (w *walk) transpositions(remainder, s1, s2 []int, pairs [][2]int, quality, place []int) {
	if w.steps >= patience {
		return
	}
	if w.worse(w.atLeastOf(quality, s1, s2), place) {
		return
	}
	if len(s1) == 0 {
		*w.best = candidate{slices.Clone(pairs), w.left, quality, place}
		return
	}
	w.steps++
	for i, p := range s2 {
		if !w.compatible(s1[0], p) {
			continue
		}
		mild, severe := w.clash(s1[0], p)
		q := slices.Clone(quality)
		q[c12] += mild
		q[c13] += severe
		w.transpositions(remainder, s1[1:], slices.Delete(slices.Clone(s2), i, i+1),
			append(slices.Clip(pairs), [2]int{s1[0], p}), q, append(slices.Clip(place), slices.Index(remainder, p)))
	}
}

// atLeastOf returns the least quality that the pairings of S1 with S2 can have. For example, if three players of S1
// prefer X and only two players of S2 do not, one of the three meets a player who also prefers X. The same holds for
// strong preferences.
func (w *walk) atLeastOf(quality, s1, s2 []int) []int {
	quality = slices.Clone(quality)
	for _, side := range []game.Mark{game.X, game.O} {
		quality[c12] += max(0, w.wish(s1, side, 1)-len(s2)+w.wish(s2, side, 1))
		quality[c13] += max(0, w.wish(s1, side, 2)-len(s2)+w.wish(s2, side, 2))
	}
	return quality
}

// atLeast returns the least quality that a remainder can have, for any S1 and S2. If more than half
// of the players prefer the same side, some of them meet and cannot both get it.
func (w *walk) atLeast(quality, remainder []int) []int {
	var paired []int
	for _, p := range remainder {
		if !slices.Contains(w.left, p) {
			paired = append(paired, p)
		}
	}
	quality = slices.Clone(quality)
	for _, side := range []game.Mark{game.X, game.O} {
		quality[c12] += max(0, w.wish(paired, side, 1)-len(paired)/2)
		quality[c13] += max(0, w.wish(paired, side, 2)-len(paired)/2)
	}
	return quality
}

// wish returns how many players of the list prefer `side` with at least the given strength.
func (w *walk) wish(list []int, side game.Mark, strength int) (n int) {
	for _, p := range list {
		if of := w.players[p]; of.side == side && of.strength >= strength {
			n++
		}
	}
	return n
}
