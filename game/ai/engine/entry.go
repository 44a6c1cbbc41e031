package engine

// A Bound says whether a stored value is exact, a lower bound or an upper bound.
type Bound uint8

// The kinds of bounds. An Entry without one is empty.
const (
	_ Bound = iota
	AtLeast
	AtMost
	Exact
)

// BoundOf returns whether a found value is exact or a bound, given the window and the position's proven bounds.
func BoundOf(found, alpha, beta, low, high Value) Bound {
	switch {
	case found <= low || found >= high:
		return Exact
	case found >= beta:
		return AtLeast
	case found <= alpha:
		return AtMost
	}
	return Exact
}

// NoMove is the Move of an Entry without a move.
const NoMove = 127

// An Entry is the result of a search as transposition tables store it.
type Entry struct {
	Value Value // a win or a loss is counted in plies from the root of the search
	Depth int   // plies searched below the position
	Bound Bound
	Move  uint8 // the best move
}

// Cuts reports whether the entry, if deep enough, makes a search with the window from alpha to beta unnecessary.
func (e Entry) Cuts(alpha, beta Value) bool {
	return e.Bound == Exact || e.Bound == AtLeast && e.Value >= beta || e.Bound == AtMost && e.Value <= alpha
}

// The fields of a packed entry, from the lowest bit: 16 bits value, 8 depth, 8 bound, 8 move, 8 epoch.
const (
	depthShift = 16
	boundShift = 24
	moveShift  = 32
	epochShift = 40
)

// Pack returns the entry of a position `ply` plies below the root, and the number of the search, as one number.
func (e Entry) Pack(ply int, epoch uint64) uint64 {
	return uint64(uint16(e.Value.FromHere(ply))) | uint64(uint8(e.Depth))<<depthShift | uint64(e.Bound)<<boundShift |
		uint64(e.Move)<<moveShift | epoch<<epochShift
}

// Unpack is the inverse of Pack.
func Unpack(data uint64, ply int) Entry {
	return Entry{Value(int16(data)).FromRoot(ply), PackedDepth(data), Bound(data >> boundShift), PackedMove(data)}
}

// PackedDepth returns the depth of a packed entry.
func PackedDepth(data uint64) int { return int(uint8(data >> depthShift)) }

// PackedMove returns the move of a packed entry.
func PackedMove(data uint64) uint8 { return uint8(data >> moveShift) }

// PackedAge returns how many searches before the search `epoch` an entry was packed, modulo 256.
func PackedAge(data, epoch uint64) int { return int(epoch-data>>epochShift) & 0xff }
