package rating

import (
	"slices"

	"noughts/game"
)

// A Pool is a set of variants that share one rating. Stores keep its text. "" is no pool.
type Pool string

// The pools.
const (
	Classic3      Pool = "classic3" // the 3×3 board
	LargerClassic Pool = "classic"  // larger boards, any number in a row, and misère
	Ultimate      Pool = "ultimate"
)

// Pools returns the pools of games between members, in the order of display. Only these rank
// members: in leaderboards, seedings and so on.
func Pools() []Pool { return []Pool{Classic3, LargerClassic, Ultimate} }

// AgainstComputer returns the pool of the same variants for games against the computer. Its ratings
// are shown as strength against the computer and rank nobody.
func (p Pool) AgainstComputer() Pool { return p + "/computer" }

// AllPools returns the pools of games between members, and then those against the computer.
func AllPools() []Pool {
	all := Pools()
	for _, p := range Pools() {
		all = append(all, p.AgainstComputer())
	}
	return all
}

// Ranks says whether the pool ranks members: its games are between members.
func (p Pool) Ranks() bool { return slices.Contains(Pools(), p) }

// PoolOf returns the pool of a variant for games between members. It is "" for 1×1 and 2×2, where
// the first player always wins.
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
