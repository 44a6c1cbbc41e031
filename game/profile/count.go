package profile

import (
	"slices"
	"time"

	"noughts/game"
	"noughts/game/match"
	"noughts/game/rating"
)

// A RatingChange is what a game does for ratings.
type RatingChange struct {
	Verdict rating.Verdict
	// Before and After are where the players of X and O stand in the game's pool; both are
	// zero for who has no rating, and equal where the game does not count.
	Before, After [2]Standing
	Level         rating.Rating // of the level of the computer that played, if one did
}

// Rate returns what a game does for ratings. before are its players' standings in its Pool (Unrated
// for a member who has not played there). level is the rating in points of the computer's level, 0
// if none played or it was never measured. today is how many games of its two members have counted
// before on the day of its end, in all pools. repeated reports whether a game of its member with
// the same Key has counted before. A rating comes from nothing else: Rate returns the same for the
// same arguments.
func (g FinishedGame) Rate(before [2]Standing, level, today int, repeated bool) RatingChange {
	o := RatingChange{Before: before, After: before, Level: rating.Rating{Value: level * 100}}
	levels, side := 0, game.X // side is that of the member against a level
	for i, p := range g.Players {
		if p.IsComputer() {
			levels, side = 1, game.O-game.Mark(i)
			o.Before[i], o.After[i] = Standing{}, Standing{}
		}
	}
	var score rating.HalfPoints
	o.Verdict, score = rating.Candidate{
		Variant: g.Variant, Score: rating.ScoreOf(side, g.Winner), Casual: g.Casual, Decided: true, Hinted: g.Hinted[0] || g.Hinted[1],
		CountedToday: today, Levels: levels, TakenBack: g.TakenBack, Repeated: repeated, Level: level, Member: before[side-game.X].Rating,
	}.Verdict()
	if o.Verdict != rating.Counts {
		return o
	}
	for i, p := range g.Players {
		if p.IsComputer() {
			continue
		}
		opponent, after := o.Level, before[i].Rating
		if levels > 0 {
			after = after.AfterLevel(level, score, g.Ended)
			if score == rating.Draw && isPerfect(g.Players) { // nobody can do better
				after.Value = max(after.Value, before[i].Rating.Value)
			}
		} else {
			score = rating.ScoreOf(game.X+game.Mark(i), g.Winner)
			opponent = before[1-i].Rating
			after = after.After(opponent, score, g.Ended)
		}
		o.After[i] = before[i].after(g, game.X+game.Mark(i), score, after, opponent)
	}
	return o
}

// isPerfect reports whether one of the players is the level that never loses.
func isPerfect(players [2]match.Player) bool {
	return slices.ContainsFunc(players[:], func(p match.Player) bool { return p.Level == "perfect" })
}

// Unrated is where a member stands who has not played in a pool yet.
func Unrated(pool rating.Pool) Standing { return Standing{Pool: pool, Rating: rating.New()} }

// after returns where a member stands after a rated game.
func (s Standing) after(g FinishedGame, side game.Mark, score rating.HalfPoints, r, opponent rating.Rating) Standing {
	s.Rating = r
	s.Rated = s.Rated.With(score)
	switch score {
	case rating.Win:
		s.Streak = max(s.Streak, 0) + 1
		s.Longest = max(s.Longest, s.Streak)
		// A level's rating has no deviation, and is never provisional.
		if !opponent.Provisional() && opponent.Points() > s.Best.Points {
			s.Best = BestWin{Match: g.Match, Opponent: g.Players[side.Opponent()-game.X], Points: opponent.Points(), At: g.Ended}
		}
	case rating.Draw:
		s.Streak = 0
	case rating.Loss:
		s.Streak = min(s.Streak, 0) - 1
	}
	if !r.Provisional() {
		s.Peak = max(s.Peak, r.Points())
	}
	return s
}

// With returns the tally with one more game.
func (t Tally) With(score rating.HalfPoints) Tally {
	switch score {
	case rating.Win:
		t.Wins++
	case rating.Draw:
		t.Draws++
	case rating.Loss:
		t.Losses++
	}
	return t
}

// A MemberResult is a game's result for one of its members. A store keeps one for each game, in the order
// of counting. Ratings are computed again from it.
type MemberResult struct {
	Game    FinishedGame      `json:"-"` // without the moves
	Side    game.Mark         `json:"side"`
	Score   rating.HalfPoints `json:"score"` // 0 lost, 1 drawn, 2 won
	Verdict rating.Verdict    `json:"verdict"`
	// The member's rating before and after the game, and the opponent's before it: that of a
	// level has a value only. They are zero unless the Verdict is Counts, but for a level's.
	Before   rating.Rating `json:"before,omitzero"`
	Opponent rating.Rating `json:"opponent,omitzero"`
	After    rating.Rating `json:"after,omitzero"`
	Key      string        `json:"game_key,omitempty"` // the game's: see FinishedGame.Key
	// Rated is how many games of the pool have counted for the member, this one among them; 0 unless the Verdict is Counts.
	// Stores do not keep it with the result.
	Rated int `json:"-"`
}

// Results returns what the game was for each of its members, X first.
func (g FinishedGame) Results(o RatingChange) []MemberResult {
	var results []MemberResult
	for i, p := range g.Players {
		if p.IsComputer() {
			continue
		}
		side := game.X + game.Mark(i)
		r := MemberResult{Game: g, Side: side, Score: rating.ScoreOf(side, g.Winner), Verdict: o.Verdict, Key: g.Key()}
		r.Game.Moves, r.Game.Dropped = nil, 0
		if o.Verdict == rating.Counts {
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

// Member returns whose result it is.
func (r MemberResult) Member() string { return r.Game.Players[r.Side-game.X].ID }

// A Kind is what the games of a Tally have in common. Its text is what stores keep.
type Kind string

// The kinds of tallies.
const (
	AllGames  Kind = "all"
	OfVariant Kind = "record"  // of a variant, against the level of the Key or, if it is "", members
	Opened    Kind = "opening" // of a variant, begun with the square of the Key
	Against   Kind = "against" // against the member of the Key
)

// A Count is a tally that a game is added to.
type Count struct {
	Member  string       `json:"-"`
	Kind    Kind         `json:"kind"`
	Variant game.Variant `json:"variant,omitzero"` // the zero Variant for kinds of all variants
	Key     string       `json:"key,omitempty"`
}

// Counts returns the tallies that the game counts in for a side that a member plays: that of
// AllGames first, and that Against a member, if there is one, second.
func (g FinishedGame) Counts(side game.Mark) []Count {
	member, opponent := g.Players[side-game.X].ID, g.Players[side.Opponent()-game.X]
	counts := []Count{{Member: member, Kind: AllGames}}
	if opponent.IsPerson() {
		counts = append(counts, Count{Member: member, Kind: Against, Key: opponent.ID})
	}
	counts = append(counts, Count{Member: member, Kind: OfVariant, Variant: g.Variant, Key: opponent.Level})
	if first, ok := g.opening(side); ok && side == game.X {
		counts = append(counts, Count{Member: member, Kind: Opened, Variant: g.Variant, Key: first.String()})
	}
	return counts
}

// Day returns the beginning, in UTC, of the day on which the game ended: see
// rating.Candidate.CountedToday.
func (g FinishedGame) Day() time.Time { return g.Ended.UTC().Truncate(24 * time.Hour) }

// Effect returns what the game did for a side, without what was achieved. A game against the
// computer shows none of it: the strength against the computer stands in the profile alone.
func (o RatingChange) Effect(g FinishedGame, side game.Mark) match.Effect {
	i := side - game.X
	switch {
	case g.AgainstComputer():
		return match.Effect{}
	case o.Verdict != rating.Counts:
		return match.Effect{Unrated: o.Verdict.String()}
	}
	before, after := o.Before[i].Rating, o.After[i]
	return match.Effect{
		Before: before.Points(), After: after.Rating.Points(), Provisional: after.Rating.Provisional(),
		Rated: after.Rated.Games(), Streak: max(0, after.Streak),
	}
}
