package database

import (
	"cmp"
	"context"
	"slices"
	"time"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
)

// A recountLedger is the ledger in memory for which a recount counts all games again. From the stored results it takes
// only what the games do not say any more: the rating that the computer's level had, the rating of an opponent whose data
// was deleted, the keys of games whose moves were deleted, and the verdicts that two members had played enough rated games
// that day, that a member relayed moves, or that the game had counted before.
type recountLedger struct {
	standings map[inPool]profile.Standing
	guilds    map[inPool][]string // in which the member is on the leaderboard, "" for all guilds
	tallies   map[profile.TallyKey]profile.Tally
	expected  map[resultOf]recountedResult // computed results whose stored versions were not read yet

	stored   profile.MemberResult      // the first stored result of the game that is being counted
	results  []profile.MemberResult    // of that game
	together map[[2]string][]time.Time // by two members, the lesser id first: the end times of their rated games
	rated    map[[2]string]bool        // rated games against the computer, as pairs of a member and a profile.FinishedGame.Key
}

type inPool struct {
	member string
	pool   profile.Pool
}

type resultOf struct {
	id   match.ID
	side game.Mark
}

// A recountedResult is a result and its effect, without achievements.
type recountedResult struct {
	profile.MemberResult
	effect match.Effect
}

var _ store.Ledger = (*recountLedger)(nil)

func newRecountLedger() *recountLedger {
	return &recountLedger{
		standings: map[inPool]profile.Standing{}, guilds: map[inPool][]string{}, tallies: map[profile.TallyKey]profile.Tally{},
		expected: map[resultOf]recountedResult{}, together: map[[2]string][]time.Time{}, rated: map[[2]string]bool{},
	}
}

// count counts a game. `stored` is the first of its stored results.
func (l *recountLedger) count(ctx context.Context, r match.Record, stored profile.MemberResult) error {
	l.stored = stored
	relayed := stored.Verdict == profile.Relayed
	effects, err := store.CountResult(ctx, l, store.Change{Record: r, Level: stored.Opponent.Points(), Relayed: [2]bool{relayed, relayed}})
	if err != nil {
		return err
	}
	for _, result := range l.results {
		if result.Member() != match.Anonymous {
			l.expected[resultOf{r.Match.ID, result.Side}] = recountedResult{result, effects[result.Side-game.X]}
		}
	}
	return nil
}

func (l *recountLedger) Standing(_ context.Context, member string, pool profile.Pool) (profile.Standing, error) {
	s, ok := l.standings[inPool{member, pool}]
	if !ok {
		s = profile.Unrated(pool)
	}
	if member == match.Anonymous && l.stored.Verdict == profile.Rated {
		s.Rating = l.stored.Opponent
	}
	return s, nil
}

// Together counts rated games of two members: see store.Ledger. Deleted data is missing from the count.
func (l *recountLedger) Together(_ context.Context, member, other string, since time.Time) (n int, _ error) {
	if l.stored.Verdict == profile.Enough {
		return profile.MostGames, nil // the least number that gives this verdict
	}
	for _, ended := range slices.Backward(l.together[pair(member, other)]) {
		switch {
		case !ended.Before(since):
			n++
		case ended.Before(since.Add(-24 * time.Hour)): // the extra day is for games out of order: the clocks of processes differ a little
			return n, nil
		}
	}
	return n, nil
}

func pair(member, other string) [2]string { return [2]string{min(member, other), max(member, other)} }

// Repeats reports whether the same game is rated: see store.Ledger. If the moves were deleted, the key is "".
func (l *recountLedger) Repeats(_ context.Context, member, key string) (bool, error) {
	return l.stored.Verdict == profile.Repeated || l.rated[[2]string{member, key}], nil
}

func (l *recountLedger) AddResults(_ context.Context, results []profile.MemberResult) error {
	l.results = results
	for i := range results {
		r := &results[i]
		opponent := r.Game.Players[r.Side.Opponent()-game.X]
		if opponent.IsComputer() {
			r.Key = cmp.Or(r.Key, l.stored.Key)
		}
		switch {
		case r.Verdict != profile.Rated:
		case opponent.IsComputer():
			l.rated[[2]string{r.Member(), r.Key}] = true
		case r.Side == game.X && r.Member() != match.Anonymous && !opponent.IsAnonymous():
			both := pair(r.Member(), opponent.ID)
			l.together[both] = append(l.together[both], r.Game.Ended)
		}
	}
	return nil
}

func (l *recountLedger) SetStanding(_ context.Context, member, guild string, s profile.Standing) error {
	at := inPool{member, s.Pool}
	if member == match.Anonymous {
		return nil
	}
	l.standings[at] = s
	for _, in := range []string{"", guild} {
		if s.Pool.Ranks() && !slices.Contains(l.guilds[at], in) {
			l.guilds[at] = append(l.guilds[at], in)
		}
	}
	return nil
}

func (l *recountLedger) Add(_ context.Context, to []profile.TallyKey, score profile.HalfPoints) ([]profile.Tally, error) {
	tallies := make([]profile.Tally, len(to))
	for i, c := range to {
		tallies[i] = l.tallies[c].With(score)
		if c.Member != match.Anonymous && c.Key != match.Anonymous {
			l.tallies[c] = tallies[i]
		}
	}
	return tallies, nil
}

// Opponents returns 0: only achievements need it, and they are not counted again.
func (l *recountLedger) Opponents(context.Context, string, int) (int, error) { return 0, nil }

// Earn does nothing: see Opponents.
func (l *recountLedger) Earn(context.Context, string, []profile.Earned) ([]profile.Achievement, error) {
	return nil, nil
}
