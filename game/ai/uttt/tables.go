package uttt

import (
	"math/rand/v2"

	"noughts/game/rules"
)

// A set holds cells of a local board, or local boards, one bit each in reading order.
type set = uint16

const all set = 1<<9 - 1

var (
	hasLine = tabulate(rules.HasLine) // reports whether a set contains a line
	gaps    = tabulate(rules.Gaps)    // the members that would complete a line of a set
	// ternary reads the bits of a set as digits in base three.
	ternary = tabulate(func(s set) (code uint16) {
		for power := uint16(1); s != 0; s, power = s>>1, power*3 {
			code += s & 1 * power
		}
		return code
	})
)

// through[i] reports whether a set, with i added, contains a line through i.
var through = func() (tables [9]*[512]bool) {
	for i := range tables {
		tables[i] = tabulate(func(s set) bool {
			return rules.Gaps(s&^(1<<i))>>i&1 != 0
		})
	}
	return tables
}()

func tabulate[T any](f func(set) T) *[512]T {
	table := new([512]T)
	for s := range table {
		table[s] = f(set(s))
	}
	return table
}

// A row is the state of a local board as a number: its Pattern as X sees it.
type row = uint16

// The rows of closed local boards.
const (
	wonByX = row(WonPattern)
	wonByO = row(LostPattern)
	drawn  = row(DeadPattern)
)

// facts has the fact (packed data) of each row. An open board's row says which cells have marks. The method `change`
// also looks up the row of a board that a move has just filled or won, and then replaces it by wonByX, wonByO or drawn.
var facts = func() *[Patterns]fact {
	table := new([Patterns]fact)
	for x := range all + 1 {
		for o := range all + 1 {
			if x&o == 0 {
				table[ternary[x]+2*ternary[o]] = factOf(x, o)
			}
		}
	}
	for r, won := range map[row][2]set{wonByX: {all, 0}, wonByO: {0, all}, drawn: {0o543, 0o234}} {
		table[r] = factOf(won[0], won[1])
	}
	return table
}()

// A fact has packed data about a row. For X, from the lowest bit: whether X can still win the board, whether X can win
// it with one mark, whether X has won it. The next bit says whether the board is closed. The first three bits for O are
// 16 bits higher. The upper half has the cells that win the board for X and, 16 bits higher, for O.
type fact uint64

const (
	factCan     = 0
	factThreat  = 1
	factWon     = 2
	factClosed  = 3
	factWinning = 32
)

func (f fact) can() pair     { return pair(f>>factCan) & both }
func (f fact) threats() pair { return pair(f>>factThreat) & both }
func (f fact) won() pair     { return pair(f>>factWon) & both }
func (f fact) closed() bool  { return f>>factClosed&1 != 0 }
func (f fact) winning() pair { return pair(f >> factWinning) }

func (f fact) closedRow() row {
	switch w := f.won(); {
	case w.of(0) != 0:
		return wonByX
	case w.of(1) != 0:
		return wonByO
	}
	return drawn
}

func factOf(x, o set) fact {
	f := fact(sideFact(x, o)) | fact(sideFact(o, x))<<16
	if x|o == all || f.won() != 0 {
		f |= 1 << factClosed
	}
	return f | fact(winningCells(x, o))<<factWinning | fact(winningCells(o, x))<<(factWinning+16)
}

func sideFact(own, other set) (f uint16) {
	won := hasLine[own]
	if won || !hasLine[other] && hasLine[all&^other] {
		f |= 1 << factCan
	}
	if winningCells(own, other) != 0 {
		f |= 1 << factThreat
	}
	if won {
		f |= 1 << factWon
	}
	return f
}

func winningCells(own, other set) set {
	if hasLine[own] || hasLine[other] {
		return 0
	}
	return gaps[own] &^ (own | other)
}

// keys has the random numbers for the hash of a position: a factor for the row of each local board,
// and a number for the side to move and its forced board. A sum of rows times random factors rarely
// collides (Carter and Wegman, Universal Classes of Hash Functions, 1979), and a move updates it
// with one multiplication. Closed boards with the same row have the same hash.
var keys = func() (k struct {
	board [9]uint64
	turn  [2][16]uint64
}) {
	rng := rand.New(rand.NewPCG('U', 'T'))
	for i := range k.board {
		k.board[i] = rng.Uint64() | 1
	}
	for side := range k.turn {
		for i := range k.turn[side] {
			k.turn[side][i] = rng.Uint64()
		}
	}
	return k
}()
