package uttt

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
	"time"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// A uct is a simple opponent: UCT with random playouts (Kocsis and Szepesvári, Bandit based
// Monte-Carlo Planning, 2006).
type uct struct {
	rng  *rand.Rand
	tree []uctNode
}

type uctNode struct {
	move     move
	visits   float64
	points   float64 // sum for the side that made the move
	first, n int32   // index of the first child in the tree, and number of children
}

// choose returns the most visited move. It does playouts as long as goOn returns true.
func (u *uct) choose(b board, goOn func(playouts int) bool) move {
	u.tree = append(u.tree[:0], uctNode{})
	for playouts := 0; goOn(playouts); playouts++ {
		u.visit(0, b)
	}
	root, best := u.tree[0], uctNode{}
	for _, child := range u.tree[root.first : root.first+root.n] {
		if child.visits > best.visits {
			best = child
		}
	}
	return best.move
}

// visit plays a game from a node to its end, and returns the points of the side to move.
func (u *uct) visit(at int32, b board) (points float64) {
	defer func() {
		u.tree[at].visits++
		u.tree[at].points += 1 - points
	}()
	switch {
	case b.over():
		return u.result(&b, b.side)
	case u.tree[at].visits == 0 && at != 0:
		return u.playout(b)
	case u.tree[at].n == 0:
		u.expand(at, &b)
	}
	next := u.promising(at)
	b.play(u.tree[next].move)
	return 1 - u.visit(next, b)
}

func (u *uct) expand(at int32, b *board) {
	u.tree[at].first = int32(len(u.tree))
	for m := range move(squares) {
		if b.playable>>split[m].board&1 != 0 && b.empty(split[m].board)>>split[m].cell&1 != 0 {
			u.tree = append(u.tree, uctNode{move: m})
			u.tree[at].n++
		}
	}
}

func (u *uct) promising(at int32) (best int32) {
	node, most := u.tree[at], -1.0
	for i := node.first; i < node.first+node.n; i++ {
		child := &u.tree[i]
		if child.visits == 0 {
			return i
		}
		if v := child.points/child.visits + math.Sqrt(math.Log(node.visits+1)/child.visits); v > most {
			best, most = i, v
		}
	}
	return best
}

// playout plays random moves to the end, and returns the points of the side to move.
func (u *uct) playout(b board) float64 {
	side := b.side
	for !b.over() {
		b.play(randomMove(&b, u.rng))
	}
	return u.result(&b, side)
}

func randomMove(b *board, rng *rand.Rand) move {
	nth := rng.IntN(int(b.mobility()))
	for boards := b.playable; ; boards &= boards - 1 {
		i := uint8(bits.TrailingZeros16(boards))
		cells := b.empty(i)
		if n := bits.OnesCount16(cells); nth >= n {
			nth -= n
			continue
		}
		for ; nth > 0; nth-- {
			cells &= cells - 1
		}
		return i*9 + uint8(bits.TrailingZeros16(cells))
	}
}

func (u *uct) result(b *board, side uint8) float64 {
	switch {
	case hasLine[b.won[side]]:
		return 1
	case hasLine[b.won[side^1]]:
		return 0
	}
	return 0.5
}

// againstUCT plays a game and returns the engine's points. UCT has ten times as much time for each move as the engine.
// The game starts with two random moves. Games 2n and 2n+1 have the same opening; the engine plays X in game 2n and O
// in game 2n+1.
func againstUCT(e *Engine, n uint64, limit time.Duration) float64 {
	opponent, rng := &uct{rng: newRand(n)}, newRand(n/2)
	p := rules.StartUltimate()
	for range 2 {
		p = p.After(p.Moves()[rng.IntN(len(p.Moves()))])
	}
	e.Reset()
	own := game.X + game.Mark(n%2)
	for !p.Outcome().Over {
		if p.ToMove() == own {
			p = p.After(e.Search(context.Background(), task(p, engine.Limits{Time: limit})).Move)
			continue
		}
		begun := time.Now()
		p = p.After(squareOf(opponent.choose(fromPosition(p), func(int) bool { return time.Since(begun) < 10*limit })))
	}
	switch o := p.Outcome(); {
	case o.Winner == own:
		return 1
	case o.Drawn():
		return 0.5
	}
	return 0
}

// BenchmarkAgainstUCT reports the engine's points per game against UCT:
//
//	go test -bench AgainstUCT -benchtime 40x ./game/ai/uttt
func BenchmarkAgainstUCT(b *testing.B) {
	e := New(18, 1)
	points, games := 0.0, uint64(0)
	for b.Loop() {
		points += againstUCT(e, games, 10*time.Millisecond)
		games++
	}
	b.ReportMetric(points/float64(games), "points/game")
}

// TestUCTBeatsRandomPlay checks that uct beats random play even with few playouts, so that it is a
// serious opponent for the benchmark.
func TestUCTBeatsRandomPlay(t *testing.T) {
	t.Parallel()
	const games = 10
	won := 0
	for i := range games {
		rng := newRand(uint64(i))
		u := &uct{rng: rng}
		b := fromPosition(rules.StartUltimate())
		for own := uint8(i % 2); !b.over(); {
			if b.side == own {
				b.play(u.choose(b, func(playouts int) bool { return playouts < 200 }))
			} else {
				b.play(randomMove(&b, rng))
			}
		}
		if hasLine[b.won[i%2]] {
			won++
		}
	}
	if won < games*9/10 {
		t.Errorf("won %d of %d", won, games)
	}
}
