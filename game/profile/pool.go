package profile

import (
	"slices"

	"noughts/game"
	"noughts/game/rules"
)

// A Pool is a set of variants that share one rating. Its text is stored. "" means no pool.
type Pool string

// The pools.
const (
	Classic3      Pool = "classic3" // the 3×3 board
	LargerClassic Pool = "classic"  // larger boards, any number in a row, and other rules
	Ultimate      Pool = "ultimate"
)

// Pools returns the pools of games between members, which alone rank them, in the order of display.
func Pools() []Pool { return []Pool{Classic3, LargerClassic, Ultimate} }

// AgainstComputer returns the pool for games of the same variants against the computer, which rank nobody.
func (p Pool) AgainstComputer() Pool { return p + "/computer" }

// AllPools returns the pools of games between members, and then those against the computer.
func AllPools() []Pool {
	all := Pools()
	for _, p := range Pools() {
		all = append(all, p.AgainstComputer())
	}
	return all
}

// Ranks reports whether members are ranked by the pool, that is, whether its games are between members.
func (p Pool) Ranks() bool { return slices.Contains(Pools(), p) }

// PoolOf returns the pool for games between members, "" for 1×1 and 2×2, where the first player always wins.
func PoolOf(v game.Variant) Pool {
	switch {
	case v == game.Ultimate:
		return Ultimate
	case v == game.Classic(3):
		return Classic3
	case v.N < 3:
		return ""
	}
	return LargerClassic
}

// PoolFor returns the pool for games between members or against the computer, "" if these have no ratings. Those with
// vanishing marks have none, because the first player wins within 13 plies by force.
func PoolFor(v game.Variant, computer bool) Pool {
	switch pool := PoolOf(v); {
	case v == rules.Vanishing:
		return ""
	case pool == "" || !computer:
		return pool
	case WonByForce(v):
		return ""
	default:
		return pool.AgainstComputer()
	}
}

// ForcedPlies is the greatest length of the forced wins of WonByForce, in plies.
const ForcedPlies = 15

// WonByForce reports whether the first player of a variant with ratings wins by force, so that a win could be learned by
// heart: with three in a row on boards larger than 3×3, and with four in a row from 6×6 on. TestWonByForce proves each
// of them with the engine.
//
// The other variants are drawn or no forced win is known. Engine: draws of 3×3, misère 3×3 and 4×4, four in a row on 4×4.
// Literature on m,n,k-games: draws of four in a row on 5×5, of five or more in a row up to 8×8 (Hsu, Ko, Hsueh and Wu, ICGA
// Journal 40) and of eight or more on any board. The forced win in Ultimate of Bertholon and others (arXiv 2006.02353)
// needs local boards that stay open after they are won, which ours do not.
func WonByForce(v game.Variant) bool {
	return v.Kind == game.Classic(3).Kind && (v.N > 3 && v.Length() == 3 || v.N > 5 && v.Length() == 4)
}
