package nrow

import (
	"context"
	"testing"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// TestEveryLineHasAPairOfItsOwn checks that from 5×5 on every line of the empty board can get its
// own pair of squares, and that smaller boards have too few squares.
func TestEveryLineHasAPairOfItsOwn(t *testing.T) {
	t.Parallel()
	for size := 1; size <= game.MaxSize; size++ {
		g := newGeometry(size, size, false)
		p := pairing{geometry: g}
		complete := true
		for i, line := range g.lines {
			p.free = p.free.or(line)
			complete = complete && p.givePair(uint8(i))
		}
		b := g.fromPosition(rules.StartClassic(size))
		if want := size >= 5; complete != want || g.holds(&b, 0) != want || g.holds(&b, 1) != want {
			t.Errorf("%d×%d: all lines have pairs %t, want %t", size, size, complete, want)
		}
		if !complete {
			continue
		}
		owned := make(map[uint8]int)
		for s, owner := range p.owner {
			if owner == 0 {
				continue
			}
			owned[owner]++
			if !g.lines[owner-1].has(single(game.Square(s))) {
				t.Errorf("%d×%d: %s is given to a line that it is not on", size, size, game.Square(s))
			}
		}
		for line, count := range owned {
			if count != 2 {
				t.Errorf("%d×%d: line %d has %d squares", size, size, line, count)
			}
		}
		if len(owned) != 2*size+2 {
			t.Errorf("%d×%d: %d lines have pairs", size, size, len(owned))
		}
	}
}

// TestWhoHoldsDoesNotLose checks by brute force that a side does not lose if holds returns true.
func TestWhoHoldsDoesNotLose(t *testing.T) {
	t.Parallel()
	held := 0
	for _, test := range []struct{ size, empty, positions int }{{2, 4, 50}, {3, 8, 300}, {4, 8, 60}, {5, 7, 20}} {
		rng, brute, g := newRand(uint64(test.size)), make(engine.Values[rules.ClassicPosition]), newGeometry(test.size, test.size, false)
		for range test.positions {
			p := randomPosition(rng, test.size, test.empty)
			b := g.fromPosition(p)
			if g.holds(&b, b.side^1) {
				held++
				if v := brute.Of(p); v.Proof == engine.Win {
					t.Errorf("%s: the opponent is said to hold, but it is %s", p, v)
				}
			}
			for _, s := range p.Moves() {
				if v := brute.Of(p.After(s)); g.safe(&b, s) && v.Proof == engine.Win {
					t.Errorf("%s: %s is said to be safe, but loses in %d", p, s, v.Plies)
				}
			}
		}
	}
	if held < 50 {
		t.Errorf("only %d positions were held", held)
	}
}

// TestEveryMoveIsSafe checks that every move of the engine is safe or wins. The engine plays whole games against random
// replies, as either side.
func TestEveryMoveIsSafe(t *testing.T) {
	t.Parallel()
	for size := 5; size <= game.MaxSize; size++ {
		e, g, rng := New(game.Classic(size), 10, 1), newGeometry(size, size, false), newRand(uint64(size))
		for first := range 4 {
			p := rules.StartClassic(size)
			for turn := first; !p.Outcome().Over; turn++ {
				s := p.Moves()[rng.IntN(len(p.Moves()))]
				if turn%2 == 0 {
					b := g.fromPosition(p)
					choice := e.Search(context.Background(), engine.Task{Position: p, Limits: engine.Limits{Nodes: 2000}, Rand: rng})
					if s = choice.Move; choice.Score.Proof != engine.Win && !g.safe(&b, s) {
						t.Fatalf("%s: %s, %s, is not safe", p, s, choice.Score)
					}
				}
				p = p.After(s)
			}
		}
	}
}

func BenchmarkHolds(b *testing.B) {
	g := newGeometry(9, 9, false)
	start := g.fromPosition(rules.StartClassic(9))
	for b.Loop() {
		g.holds(&start, 0)
	}
}
