package uttt

import "math/bits"

// A kind says roughly what a local board is worth to either side: all that the
// lines of the large board are told of it.
type kind = uint64

const (
	kindBits = 5
	kinds    = 1 << kindBits
)

// The kinds of local boards. Of several of a sort the first is the best for
// its side, or for X.
const (
	kindX       kind = 0  // won by X
	kindO       kind = 1  // won by O
	kindNobody  kind = 2  // nobody can win it
	kindOnlyX   kind = 3  // only X can win it: with one mark in several ways, in one, or not yet (two kinds)
	kindOnlyO   kind = 7  // as for X
	kindOpen    kind = 11 // both can win it, neither with one mark: seven by who is ahead
	kindXNear   kind = 18 // X could win it with one mark in several ways, or in one: three by who is ahead
	kindONear   kind = 22 // as for X
	kindContest kind = 26 // each could win it with one mark: five by who is ahead
)

// swapped holds each kind as the other side sees it.
var swapped = func() (table [kinds]kind) {
	for k := range table {
		table[k] = kind(k)
	}
	exchange := func(a, b kind) { table[a], table[b] = b, a }
	exchange(kindX, kindO)
	for i := range kind(4) {
		exchange(kindOnlyX+i, kindOnlyO+i)
		exchange(kindXNear+i, kindONear+i)
	}
	for i := range kind(3) {
		exchange(kindOpen+i, kindOpen+6-i)
	}
	for i := range kind(2) {
		exchange(kindContest+i, kindContest+4-i)
	}
	return table
}()

// kindOf returns the kind of a local board with the cells of X and of O.
func kindOf(x, o set) kind {
	forX, forO := sideFact(x, o), sideFact(o, x)
	canX, canO := forX>>factCan&1 != 0, forO>>factCan&1 != 0
	switch {
	case hasLine[x]:
		return kindX
	case hasLine[o]:
		return kindO
	case !canX && !canO:
		return kindNobody
	case !canO:
		return kindOnlyX + lonely(x, o)
	case !canX:
		return kindOnlyO + lonely(o, x)
	}
	return contested(x, o)
}

// lonely returns which of four kinds a board is that only one side can win.
func lonely(own, other set) kind {
	switch ways := bits.OnesCount16(winningCells(own, other)); {
	case ways > 1:
		return 0
	case ways == 1:
		return 1
	case hopes[ternary[own]+2*ternary[other]][0] > 16:
		return 2
	}
	return 3
}

// contested returns the kind of a board that both sides can win.
func contested(x, o set) kind {
	h := hopes[ternary[x]+2*ternary[o]]
	lead := int(h[0]) - int(h[1])
	nearX, nearO := bits.OnesCount16(winningCells(x, o)), bits.OnesCount16(winningCells(o, x))
	switch {
	case nearX == 0 && nearO == 0:
		return kindOpen + rank(lead, 22, 12, 3, -2, -11, -21)
	case nearO == 0:
		return kindXNear + near(nearX, lead)
	case nearX == 0:
		return kindONear + near(nearO, -lead)
	}
	return kindContest + rank(lead, 14, 3, -2, -13)
}

func near(ways, lead int) kind {
	if ways > 1 {
		return 0
	}
	return 1 + rank(lead, 36, 25)
}

// rank returns how many of the bounds lie above a number.
func rank(n int, bounds ...int) (above kind) {
	for _, bound := range bounds {
		if n < bound {
			above++
		}
	}
	return above
}
