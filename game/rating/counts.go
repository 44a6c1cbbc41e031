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

// A Candidate is all that decides whether a game counts for ratings, and as which result.
type Candidate struct {
	Variant game.Variant
	Score   HalfPoints // the result for X or, against a level, for the member
	Casual  bool       // the players want no rating
	Decided bool       // won, lost or drawn in any way: not aborted, stopped or abandoned
	Hinted  bool       // a player had a hint, an explanation or the coach

	// Between two members:
	CountedToday int // games of the two before this one that counted on the same day, in UTC

	// Against a level, or between two:
	Levels    int    // how many of the players are levels of the computer
	TakenBack bool   // a move was taken back, which the computer always grants
	Repeated  bool   // a game of the member with the same moves has counted before
	Level     int    // the level's rating in points, 0 if it was never measured
	Member    Rating // the member's against the computer, before the game
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
	Hinted             // one of two members was given a hint
	Unmeasured         // nobody knows how strong the level is
	WeakLevel          // the member is more than MostAhead above the level
	Repeated           // the same game against the computer has counted before
	Enough             // the two have played MostGames on that day that count
)

// verdicts are the texts that verdicts are kept as, each at the place of its value. A text
// that has been written must keep its value for ever.
var verdicts = [...]string{
	Counts: "rated", NoPool: "no pool", Watched: "watched", Undecided: "undecided", Casual: "casual", Hinted: "hinted",
	Unmeasured: "unmeasured", WeakLevel: "weak level", Repeated: "repeated", Enough: "enough",
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

// MarshalText returns what String does, for JSON.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Verdict says whether the game counts, and as which result. These are the rules of
// docs/ratings.md. If several reasons speak against the game, the verdict is the first one
// in the order above.
//
// Help against the computer never pays: a game with help counts as lost, whatever its
// result, and even if its moves have counted before. Otherwise a member who is about to
// lose could void the loss with a hint, or with moves taken back.
func (g Candidate) Verdict() (Verdict, HalfPoints) {
	helped := g.Levels == 1 && (g.Hinted || g.TakenBack)
	switch {
	case PoolOf(g.Variant) == "":
		return NoPool, g.Score
	case g.Levels == 2:
		return Watched, g.Score
	case !g.Decided:
		return Undecided, g.Score
	case g.Casual:
		return Casual, g.Score
	case g.Levels == 0 && g.Hinted:
		return Hinted, g.Score
	case g.Levels == 1 && g.Level == 0:
		return Unmeasured, g.Score
	case g.Levels == 1 && g.Member.Value-g.Level*100 > MostAhead*100:
		return WeakLevel, g.Score
	case helped:
		return Counts, Loss
	case g.Levels == 1 && g.Repeated:
		return Repeated, g.Score
	case g.Levels == 0 && g.CountedToday >= MostGames:
		return Enough, g.Score
	}
	return Counts, g.Score
}
