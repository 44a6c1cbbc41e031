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

// PoolFor returns the pool for games between members or against the computer, "" if these have no ratings. Those with vanishing
// marks have none, because the first player wins within 13 plies by force.
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

const (
	// MostGames is how many games between the same two members can be rated on one day, in all pools together.
	MostGames = 6
	// MostAhead is for games against a level: if the member's rating is more than this number of points above the
	// level's, the game is not rated.
	MostAhead = 400
)

// A Verdict says whether a game is rated, or why not.
type Verdict uint8

// The verdicts.
const (
	Rated      Verdict = iota
	NoPool             // the variant has no ratings between members, or against the computer
	Casual             // the players chose a casual game
	Relayed            // a member who did not lose relayed a level's moves from another game
	Hinted             // a member had a hint in a game between members, or had help against the computer and did not lose
	Unmeasured         // the level was never measured
	WeakLevel          // the member's rating is more than MostAhead above the level's
	Repeated           // the member has a rated game against the computer with the same moves
	Enough             // the two members already have MostGames rated games on that day
)

// verdicts are the stored texts, indexed by value. A text must never change its meaning.
var verdicts = [...]string{
	Rated: "rated", NoPool: "no pool", Casual: "casual", Relayed: "relayed", Hinted: "hinted",
	Unmeasured: "unmeasured", WeakLevel: "weak level", Repeated: "repeated", Enough: "enough",
}

func (v Verdict) String() string {
	if int(v) < len(verdicts) {
		return verdicts[v]
	}
	return ""
}

// ParseVerdict returns the verdict with a stored text, and false if there is none.
func ParseVerdict(text string) (Verdict, bool) {
	i := slices.Index(verdicts[:], text)
	return Verdict(max(0, i)), i >= 0
}

// MarshalText returns the verdict as String does, for JSON.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// verdict reports whether the game is rated, by the rules of docs/ratings.md. If a game is unrated for several reasons,
// verdict returns the reason that comes first in the list of verdicts. `member` is the rating of the member in a game
// against the computer; today and repeated are those of Count.
//
// A game against the computer with help or takebacks counts only if the member loses it. Otherwise a member who is about
// to lose could avoid the loss by asking for a hint.
func (g FinishedGame) verdict(member Rating, today int, repeated bool) Verdict {
	computer := g.AgainstComputer()
	switch {
	case g.Pool() == "":
		return NoPool
	case g.Casual:
		return Casual
	case g.Relayed[0] && g.Winner != game.O || g.Relayed[1] && g.Winner != game.X:
		return Relayed
	case !computer && (g.Hinted[0] || g.Hinted[1]), g.isSaved():
		return Hinted
	case computer && g.Level == 0:
		return Unmeasured
	case computer && member.Value-g.Level*100 > MostAhead*100:
		return WeakLevel
	case computer && repeated:
		return Repeated
	case !computer && today >= MostGames:
		return Enough
	}
	return Rated
}
