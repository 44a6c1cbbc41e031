package uttt

// A row numbers what stands on a local board. Of an open one it is the number
// whose digits in base three are the cells in reading order, the first the
// lowest: 0 for an empty one, 1 for X, 2 for O. A closed one has one of three
// rows, whatever its squares.
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

// A fact packs, from the lowest bit: whether X can still win the board, whether
// it could with one mark, whether it has, and whether the board is closed;
// five bits for the kind; after 16 bits the first three for O; and in the upper
// half the cells that win it for X and, 16 bits higher, for O.
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
