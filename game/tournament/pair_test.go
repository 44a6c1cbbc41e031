package tournament

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"noughts/game"
)

// text returns a round as "1-4 2-3 5", with numbers from 1, X first.
func text(r Round) string {
	var pairs []string
	for _, p := range r {
		if p.O == Nobody {
			pairs = append(pairs, fmt.Sprint(p.X+1))
		} else {
			pairs = append(pairs, fmt.Sprintf("%d-%d", p.X+1, p.O+1))
		}
	}
	return strings.Join(pairs, " ")
}

// TestBergerTables compares the rounds with the tables of the FIDE Handbook, C.05, annex 1.
func TestBergerTables(t *testing.T) {
	t.Parallel()
	for n, table := range map[int][]string{
		4: {"1-4 2-3", "4-3 1-2", "2-4 3-1"},
		6: {"1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"},
	} {
		for i, want := range table {
			got := strings.Fields(text(bergerRound(n, i+1)))
			odd := strings.Fields(text(bergerRound(n-1, i+1))) // the opponent of the missing last player has the bye
			wanted := strings.Fields(want)
			slices.Sort(got)
			slices.Sort(wanted)
			if !slices.Equal(got, wanted) {
				t.Errorf("round %d of %d: %v, want %v", i+1, n, got, wanted)
			}
			for k, pair := range wanted {
				last := fmt.Sprint(n)
				wanted[k] = strings.TrimPrefix(strings.TrimSuffix(pair, "-"+last), last+"-")
			}
			slices.Sort(odd)
			slices.Sort(wanted)
			if !slices.Equal(odd, wanted) {
				t.Errorf("round %d of %d: %v, want %v", i+1, n-1, odd, wanted)
			}
		}
	}
}

func TestDrawOrder(t *testing.T) {
	t.Parallel()
	if got, want := fmt.Sprint(drawOrder(8)), "[0 7 3 4 1 6 2 5]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// won returns a round where the first player of each pair, with X, has won.
func won(pairs ...[2]int) Round {
	var r Round
	for _, p := range pairs {
		r = append(r, Pairing{X: p[0] - 1, O: p[1] - 1, Outcome: XWon})
	}
	return r
}

// TestSwissRounds compares rounds with rounds that an arbiter would pair by the FIDE (Dutch) rules.
func TestSwissRounds(t *testing.T) {
	t.Parallel()
	gone := func(numbers ...int) []Player {
		players := make([]Player, 8)
		for _, n := range numbers {
			players[n-1].Withdrawn = true
		}
		return players
	}
	for _, c := range []struct {
		why     string
		players []Player
		before  []Round
		want    string
	}{
		{"the upper half meets the lower half, sides in turn", gone(), nil, "1-5 6-2 3-7 8-4"},
		{"the last has the bye", gone(8), nil, "1-4 5-2 3-6 7"},
		{
			"winners meet winners, as the sides allow", gone(),
			[]Round{{
				{X: 0, O: 4, Outcome: XWon}, {X: 5, O: 1, Outcome: OWon},
				{X: 2, O: 6, Outcome: XWon}, {X: 7, O: 3, Outcome: OWon},
			}},
			"4-1 2-3 5-8 7-6",
		},
		{
			"who is left over goes down to the first of the next group", gone(7, 8),
			[]Round{won([2]int{1, 4}, [2]int{2, 5}, [2]int{3, 6})},
			"2-1 4-3 5-6",
		},
		{
			"the bye is for the last without one", gone(8),
			[]Round{{
				{X: 0, O: 3, Outcome: XWon}, {X: 4, O: 1, Outcome: OWon}, {X: 2, O: 5, Outcome: XWon},
				{X: 6, O: Nobody, Outcome: Bye},
			}},
			"7-1 2-3 4-5 6",
		},
		{
			"winners of a group of five meet winners, and the third floats rather than the one with the bye",
			make([]Player, 9),
			[]Round{{
				{X: 0, O: 4, Outcome: XWon}, {X: 5, O: 1, Outcome: OWon}, {X: 2, O: 6, Outcome: XWon},
				{X: 7, O: 3, Outcome: OWon}, {X: 8, O: Nobody, Outcome: Bye},
			}},
			"4-1 2-9 5-3 7-6 8",
		},
		{
			"the remainder of a group begins anew: its upper half meets its lower half",
			make([]Player, 10),
			[]Round{{
				{X: 0, O: 5, Outcome: XWon}, {X: 6, O: 1, Outcome: OWon}, {X: 2, O: 7, Outcome: XWon},
				{X: 8, O: 3, Outcome: OWon}, {X: 4, O: 9, Outcome: XWon},
			}},
			"4-1 2-3 6-5 10-7 8-9",
		},
	} {
		tour := Tournament{System: Swiss, Players: c.players, Rounds: c.before}
		round := tour.swissRound()
		if got := text(round); got != c.want {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
	}
}

// TestSwissSignature pairs the rounds of 400 random tournaments. The same rounds came from an implementation that tries all
// pairings in the order of the FIDE Handbook (C.04.3), article by article, and keeps the best: it is dutch_test.go in this
// folder's history, for comparing again before the signature is changed.
func TestSwissSignature(t *testing.T) {
	t.Parallel()
	const tournaments, want = 400, uint64(0x37cf6d3df7acb7c1)
	hash := fnv.New64a()
	for trial := range uint64(tournaments) {
		rng := rand.New(rand.NewPCG(20261123, trial))
		n := 7 + int(float64(MaxPlayers-6)*math.Pow(rng.Float64(), 16))
		tour := Tournament{System: Swiss, Players: make([]Player, n)}
		for len(tour.Rounds) < tour.RoundsInAll() {
			round := tour.swissRound()
			if round == nil {
				break
			}
			fmt.Fprintln(hash, text(round))
			playRandomly(&tour, round, rng)
		}
	}
	if got := hash.Sum64(); got != want {
		t.Errorf("the rounds have the signature %#x, want %#x", got, want)
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

// TestSides checks that the sides of a pairing follow the FIDE Handbook, C.04.3, article 5.
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
		above, below string // earlier sides of two players with equal points
		x            int    // index of the player who must get X: 0 for above, 1 for below
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
