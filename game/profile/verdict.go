package profile

import (
	"slices"

	"noughts/game"
)

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
