package nrow

import (
	"math/bits"
	"math/rand/v2"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

type value = engine.Value

type board struct {
	hash  uint64
	marks [2]set             // squares of X and of O
	count [2][maxLines]uint8 // marks of X and of O on each line
	side  uint8              // side to move: 0 for X, 1 for O
}

// keys are random numbers for Zobrist hashing: for the marks of X and of O on each square, and for O to move. A
// position's hash is the xor of the numbers that apply. The table entry of a threat search (see threats.go) has the
// position's hash xor `assault`.
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

func (b *board) play(g *geometry, s game.Square) {
	b.put(g, b.side, s)
	b.hash ^= keys.side
	b.side ^= 1
}

func (b *board) hasLine(g *geometry, side uint8, s game.Square) bool {
	for _, line := range g.through[s] {
		if int(b.count[side][line]) == g.length {
			return true
		}
	}
	return false
}

func (b *board) completing(g *geometry) game.Square {
	for i, line := range g.lines {
		if int(b.count[b.side][i]) == g.length-1 && b.count[b.side^1][i] == 0 {
			return line.not(b.marks[b.side]).first()
		}
	}
	return 0
}

// A view is an analysis of a position's lines for the side to move. An open line has no mark of the opponent.
type view struct {
	certain window // proven bounds of the value
	wins    bool   // the side to move can complete a line, which wins
	forced  set    // if not empty, no move outside this set is better than the moves in it
	useful  set    // squares to search: those on a line that is open to a side; in misère those that complete no line of the side to move
	left    int    // a search to this depth reaches the end of every game
	judged  value  // the evaluation of the position
	first   uint8  // the first move of a winning sequence of threats, or noMove
}

func (b *board) look(g *geometry, ply int) (v view) {
	if g.misere {
		return b.lookMisere(g, ply)
	}
	v.first = noMove
	taken := b.marks[0].or(b.marks[1])
	own, other := &b.count[b.side], &b.count[b.side^1]
	last := uint8(g.length - 1)
	var open [2]bool // whether a line is open to the side to move, and to the opponent
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
	// The game is drawn when the last useful square is occupied.
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

// maxLines is the number of lines of three on 9×9: 63 in columns, 63 in rows, 98 in diagonals.
const maxLines = 224

type set struct{ low, high uint64 }

func single(s game.Square) set {
	if s < 64 {
		return set{low: 1 << s}
	}
	return set{high: 1 << (s - 64)}
}

func (a set) or(b set) set  { return set{a.low | b.low, a.high | b.high} }
func (a set) and(b set) set { return set{a.low & b.low, a.high & b.high} }
func (a set) not(b set) set { return set{a.low &^ b.low, a.high &^ b.high} }
func (a set) has(b set) bool {
	return a.low&b.low|a.high&b.high != 0
}
func (a set) empty() bool { return a.low|a.high == 0 }
func (a set) count() int  { return bits.OnesCount64(a.low) + bits.OnesCount64(a.high) }

// first returns the lowest square of a set, which must not be empty.
func (a set) first() game.Square {
	if a.low != 0 {
		return game.Square(bits.TrailingZeros64(a.low))
	}
	return game.Square(64 + bits.TrailingZeros64(a.high))
}

// A geometry has the lines of a board of one size, and the evaluation of lines.
type geometry struct {
	size    int
	length  int  // the squares of a line
	misere  bool // a side that completes a line loses
	all     set  // the squares of the board
	lines   []set
	through [squares][]uint8 // the lines through each square, as indexes in `lines`
	worth   []int32          // worth of an open line for the order of moves, by its number of marks
	judged  []value          // contribution of an open line to the evaluation, by its number of marks; see newGeometry
}

const squares = game.MaxSize * game.MaxSize

// newGeometry lets open lines contribute to the evaluation only if they are shorter than the board. Otherwise best play is
// a draw from 4×4 on, and the engine chooses among equal moves the one that does most for its lines, which most opponents
// let it complete.
func newGeometry(size, length int, misere bool) *geometry {
	g := &geometry{size: size, length: length, misere: misere, judged: make([]value, length+1)}
	for i, line := range rules.LinesInARow(size, length) {
		var members set
		for _, s := range line {
			members = members.or(single(s))
			g.through[s] = append(g.through[s], uint8(i))
		}
		g.lines, g.all = append(g.lines, members), g.all.or(members)
	}
	for marks := range length + 1 {
		g.worth = append(g.worth, int32(marks*marks))
	}
	if length < size { // a line with one mark is worth 12 points, and each further mark triples them
		for marks, points := 1, value(12); marks < length; marks, points = marks+1, 3*points {
			g.judged[marks] = points
		}
	}
	return g
}
