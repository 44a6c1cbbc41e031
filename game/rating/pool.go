package rating

import (
	"slices"

	"noughts/game"
)

// A Pool is a group of games that members have one rating in. Its text is what stores
// keep. "" is none.
type Pool string

// The pools.
const (
	Classic3      Pool = "classic3" // the 3×3 board
	LargerClassic Pool = "classic"  // larger boards, any number in a row, and misère
	Ultimate      Pool = "ultimate"
)

// Pools returns the pools of games between members, in the order of display. Leaderboards, seeds
// and all else that ranks members come from these alone.
func Pools() []Pool { return []Pool{Classic3, LargerClassic, Ultimate} }

// AgainstComputer returns the pool of the same variants in games against the computer. A
// member's rating in it is the strength against the computer, which ranks nobody.
func (p Pool) AgainstComputer() Pool { return p + "/computer" }

// AllPools returns the pools of games between members, and then those against the computer.
func AllPools() []Pool {
	all := Pools()
	for _, p := range Pools() {
		all = append(all, p.AgainstComputer())
	}
	return all
}

// Ranks says whether a pool ranks members: its games are between members.
func (p Pool) Ranks() bool { return slices.Contains(Pools(), p) }

// PoolOf returns the pool of a variant in games between members, "" for one without ratings:
// on 1×1 and 2×2 the first player wins, whatever anybody plays.
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
