package tournament

import (
	"fmt"
	"slices"
	"strings"
	"testing"
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
		round, ok := tour.swissRound()
		if got := text(round); !ok || got != c.want {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
	}
}
