package profile

import (
	"time"

	"noughts/game"
	"noughts/game/match"
)

// A Past is what was stored about a player before a game. It is zero for the computer.
type Past struct {
	Standing  Standing // in the game's Pool, without the History; Unrated for a member without rated games there
	Games     int      // number of counted games
	Opponents int      // number of different members in these games, counted up to ManyOpponents
	Met       bool     // the opponent in this game is one of them
	Beaten    []string // the beaten rungs of the game's Ladder
}

// A Counted is what a game changes for one of its members.
type Counted struct {
	MemberResult
	Standing Standing     // after the game; unchanged unless the Verdict is Rated
	Tallies  []TallyKey   // the tallies that count the game: AllGames, then Against for a member, then others
	Effect   match.Effect // without achievements; against the computer only the ladder, because only the profile shows that strength
	MayEarn  []Earned     // in the order of Achievements; the member may have some already
}

// Count returns what the game changes for its members, X's member first. A game that is not rated also counts, but
// changes no rating.
//   - past is what was stored about X and O;
//   - today is the number of earlier rated games of the two members on the Day of the game, in all pools;
//   - repeated reports whether an earlier rated game of the member has the same Key.
func (g FinishedGame) Count(past [2]Past, today int, repeated bool) []Counted {
	var all []Counted
	for i, p := range g.Players {
		if p.IsComputer() {
			continue
		}
		side, before, opponent := game.X+game.Mark(i), past[i].Standing, past[1-i].Standing.Rating
		if g.AgainstComputer() {
			opponent = Rating{Value: g.Level * 100}
		}
		c := Counted{
			MemberResult: MemberResult{
				Game: g, Side: side, Score: ScoreOf(side, g.Winner), Verdict: g.verdict(before.Rating, today, repeated), Key: g.Key(),
			},
			Standing: before, Tallies: g.tallies(side),
		}
		c.Game.Moves, c.Game.Dropped = nil, 0
		if c.Verdict == Rated {
			c.Standing = g.rate(side, before, opponent)
			c.Before, c.After = before.Rating, c.Standing.Rating
		}
		if c.Verdict == Rated || g.AgainstComputer() {
			c.Opponent = opponent
		}
		c.MayEarn = c.mayEarn(g, past[i])
		switch {
		case g.AgainstComputer():
			c.climb(g, past[i])
		case c.Verdict != Rated:
			c.Effect.Unrated = c.Verdict.String()
		default:
			c.Effect = match.Effect{
				Before: c.Before.Points(), After: c.After.Points(), Provisional: c.After.Provisional(),
				RatedGames: c.Standing.Tally.Games(), Streak: max(0, c.Standing.Streak),
			}
		}
		all = append(all, c)
	}
	return all
}

// rate returns the standing of a side's member after the game, which must be rated. `opponent` is the opponent's rating
// before it.
func (g FinishedGame) rate(side game.Mark, s Standing, opponent Rating) Standing {
	before, score := s.Rating, ScoreOf(side, g.Winner)
	if g.AgainstComputer() {
		s.Rating = before.AfterLevel(g.Level, score, g.Ended)
		if score == Draw && isPerfect(g.Players) { // a draw is the best possible result
			s.Rating.Value = max(s.Rating.Value, before.Value)
		}
	} else {
		s.Rating = before.After(opponent, score, g.Ended)
	}
	s.Tally = s.Tally.With(score)
	switch score {
	case Win:
		s.Streak = max(s.Streak, 0) + 1
		s.Longest = max(s.Longest, s.Streak)
		// A computer level's rating has deviation 0, so it is never provisional.
		if !opponent.Provisional() && opponent.Points() > s.Best.Points {
			s.Best = BestWin{Match: g.Match, Opponent: g.Players[side.Opponent()-game.X], Points: opponent.Points(), At: g.Ended}
		}
	case Draw:
		s.Streak = 0
	case Loss:
		s.Streak = min(s.Streak, 0) - 1
	}
	if !s.Rating.Provisional() {
		s.Peak = max(s.Peak, s.Rating.Points())
	}
	return s
}

// climb notes a game against the computer on the member's ladder. Help and casual games do not prevent climbing.
func (c *Counted) climb(g FinishedGame, past Past) {
	ladder, ok := LadderOf(g.Variant)
	if !ok {
		return
	}
	ladder.Beaten = past.Beaten
	if after := ladder.With(g.Players[c.Side.Opponent()-game.X].Level, c.Score); len(after.Beaten) > len(past.Beaten) {
		ladder = after
		if ladder.IsWhole() {
			c.MayEarn = append(c.MayEarn, Earned{Achievement: WholeLadder, Match: g.Match, At: g.Ended})
		}
	}
	c.Effect.Beaten = ladder.Beaten
}

func isPerfect(players [2]match.Player) bool {
	return players[0].Level == "perfect" || players[1].Level == "perfect"
}

// NewStanding returns the standing of a member without rated games in a pool.
func NewStanding(pool Pool) Standing { return Standing{Pool: pool, Rating: NewRating()} }

// With returns the tally of wins, draws and losses with one more game, whose result is `score`.
func (t Tally) With(score HalfPoints) Tally {
	switch score {
	case Win:
		t.Wins++
	case Draw:
		t.Draws++
	case Loss:
		t.Losses++
	}
	return t
}

// A MemberResult is a game's result for one of its members. Stores keep one for each game and
// member, in the order of counting. Ratings can be computed again from these results.
type MemberResult struct {
	Game    FinishedGame `json:"-"` // without the moves
	Side    game.Mark    `json:"side"`
	Score   HalfPoints   `json:"score"` // 0 lost, 1 drawn, 2 won
	Verdict Verdict      `json:"verdict"`
	// Before and After are the member's rating before and after the game, and Opponent is the
	// opponent's rating before the game. A level's rating has only a Value. Unless the Verdict is
	// Rated, all ratings except a level's are zero.
	Before   Rating `json:"before,omitzero"`
	Opponent Rating `json:"opponent,omitzero"`
	After    Rating `json:"after,omitzero"`
	Key      string `json:"game_key,omitempty"` // see FinishedGame.Key
}

// Member returns the id of the member of this result.
func (r MemberResult) Member() string { return r.Game.Players[r.Side-game.X].ID }

// A TallyKind says which of a member's games a tally counts. Its text is stored.
type TallyKind string

// The kinds of tallies.
const (
	AllGames  TallyKind = "all"
	OfVariant TallyKind = "record"  // games of one variant, against the level in Key, or against members if Key is ""
	Opened    TallyKind = "opening" // games of one variant, begun by the member on the square in Key
	Against   TallyKind = "against" // games against the member in Key
)

// A TallyKey identifies one of a member's tallies (numbers of wins, draws and losses).
type TallyKey struct {
	Member  string       `json:"-"`
	Kind    TallyKind    `json:"kind"`
	Variant game.Variant `json:"variant,omitzero"` // the zero Variant if the tally counts all variants
	Key     string       `json:"key,omitempty"`
}

func (g FinishedGame) tallies(side game.Mark) []TallyKey {
	member, opponent := g.Players[side-game.X].ID, g.Players[side.Opponent()-game.X]
	counts := []TallyKey{{Member: member, Kind: AllGames}}
	if opponent.IsPerson() {
		counts = append(counts, TallyKey{Member: member, Kind: Against, Key: opponent.ID})
	}
	counts = append(counts, TallyKey{Member: member, Kind: OfVariant, Variant: g.Variant, Key: opponent.Level})
	if side == g.Begins && len(g.Moves) > 0 {
		counts = append(counts, TallyKey{Member: member, Kind: Opened, Variant: g.Variant, Key: g.Moves[0].String()})
	}
	return counts
}

// Day returns the start of the UTC day on which the game ended.
func (g FinishedGame) Day() time.Time { return g.Ended.UTC().Truncate(24 * time.Hour) }
