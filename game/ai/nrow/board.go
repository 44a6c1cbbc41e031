package nrow

import (
	"math/rand/v2"

	"noughts/game"
	"noughts/game/ai/engine"
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
// the side to move; a position's hash is the xor of those that hold. One more
// makes the hash of a position that was looked at for an assault.
var keys = func() (k struct {
	mark    [2][squares]uint64
	side    uint64
	assault uint64
}) {
	rng := rand.New(rand.NewPCG('n', 'n'))
	for side := range k.mark {
		for s := range k.mark[side] {
			k.mark[side][s] = rng.Uint64()
		}
	}
	k.side, k.assault = rng.Uint64(), rng.Uint64()
	return k
}()

func (g *geometry) fromPosition(p game.Position) board {
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
		if int(b.count[side][line]) == g.length {
			return true
		}
	}
	return false
}

// completing returns the square that completes a line for the side to move, if there is one.
func (b *board) completing(g *geometry) game.Square {
	for i, line := range g.lines {
		if int(b.count[b.side][i]) == g.length-1 && b.count[b.side^1][i] == 0 {
			return line.not(b.marks[b.side]).first()
		}
	}
	return 0
}

// A view is what the lines of a position tell the side to move. A line is open
// to a side while the opponent has no mark on it.
type view struct {
	certain window // where the value must lie
	wins    bool   // one move completes a line, and so wins
	forced  set    // each other move loses sooner than one of these; none if there is a choice
	useful  set    // empty squares that are worth a mark
	left    int    // so many plies on, nothing is left to judgment
	judged  value  // what the position seems to be worth
	first   uint8  // the move that begins a row of threats that wins, or noMove
}

// look reads the lines of a position ply plies below the root.
func (b *board) look(g *geometry, ply int) (v view) {
	if g.misere {
		return b.lookMisere(g, ply)
	}
	v.first = noMove
	taken := b.marks[0].or(b.marks[1])
	own, other := &b.count[b.side], &b.count[b.side^1]
	last := uint8(g.length - 1)
	var open [2]bool // to the side to move, and to the opponent
	for i, line := range g.lines {
		if other[i] == 0 {
			open[0] = true
			v.judged += g.judged[own[i]]
			v.wins = v.wins || own[i] == last
		}
		if own[i] == 0 {
			open[1] = true
			v.judged -= g.judged[other[i]]
			if other[i] == last {
				v.forced = v.forced.or(line.not(taken))
			}
		}
		if own[i] == 0 || other[i] == 0 {
			v.useful = v.useful.or(line.not(taken))
		}
	}
	// When the last useful square is taken the game is drawn.
	v.left = v.useful.count()
	v.certain = window{engine.LossIn(ply + 2), engine.WinIn(ply + 3)}
	switch {
	case v.wins:
		v.certain = exactly(engine.WinIn(ply + 1))
		return v
	case v.forced.count() > 1:
		v.certain.high = v.certain.low
	case !open[0]:
		v.certain.high = 0
	}
	if !open[1] {
		v.certain.low = 0
	}
	return v
}
