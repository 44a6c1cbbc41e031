package tournament

import (
	"math/rand/v2"
	"slices"
	"testing"

	"noughts/game"
)

// The round of a Swiss is the best of all possible rounds by the criteria that swissRound
// names, one after the other, after random rounds of random results. Where there is no
// round at all it finds none.
func TestSwissRoundIsTheBest(t *testing.T) {
	t.Parallel()
	t.Logf("seed %d", *seed)
	none := 0
	for trial := range uint64(1500) {
		rng := rand.New(rand.NewPCG(*seed, trial))
		tour := Tournament{System: Swiss, Players: make([]Player, 3+rng.IntN(6))}
		for range 1 + rng.IntN(5) {
			states := tour.states()
			best := bestRound(&tour, states)
			round, ok := tour.swissRound()
			if ok != (best != nil) {
				t.Fatalf("trial %d: found %t, but %v", trial, ok, best)
			}
			if !ok {
				none++
				break
			}
			if got := faults(&tour, states, round); slices.Compare(got, best) != 0 {
				t.Fatalf("trial %d: %+v after %+v has the faults %v, want %v", trial, round, tour.Rounds, got, best)
			}
			for i, p := range round {
				round[i].Outcome = []Outcome{XWon, OWon, Drawn, XAbsent}[rng.IntN(4)]
				if p.O == Nobody {
					round[i].Outcome = Bye
				}
			}
			tour.Rounds = append(tour.Rounds, round)
			if rng.IntN(4) == 0 {
				tour.Players[rng.IntN(len(tour.Players))].Withdrawn = true
			}
		}
	}
	if none < 20 {
		t.Errorf("only %d tournaments came to a point from which there is no round", none)
	}
}

// faults counts what is wrong with a round, the gravest first.
func faults(t *Tournament, states []state, r Round) []int {
	list := make([]int, 7)
	var active []int
	for i, p := range t.Players {
		if !p.Withdrawn {
			active = append(active, i)
		}
	}
	slices.SortStableFunc(active, func(a, b int) int { return states[b].points - states[a].points })
	// place returns how many stand above and below a player in the group with equal points.
	place := func(n int) (above, below int) {
		before := true
		for _, other := range active {
			switch {
			case other == n:
				before = false
			case states[other].points != states[n].points:
			case before:
				above++
			default:
				below++
			}
		}
		return above, below
	}
	floated := func(n int, f float) {
		for i, before := range states[n].floats {
			if before == f {
				list[5] += 2 - i
			}
		}
	}
	for _, p := range r {
		if p.O == Nobody {
			_, below := place(p.X)
			list[1] += states[p.X].points
			list[6] += 4 * below * below
			floated(p.X, down)
			continue
		}
		a, b := p.X, p.O
		if slices.Index(active, a) > slices.Index(active, b) {
			a, b = b, a
		}
		distance := states[a].points - states[b].points
		list[2] += distance * distance
		sideA, dueA := states[a].due()
		sideB, dueB := states[b].due()
		if sideA != game.Empty && sideA == sideB {
			list[3]++
			if dueA != mild && dueB != mild {
				list[4]++
			}
			if dueA == absolute && dueB == absolute {
				list[0]++
			}
		}
		aboveA, belowA := place(a)
		aboveB, _ := place(b)
		if distance > 0 {
			list[6] += 4 * (belowA*belowA + aboveB*aboveB)
			floated(a, down)
			floated(b, up)
			continue
		}
		miss := aboveB - aboveA - (aboveA+belowA+1)/2
		list[6] += 2 * miss * miss
		if upper := (aboveA + belowA + 1) / 2; (aboveA < upper) == (aboveB < upper) {
			list[6]++
		}
	}
	return list
}

// bestRound tries all rounds and returns the faults of the best, nil if there is none.
func bestRound(t *Tournament, states []state) []int {
	var best []int
	var try func(left []int, r Round)
	try = func(left []int, r Round) {
		if len(left) == 0 {
			if got := faults(t, states, r); best == nil || slices.Compare(got, best) < 0 {
				best = got
			}
			return
		}
		a := left[0]
		if len(left)%2 == 1 && len(left)+2*len(r) == activeCount(t) {
			for i, n := range left { // the bye first
				if states[n].byes == 0 {
					try(slices.Delete(slices.Clone(left), i, i+1), Round{{X: n, O: Nobody}})
				}
			}
			return
		}
		for i, b := range left[1:] {
			if !slices.ContainsFunc(t.Rounds, func(r Round) bool { return meet(r, a, b) }) {
				try(slices.Delete(slices.Clone(left[1:]), i, i+1), append(slices.Clone(r), Pairing{X: a, O: b}))
			}
		}
	}
	var all []int
	for i, p := range t.Players {
		if !p.Withdrawn {
			all = append(all, i)
		}
	}
	if len(all) >= 2 {
		try(all, nil)
	}
	return best
}

func activeCount(t *Tournament) int {
	n := 0
	for _, p := range t.Players {
		if !p.Withdrawn {
			n++
		}
	}
	return n
}

func meet(r Round, a, b int) bool {
	return slices.ContainsFunc(r, func(p Pairing) bool { return p.X == a && p.O == b || p.X == b && p.O == a })
}

// Who has X is decided as in C.04.3.E.
func TestSides(t *testing.T) {
	t.Parallel()
	of := func(text string) []game.Mark {
		var sides []game.Mark
		for _, c := range text {
			sides = append(sides, map[rune]game.Mark{'x': game.X, 'o': game.O}[c])
		}
		return sides
	}
	for _, c := range []struct {
		why          string
		above, below string // the sides so far of two with equal points
		x            int    // who has X now, 0 for the one above
	}{
		{"the number is odd", "", "", 0},
		{"both as is due", "x", "o", 1},
		{"both as is due", "o", "x", 0},
		{"only one has played", "", "o", 1},
		{"only one has played", "x", "", 1},
		{"an absolute need is before a strong one", "oxo", "oo", 1},
		{"a strong need is before a mild one", "xo", "o", 1},
		{"three more are before two running", "oo", "xoooo", 1},
		{"other than when they last differed", "oxxo", "xoxo", 1},
		{"the one above as is due", "xo", "xo", 0},
		{"the one above as is due", "ox", "ox", 1},
	} {
		states := []state{{sides: of(c.above)}, {sides: of(c.below)}}
		if x, o := sides(0, 1, states); x != c.x || o != 1-c.x {
			t.Errorf("%s: %q against %q: %d has X, want %d", c.why, c.above, c.below, x, c.x)
		}
		if x, _ := sides(1, 0, states); x != c.x {
			t.Errorf("%s: it depends on the order", c.why)
		}
	}
	if x, _ := sides(1, 2, make([]state, 3)); x != 2 {
		t.Errorf("%d has X, want the other, as the number of the one above is even", x)
	}
}
