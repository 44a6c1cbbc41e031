package profile

import (
	"slices"
	"time"

	"noughts/game"
	"noughts/game/match"
)

// A RatingChange is the effect of a game on ratings.
type RatingChange struct {
	Verdict Verdict
	// Before and After are the standings of X's and O's players in the game's pool. The standings
	// of the computer are zero. If the game is not rated, Before and After are equal.
	Before, After [2]Standing
	Level         Rating // rating of the computer's level, if it played
}

// Rate computes the effect of a game on ratings. It is a pure function of its arguments:
//   - before are the players' standings in the game's Pool, Unrated for a member without rated games there;
//   - level is the rating in points of the computer's level, 0 if no level played or its rating is unknown;
//   - today is the number of earlier rated games of the two members on the day the game ended, in all pools;
//   - repeated reports whether an earlier rated game of the member has the same Key.
func (g FinishedGame) Rate(before [2]Standing, level, today int, repeated bool) RatingChange {
	o := RatingChange{Before: before, After: before, Level: Rating{Value: level * 100}}
	levels, side := 0, game.X // side is the member's side, in a game against a level
	for i, p := range g.Players {
		if p.IsComputer() {
			levels, side = 1, game.O-game.Mark(i)
			o.Before[i], o.After[i] = Standing{}, Standing{}
		}
	}
	gained := g.Relayed[0] && g.Winner != game.O || g.Relayed[1] && g.Winner != game.X
	var levelScore HalfPoints // the member's score in a game against a level
	o.Verdict, levelScore = Candidate{
		Variant: g.Variant, Score: ScoreOf(side, g.Winner), Casual: g.Casual, Decided: true, Hinted: g.Hinted[0] || g.Hinted[1],
		Relayed: gained, RatedToday: today, Levels: levels, TakenBack: g.TakenBack, Repeated: repeated, Level: level, Member: before[side-game.X].Rating,
	}.Verdict()
	if o.Verdict != Rated {
		return o
	}
	for i, p := range g.Players {
		if p.IsComputer() {
			continue
		}
		opponent, r, score := o.Level, before[i].Rating, levelScore // against a computer level
		if levels > 0 {
			r = r.AfterLevel(level, score, g.Ended)
			if score == Draw && isPerfect(g.Players) { // a draw is the best possible result
				r.Value = max(r.Value, before[i].Rating.Value)
			}
		} else { // between two members
			score = ScoreOf(game.X+game.Mark(i), g.Winner)
			opponent = before[1-i].Rating
			r = r.After(opponent, score, g.Ended)
		}
		o.After[i] = before[i].after(g, game.X+game.Mark(i), score, r, opponent)
	}
	return o
}

func isPerfect(players [2]match.Player) bool {
	return slices.ContainsFunc(players[:], func(p match.Player) bool { return p.Level == "perfect" })
}

// Unrated is the standing of a member without rated games in a pool.
func Unrated(pool Pool) Standing { return Standing{Pool: pool, Rating: NewRating()} }

// after returns the standing after a rated game: r is the new rating, `opponent` the other's rating before it.
func (s Standing) after(g FinishedGame, side game.Mark, score HalfPoints, r, opponent Rating) Standing {
	s.Rating = r
	s.Rated = s.Rated.With(score)
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
	if !r.Provisional() {
		s.Peak = max(s.Peak, r.Points())
	}
	return s
}

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
	// rating.Rated, all ratings except a level's are zero.
	Before   Rating `json:"before,omitzero"`
	Opponent Rating `json:"opponent,omitzero"`
	After    Rating `json:"after,omitzero"`
	Key      string `json:"game_key,omitempty"` // see FinishedGame.Key
	// Rated is the member's number of rated games in the pool, including this game. It is 0 unless the Verdict is
	// rating.Rated. It is not stored with the result.
	Rated int `json:"-"`
}

// Results returns the game's result for each of its members, X's member first.
func (g FinishedGame) Results(o RatingChange) []MemberResult {
	var results []MemberResult
	for i, p := range g.Players {
		if p.IsComputer() {
			continue
		}
		side := game.X + game.Mark(i)
		r := MemberResult{Game: g, Side: side, Score: ScoreOf(side, g.Winner), Verdict: o.Verdict, Key: g.Key()}
		r.Game.Moves, r.Game.Dropped = nil, 0
		if o.Verdict == Rated {
			r.Before, r.Opponent, r.After = o.Before[i].Rating, o.Before[1-i].Rating, o.After[i].Rating
			r.Rated = o.After[i].Rated.Games()
		}
		if g.Players[1-i].IsComputer() {
			r.Opponent = o.Level
		}
		results = append(results, r)
	}
	return results
}

// Member returns the id of the member of this result.
func (r MemberResult) Member() string { return r.Game.Players[r.Side-game.X].ID }

// A Kind says which of a member's games a tally counts. Its text is stored.
type Kind string

// The kinds of tallies.
const (
	AllGames  Kind = "all"
	OfVariant Kind = "record"  // games of one variant, against the level in Key, or against members if Key is ""
	Opened    Kind = "opening" // games of one variant, begun by the member on the square in Key
	Against   Kind = "against" // games against the member in Key
)

// A TallyKey identifies one of a member's tallies (numbers of wins, draws and losses).
type TallyKey struct {
	Member  string       `json:"-"`
	Kind    Kind         `json:"kind"`
	Variant game.Variant `json:"variant,omitzero"` // the zero Variant if the tally counts all variants
	Key     string       `json:"key,omitempty"`
}

// TallyKeys returns a side's tallies that count the game: AllGames, then Against for a member, then others.
func (g FinishedGame) TallyKeys(side game.Mark) []TallyKey {
	member, opponent := g.Players[side-game.X].ID, g.Players[side.Opponent()-game.X]
	counts := []TallyKey{{Member: member, Kind: AllGames}}
	if opponent.IsPerson() {
		counts = append(counts, TallyKey{Member: member, Kind: Against, Key: opponent.ID})
	}
	counts = append(counts, TallyKey{Member: member, Kind: OfVariant, Variant: g.Variant, Key: opponent.Level})
	if first, ok := g.opening(side); ok {
		counts = append(counts, TallyKey{Member: member, Kind: Opened, Variant: g.Variant, Key: first.String()})
	}
	return counts
}

// Day returns the start of the UTC day on which the game ended: see rating.Candidate.RatedToday.
func (g FinishedGame) Day() time.Time { return g.Ended.UTC().Truncate(24 * time.Hour) }

// Effect returns the game's effect on the player of a side, without achievements. It is zero for
// games against the computer, because only the profile shows the strength against the computer.
func (o RatingChange) Effect(g FinishedGame, side game.Mark) match.Effect {
	i := side - game.X
	switch {
	case g.AgainstComputer():
		return match.Effect{}
	case o.Verdict != Rated:
		return match.Effect{Unrated: o.Verdict.String()}
	}
	before, after := o.Before[i].Rating, o.After[i]
	return match.Effect{
		Before: before.Points(), After: after.Rating.Points(), Provisional: after.Rating.Provisional(),
		Rated: after.Rated.Games(), Streak: max(0, after.Streak),
	}
}
