package rating

import "noughts/game"

// A Pool is a group of variants that members have one rating in. Its text is what stores
// keep. "" is none.
type Pool string

// The pools.
const (
	Classic3      Pool = "classic3" // the 3×3 board
	LargerClassic Pool = "classic"  // larger boards, any number in a row, and misère
	Ultimate      Pool = "ultimate"
)

// Pools returns all pools, in the order in which they are shown.
func Pools() []Pool { return []Pool{Classic3, LargerClassic, Ultimate} }

// PoolOf returns the pool of a variant, "" for one without ratings: on 1×1 and 2×2 who
// begins wins, whatever anybody plays.
func PoolOf(v game.Variant) Pool {
	switch {
	case v == game.Ultimate:
		return Ultimate
	case v == game.Classic(3):
		return Classic3
	case v.Kind == game.Classic(3).Kind && v.N > 3, v.Kind == "misere":
		return LargerClassic
	}
	return ""
}
