package nrow

import (
	"math/rand/v2"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/classic"
)

// A value is the worth of a position for the side to move.
type value = engine.Value

// A board is a position, on the lines of a geometry.
type board struct {
	hash  uint64
	marks [2]set             // squares of X and of O
	count [2][maxLines]uint8 // marks of X and of O on each line
	side  uint8              // to move: 0 for X, 1 for O
}

// keys are random numbers for the marks of X and O on the squares, and one for
// the side to move; a position's hash is the xor of those that hold.
var keys = func() (k struct {
	mark [2][squares]uint64
	side uint64
}) {
	rng := rand.New(rand.NewPCG('n', 'n'))
	for side := range k.mark {
		for s := range k.mark[side] {
			k.mark[side][s] = rng.Uint64()
		}
	}
	k.side = rng.Uint64()
	return k
}()

func (g *geometry) fromPosition(p classic.Position) board {
	var b board
	for row := range g.size {
		for col := range g.size {
			s := game.At(col, row)
			if mark := p.At(s); mark != game.Empty {
				b.put(g, uint8(mark-game.X), s)
			}
		}
	}
	if b.side = uint8(p.ToMove() - game.X); b.side == 1 {
		b.hash ^= keys.side
	}
	return b
}

func (b *board) put(g *geometry, side uint8, s game.Square) {
	b.marks[side] = b.marks[side].or(single(s))
	b.hash ^= keys.mark[side][s]
	for _, line := range g.through[s] {
		b.count[side][line]++
	}
}

// play makes a legal move.
func (b *board) play(g *geometry, s game.Square) {
	b.put(g, b.side, s)
	b.hash ^= keys.side
	b.side ^= 1
}

// hasLine says whether a side holds a whole line through a square.
func (b *board) hasLine(g *geometry, side uint8, s game.Square) bool {
	for _, line := range g.through[s] {
		if int(b.count[side][line]) == g.size {
			return true
		}
	}
	return false
}

// completing returns the square with which the side to move completes a line,
// if there is one.
func (b *board) completing(g *geometry) game.Square {
	for i, line := range g.lines {
		if int(b.count[b.side][i]) == g.size-1 && b.count[b.side^1][i] == 0 {
			return line.not(b.marks[b.side]).first()
		}
	}
	return 0
}

// A view is what the lines of a position tell the side to move. A line is open
// to a side while the opponent has no mark on it.
type view struct {
	wins    bool    // one move completes a line
	threats set     // squares with which the opponent would complete one
	useful  set     // empty squares of the lines open to either side
	open    [2]bool // whether a line is open to the side to move, and to the opponent
}

// look reads the lines of a position.
func (b *board) look(g *geometry) (v view) {
	taken := b.marks[0].or(b.marks[1])
	own, other := &b.count[b.side], &b.count[b.side^1]
	last := uint8(g.size - 1)
	for i, line := range g.lines {
		if other[i] == 0 {
			v.open[0] = true
			v.wins = v.wins || own[i] == last
		}
		if own[i] == 0 {
			v.open[1] = true
			if other[i] == last {
				v.threats = v.threats.or(line.not(taken))
			}
		}
		if own[i] == 0 || other[i] == 0 {
			v.useful = v.useful.or(line.not(taken))
		}
	}
	return v
}

// certain returns where the value of a position must lie, ply plies below the
// root, if it is not won with the next move.
func (v *view) certain(ply int) window {
	c := window{engine.LossIn(ply + 2), engine.WinIn(ply + 3)}
	switch {
	case v.threats.count() > 1:
		c.high = c.low
	case !v.open[0]:
		c.high = 0
	}
	if !v.open[1] {
		c.low = 0
	}
	return c
}
