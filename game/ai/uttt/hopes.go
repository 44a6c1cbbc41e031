package uttt

// wonHope is the hope of a local board that is won: certainty.
const wonHope = 64

// A hope says how likely a side is to win a local board, from 0, when it
// cannot, to wonHope.
type hope = uint8

// hopes[code] holds the hopes of the first side and of the second for every
// position of a local board, where code is the ternary of the first side's
// cells plus twice that of the second's.
//
// On an Ultimate board nobody knows who will be the next to play on a local
// board. So the hopes are the chances of winning it if a coin is tossed for
// each move and both sides make the best of theirs.
var hopes = solveHopes()

type chance struct{ first, second float64 }

func (c chance) lead() float64 { return c.first - c.second }

func solveHopes() *[19683][2]hope {
	chances := make([]chance, 19683)
	table := new([19683][2]hope)
	// Positions with more marks have more bits in the union; those come first.
	for union := all; ; union-- {
		for first := union; ; first = (first - 1) & union {
			second := union &^ first
			code := ternary[first] + 2*ternary[second]
			chances[code] = tossed(chances, first, second)
			table[code] = [2]hope{hopeOf(chances[code].first), hopeOf(chances[code].second)}
			if first == 0 {
				break
			}
		}
		if union == 0 {
			return table
		}
	}
}

// tossed returns the chances in a position all of whose successors have theirs.
func tossed(chances []chance, first, second set) chance {
	switch {
	case hasLine[first]:
		return chance{first: 1}
	case hasLine[second]:
		return chance{second: 1}
	case first|second == all:
		return chance{}
	}
	forFirst, forSecond := chance{second: 2}, chance{first: 2}
	for free := all &^ (first | second); free != 0; free &= free - 1 {
		cell := free & -free
		if c := chances[ternary[first|cell]+2*ternary[second]]; c.lead() > forFirst.lead() {
			forFirst = c
		}
		if c := chances[ternary[first]+2*ternary[second|cell]]; c.lead() < forSecond.lead() {
			forSecond = c
		}
	}
	return chance{(forFirst.first + forSecond.first) / 2, (forFirst.second + forSecond.second) / 2}
}

// hopeOf returns a chance as a hope: 0 only for none at all, and wonHope only
// for certainty.
func hopeOf(chance float64) hope {
	switch chance {
	case 0:
		return 0
	case 1:
		return wonHope
	}
	return min(max(hope(chance*wonHope), 1), wonHope-1)
}
