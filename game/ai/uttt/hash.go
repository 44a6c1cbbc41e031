package uttt

import (
	"math/bits"
	"math/rand/v2"
)

// keys are random numbers for the facts of a position; its hash is the xor of
// those that hold.
var keys = makeKeys()

type hashKeys struct {
	square [2][squares]uint64 // a mark of X or O on a square of an open local board
	closed [3][9]uint64       // a local board won by X, won by O, or full
	forced [anyBoard + 1]uint64
	side   [2]uint64
}

func makeKeys() *hashKeys {
	k := new(hashKeys)
	rng := rand.New(rand.NewPCG('U', 'T'))
	for _, row := range [][]uint64{
		k.square[0][:], k.square[1][:], k.closed[0][:], k.closed[1][:], k.closed[2][:], k.forced[:], k.side[:],
	} {
		for i := range row {
			row[i] = rng.Uint64()
		}
	}
	return k
}

// squaresKey returns the keys of the marks on a local board.
func (b *board) squaresKey(i uint8) (key uint64) {
	for side, marks := range b.marks {
		for cells := marks[i]; cells != 0; cells &= cells - 1 {
			key ^= keys.square[side][i*9+uint8(bits.TrailingZeros16(cells))]
		}
	}
	return key
}
