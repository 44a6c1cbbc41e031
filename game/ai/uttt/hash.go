package uttt

import "math/rand/v2"

// anyBoard stands for a free choice where a local board is numbered.
const anyBoard = 9

// keys make a position's hash: random factors for the rows of the local boards,
// and a random number for the side to move with the board it must play. A sum
// of rows times such factors hardly ever meets another (Carter and Wegman,
// Universal Classes of Hash Functions, 1979), is updated by one multiplication,
// and knows of a closed board no more than its row does.
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
