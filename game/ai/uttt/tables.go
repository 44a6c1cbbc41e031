package uttt

import (
	"math/rand/v2"

	"noughts/game/ultimate"
)

// A set holds cells of a local board, or local boards, one bit each in reading order.
type set = uint16

const all set = 1<<9 - 1

var (
	hasLine = tabulate(ultimate.HasLine) // whether a set contains a line
	gaps    = tabulate(ultimate.Gaps)    // the members that would complete a line with those of a set
	// ternary reads a set's bits as digits in base three.
	ternary = tabulate(func(s set) (code uint16) {
		for power := uint16(1); s != 0; s, power = s>>1, power*3 {
			code += s & 1 * power
		}
		return code
	})
)

// through[i] says whether a set, with i added to it, contains a line through i.
var through = func() (tables [9]*[512]bool) {
	for i := range tables {
		tables[i] = tabulate(func(s set) bool {
			return ultimate.Gaps(s&^(1<<i))>>i&1 != 0
		})
	}
	return tables
}()

// tabulate returns the values of a function of all sets.
func tabulate[T any](f func(set) T) *[512]T {
	table := new([512]T)
	for s := range table {
		table[s] = f(set(s))
	}
	return table
}

// A row numbers what stands on a local board. Of an open one it is the number whose digits in base three are
// the cells in reading order, the first the lowest: 0 for an empty one, 1 for X, 2 for O. A closed one has
// one of three rows, whatever its squares.
type row = uint16

// The rows of closed local boards, and the number of all rows.
const (
	openRows = 19683
	wonByX   = openRows + iota - 1
	wonByO
	drawn
	rowCount
)

// facts tell of each row what the board must know. Rows of full boards and of boards with a line
// exist only for the moment of closing.
var facts = makeFacts()

// A fact packs, from the lowest bit: whether X can still win the board, whether it could with one mark,
// whether it has, and whether the board is closed; five bits for the kind; after 16 bits the first three for
// O; and in the upper half the cells that win it for X and, 16 bits higher, for O.
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

// closedRow returns the row of the board once it is closed.
func (f fact) closedRow() row {
	switch w := f.won(); {
	case w.of(0) != 0:
		return wonByX
	case w.of(1) != 0:
		return wonByO
	}
	return drawn
}

func makeFacts() *[rowCount]fact {
	table := new([rowCount]fact)
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
}

// factOf returns the fact of a local board with the cells of X and of O.
func factOf(x, o set) fact {
	f := fact(sideFact(x, o)) | fact(sideFact(o, x))<<16
	if x|o == all || f.won() != 0 {
		f |= 1 << factClosed
	}
	return f | fact(winningCells(x, o))<<factWinning | fact(winningCells(o, x))<<(factWinning+16)
}

// sideFact returns the bits of a fact that are for one side.
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

// winningCells returns the cells of an open board that win it for a side.
func winningCells(own, other set) set {
	if hasLine[own] || hasLine[other] {
		return 0
	}
	return gaps[own] &^ (own | other)
}

// anyBoard stands for a free choice where a local board is numbered.
const anyBoard = 9

// keys make a position's hash: random factors for the rows of the local boards, and a random number for the
// side to move with the board it must play. A sum of rows times such factors hardly ever meets another
// (Carter and Wegman, Universal Classes of Hash Functions, 1979), is updated by one multiplication, and knows
// of a closed board no more than its row does.
var keys = makeKeys()

type hashKeys struct {
	board [9]uint64
	turn  [2][16]uint64
}

func makeKeys() *hashKeys {
	k := new(hashKeys)
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
}
