package rating

import (
	"slices"

	"noughts/game"
)

const (
	// MostGames is how many games a day of the same two members count, in all pools
	// together.
	MostGames = 6
	// MostAhead is how many points above a level a member may be for a game between them
	// to count.
	MostAhead = 400
)

// A Game is what decides whether a game counts for ratings.
type Game struct {
	Variant game.Variant
	Casual  bool // the players want no rating
	Decided bool // won, lost or drawn in any way: not aborted, stopped or abandoned
	Hinted  bool // a player was given a hint

	// Between two members:
	CountedToday int // games of the two before this one that counted on the same day, in UTC

	// Against a level, or between two:
	Levels    int    // how many of the players are levels of the computer
	TakenBack bool   // a move was taken back, which the computer grants always
	Level     int    // the level's rating in points, 0 if it was never measured
	Member    Rating // the member's before the game
}

// A Verdict says whether a game counts for ratings, or why not.
type Verdict uint8

// The verdicts.
const (
	Counts     Verdict = iota
	NoPool             // its variant has no ratings
	Watched            // no member played
	Undecided          // it came to no result
	Casual             // it was agreed to be casual
	Hinted             // somebody was given a hint
	TakenBack          // the computer gave a move back
	Unmeasured         // nobody knows how strong the level is
	WeakLevel          // the member is more than MostAhead above the level
	Enough             // the two have played MostGames on that day that count
)

// verdicts are the texts that verdicts are kept as, each at the place of its value. A text
// that has been written must keep its value for ever.
var verdicts = [...]string{
	Counts: "rated", NoPool: "no pool", Watched: "watched", Undecided: "undecided", Casual: "casual", Hinted: "hinted",
	TakenBack: "taken back", Unmeasured: "unmeasured", WeakLevel: "weak level", Enough: "enough",
}

// String returns the text that stores keep of a verdict.
func (v Verdict) String() string {
	if int(v) < len(verdicts) {
		return verdicts[v]
	}
	return ""
}

// ParseVerdict returns the verdict of a text, and false if it is none's.
func ParseVerdict(text string) (Verdict, bool) {
	i := slices.Index(verdicts[:], text)
	return Verdict(max(0, i)), i >= 0
}

// Verdict says whether the game counts. Of several reasons why not it is the first in the
// order above.
func (g Game) Verdict() Verdict {
	switch {
	case PoolOf(g.Variant) == "":
		return NoPool
	case g.Levels == 2:
		return Watched
	case !g.Decided:
		return Undecided
	case g.Casual:
		return Casual
	case g.Hinted:
		return Hinted
	case g.Levels == 1:
		return g.againstLevel()
	case g.CountedToday >= MostGames:
		return Enough
	}
	return Counts
}

func (g Game) againstLevel() Verdict {
	switch {
	case g.TakenBack:
		return TakenBack
	case g.Level == 0:
		return Unmeasured
	case g.Member.Value-g.Level*100 > MostAhead*100:
		return WeakLevel
	}
	return Counts
}
