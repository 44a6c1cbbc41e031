package store

import (
	"context"
	"time"

	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
)

// A Ledger stores members' results. All its calls are part of the transaction that saves the end of a game. Until that
// transaction ends, games of the same members in other transactions have to wait.
type Ledger interface {
	// Standing returns a member's standing in a pool (variants that share one rating), without the
	// History: profile.Unrated if the member has no rated game there.
	Standing(ctx context.Context, member string, pool profile.Pool) (profile.Standing, error)
	// Together returns how many rated games two members have played against each other that ended at `since` or later.
	Together(ctx context.Context, member, other string, since time.Time) (int, error)
	// Repeats reports whether a member already has a rated game with this key: see profile.FinishedGame.Key.
	Repeats(ctx context.Context, member, key string) (bool, error)
	// AddResults appends results to the stored ones, in the given order.
	AddResults(ctx context.Context, results []profile.MemberResult) error
	// SetStanding stores a member's standing after a rated game in a guild. It updates the member's profile and, if the
	// pool is ranked, the leaderboards.
	SetStanding(ctx context.Context, member, guild string, s profile.Standing) error
	// Add adds the score of a game to some tallies (counts of wins, draws and losses), and returns the new tallies.
	Add(ctx context.Context, to []profile.TallyKey, score profile.HalfPoints) ([]profile.Tally, error)
	// Opponents returns how many different members a member has played against. It stops counting at `most`.
	Opponents(ctx context.Context, member string, most int) (int, error)
	// Earn stores achievements that a member has earned. It returns the new ones, which the member did not have before,
	// in the given order.
	Earn(ctx context.Context, member string, earned []profile.Earned) ([]profile.Achievement, error)
}

// CountResult adds the result of a finished match to a ledger: results, ratings, tallies and achievements. It returns
// the effects for X and O. A game that is not rated also counts, but changes no rating.
//
// The match must be one that counts (Match.IsCounted) and must not have been counted before. Save calls CountResult in
// the transaction that ends the match. RebuildRatings, in package database, calls it for finished matches that were
// never counted.
func CountResult(ctx context.Context, in Ledger, c Change) (effects [2]match.Effect, err error) {
	g := profile.GameOf(c.Record)
	g.Relayed = c.Relayed
	members := g.Members()
	outcome, err := rate(ctx, in, g, c.Level)
	if err != nil {
		return effects, err
	}
	if err := in.AddResults(ctx, g.Results(outcome)); err != nil {
		return effects, err
	}
	for _, member := range members {
		side := c.Record.Match.Side(member)
		effect := outcome.Effect(g, side)
		if outcome.Verdict == profile.Rated {
			if err := in.SetStanding(ctx, member, g.Guild, outcome.After[side-game.X]); err != nil {
				return effects, err
			}
		}
		earned, err := tally(ctx, in, g, side, outcome, c.Comeback)
		if err != nil {
			return effects, err
		}
		for _, a := range earned {
			effect.Earned = append(effect.Earned, string(a))
		}
		effects[side-game.X] = effect
	}
	return effects, nil
}

// rate computes how a game changes the ratings of its players. `level` is the rating of the computer's level.
func rate(ctx context.Context, in Ledger, g profile.FinishedGame, level int) (o profile.RatingChange, err error) {
	pool := g.Pool()
	if pool == "" {
		return g.Rate([2]profile.Standing{}, level, 0, false), nil
	}
	var before [2]profile.Standing
	for i, p := range g.Players {
		if p.IsComputer() {
			continue
		}
		if before[i], err = in.Standing(ctx, p.ID, pool); err != nil {
			return o, err
		}
	}
	today, repeated := 0, false
	switch members := g.Members(); {
	case len(members) == 2:
		today, err = in.Together(ctx, members[0], members[1], g.Day())
	case g.AgainstComputer():
		repeated, err = in.Repeats(ctx, members[0], g.Key())
	}
	if err != nil {
		return o, err
	}
	return g.Rate(before, level, today, repeated), nil
}

// tally adds a game to the tallies (counts of wins, draws and losses) of the member who played `side`. It returns the
// member's new achievements.
func tally(ctx context.Context, in Ledger, g profile.FinishedGame, side game.Mark, o profile.RatingChange, comeback bool) ([]profile.Achievement, error) {
	score := profile.ScoreOf(side, g.Winner)
	counts := g.TallyKeys(side)
	tallies, err := in.Add(ctx, counts, score)
	if err != nil {
		return nil, err
	}
	i := side - game.X
	f := profile.Facts{
		Game: g, Side: side, Rated: o.Verdict == profile.Rated, Before: o.Before[i].Rating, Opponent: o.Before[1-i].Rating,
		Streak: o.After[i].Streak, Games: tallies[0].Games(), Comeback: comeback && score == profile.Win, Level: o.Level,
	}
	member := counts[0].Member
	if isNew := counts[1].Kind == profile.Against && tallies[1].Games() == 1; isNew {
		if f.Opponents, err = in.Opponents(ctx, member, profile.ManyOpponents); err != nil {
			return nil, err
		}
	}
	var earned []profile.Earned
	for _, a := range profile.Earn(f) {
		earned = append(earned, profile.Earned{Achievement: a, Match: g.Match, At: g.Ended})
	}
	if len(earned) == 0 {
		return nil, nil
	}
	return in.Earn(ctx, member, earned)
}
