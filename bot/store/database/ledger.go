package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
)

// A ledger stores members' results, in the transaction that saves the end of a game. The caller holds the locks of its
// members, so games of the same members in other transactions wait.
type ledger struct {
	tx     querier
	secret store.TraceSecret
}

// enter counts a finished game, which must not have been counted before: it stores what FinishedGame.Count returns, and
// returns the effects for X and O.
func (l ledger) enter(ctx context.Context, g profile.FinishedGame) (effects [2]match.Effect, err error) {
	var past [2]profile.Past
	for i, p := range g.Players {
		if p.IsPerson() {
			if past[i], err = l.past(ctx, g, p.ID, g.Players[1-i].ID); err != nil {
				return effects, err
			}
		}
	}
	today, repeated, members := 0, false, g.Members()
	switch {
	case g.Pool() == "":
	case g.AgainstComputer():
		repeated, err = l.repeats(ctx, members[0], g.Key())
	default:
		if today, err = countRows(ctx, l.tx, ratedTogether, members[0], g.Day().UnixMilli(), members[1]); err != nil {
			return effects, err
		}
		var deleted int
		deleted, err = countRows(ctx, l.tx, countTraces, l.secret.RatedKey(members[0], members[1]), g.Day().UnixMilli()) // see store.Trace
		today += deleted
	}
	if err != nil {
		return effects, err
	}
	counted := g.Count(past, today, repeated)
	if err := l.addResults(ctx, counted); err != nil {
		return effects, err
	}
	if err := l.addToTallies(ctx, counted); err != nil {
		return effects, err
	}
	for _, c := range counted {
		if c.Verdict == profile.Rated {
			if _, err := l.tx.ExecContext(ctx, setRating, ratingValues(c.Member(), c.Standing)...); err != nil {
				return effects, err
			}
			if c.Standing.Pool.Ranks() {
				if err := l.setRanks(ctx, c.Member(), g.Guild, c.Standing); err != nil {
					return effects, err
				}
			}
		}
		earned, err := l.addAchievements(ctx, c.Member(), c.MayEarn)
		if err != nil {
			return effects, err
		}
		for _, a := range earned {
			c.Effect.Earned = append(c.Effect.Earned, string(a))
		}
		effects[c.Side-game.X] = c.Effect
	}
	return effects, nil
}

// lockMembers locks members until the transaction ends. It is for transactions that write members' rows outside the
// table of matches: results, ratings, tallies, achievements, puzzles, settings and places on leaderboards. Such a
// transaction locks all these members at once, before its first write except that of the idempotency key. So all
// transactions take their locks in the same order, and there are no deadlocks.
func (db *DB) lockMembers(ctx context.Context, tx querier, members []string) error {
	names := make([]string, len(members))
	for i, member := range members {
		names[i] = "rating/" + member
	}
	return db.lockNames(ctx, tx, names)
}

// lockNames takes the locks with some names until the transaction ends, always in the same order,
// so there are no deadlocks. SQLite has one writer and needs no locks.
func (db *DB) lockNames(ctx context.Context, tx querier, names []string) error {
	if db.dialect.lock == "" {
		return nil
	}
	var locks []int64
	for _, name := range names {
		hash := fnv.New64a()
		_, _ = hash.Write([]byte(name))
		locks = append(locks, int64(hash.Sum64()))
	}
	slices.Sort(locks)
	for _, l := range slices.Compact(locks) {
		if _, err := tx.ExecContext(ctx, db.dialect.lock, l); err != nil {
			return err
		}
	}
	return nil
}

// The table ratings has a row for each profile.Standing.
const (
	ratingColumns = `pool, value, deviation, volatility, since, wins, draws, losses, streak, longest, peak, ` +
		`best_match, best_member, best_level, best_points, best_at`
	ratingOf  = `SELECT ` + ratingColumns + ` FROM ratings WHERE member = $1 AND pool = $2`
	setRating = `INSERT INTO ratings (member, ` + ratingColumns + `)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
		ON CONFLICT (member, pool) DO UPDATE SET value = excluded.value, deviation = excluded.deviation, volatility = excluded.volatility,
			since = excluded.since, wins = excluded.wins, draws = excluded.draws, losses = excluded.losses,
			streak = excluded.streak, longest = excluded.longest, peak = excluded.peak,
			best_match = excluded.best_match, best_member = excluded.best_member, best_level = excluded.best_level,
			best_points = excluded.best_points, best_at = excluded.best_at`
)

// pastGames reads how many games of a member were counted, how many members they have met in these, up to $2, and
// whether $3 is one of them.
const pastGames = `SELECT
	coalesce((SELECT wins + draws + losses FROM tallies WHERE member = $1 AND kind = 'all' AND variant = '' AND key = ''), 0),
	(SELECT count(*) FROM (SELECT 1 FROM tallies WHERE member = $1 AND kind = 'against' LIMIT $2) AS met),
	EXISTS (SELECT 1 FROM tallies WHERE member = $1 AND kind = 'against' AND variant = '' AND key = $3)`

// talliesAgainstLevels reads a member's tallies against levels.
const talliesAgainstLevels = `SELECT kind, variant, key, wins, draws, losses FROM tallies WHERE member = $1 AND kind = 'record' AND key <> ''`

func (l ledger) past(ctx context.Context, g profile.FinishedGame, member, opponent string) (p profile.Past, err error) {
	row := l.tx.QueryRowContext(ctx, pastGames, member, profile.ManyOpponents, opponent)
	if err := row.Scan(&p.Games, &p.Opponents, &p.Met); err != nil {
		return p, err
	}
	if g.AgainstComputer() {
		against, err := list(ctx, l.tx, scanTally, talliesAgainstLevels, member)
		if err != nil {
			return p, err
		}
		var known profile.Profile
		for _, t := range against {
			known.Add(t.TallyKey, t.Tally, "")
		}
		ladder, _ := known.Ladder(g.Variant)
		p.Beaten = ladder.Beaten
	}
	pool := g.Pool()
	if pool == "" {
		return p, nil
	}
	err = l.tx.QueryRowContext(ctx, ratingOf, member, string(pool)).Scan(standingFields(&p.Standing)...)
	if errors.Is(err, sql.ErrNoRows) {
		p.Standing, err = profile.NewStanding(pool), nil
	}
	return p, err
}

func standingFields(s *profile.Standing) []any {
	r, best := &s.Rating, &s.Best
	return []any{
		&s.Pool, &r.Value, &r.Deviation, &r.Volatility, moment{&r.Time}, &s.Tally.Wins, &s.Tally.Draws, &s.Tally.Losses,
		&s.Streak, &s.Longest, &s.Peak, &best.Match, &best.Opponent.ID, &best.Opponent.Level, &best.Points, moment{&best.At},
	}
}

// A moment scans a time. NULL becomes the zero time.
type moment struct{ to *time.Time }

func (m moment) Scan(value any) error {
	switch v := value.(type) {
	case nil:
		*m.to = time.Time{}
	case int64:
		*m.to = time.UnixMilli(v).UTC()
	default:
		return fmt.Errorf("%w: got a time of type %T", store.ErrCorrupt, value)
	}
	return nil
}

// millis returns a time in milliseconds, or nil for the zero time.
func millis(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

// ratedTogether counts the rated games of two members since $2. An index finds those of the first member.
var ratedTogether = `SELECT count(*) FROM results WHERE member = $1 AND verdict = 'rated' AND pool IN (` + pools + `) AND ended >= $2 AND opponent = $3`

var pools = func() string {
	var quoted []string
	for _, p := range profile.Pools() {
		quoted = append(quoted, "'"+string(p)+"'")
	}
	return strings.Join(quoted, ", ")
}()

// ratedWithKey counts the rated games of a member with a key. The query has an index of its own.
const ratedWithKey = `SELECT count(*) FROM results WHERE member = $1 AND game_key = $2 AND game_key <> '' AND verdict = 'rated'`

func (l ledger) repeats(ctx context.Context, member, key string) (bool, error) {
	n, err := countRows(ctx, l.tx, ratedWithKey, member, key)
	if n > 0 || err != nil {
		return n > 0, err
	}
	left, err := remains(ctx, l.tx, l.secret, member)
	return slices.Contains(left.Games, key), err
}

const resultColumns = `match_id, side, member, opponent, level, guild, variant, pool, score, verdict, ended, ` +
	`value, deviation, volatility, since, opponent_value, opponent_deviation, opponent_volatility, opponent_since, ` +
	`new_value, new_deviation, new_volatility, new_since, game_key`

func resultValues(r profile.MemberResult) []any {
	g := r.Game
	opponent := g.Players[r.Side.Opponent()-1]
	values := []any{
		string(g.Match), r.Side.String(), r.Member(), opponent.ID, opponent.Level, g.Guild,
		g.Variant.String(), string(g.Pool()), int64(r.Score), r.Verdict.String(), g.Ended.UnixMilli(),
	}
	for _, x := range []profile.Rating{r.Before, r.Opponent, r.After} {
		values = append(values, x.Value, x.Deviation, x.Volatility, millis(x.Time))
	}
	return append(values, r.Key)
}

func (l ledger) addResults(ctx context.Context, counted []profile.Counted) error {
	var values []any
	for _, c := range counted {
		values = append(values, resultValues(c.MemberResult)...)
	}
	_, err := l.tx.ExecContext(ctx, `INSERT INTO results (`+resultColumns+`) VALUES `+rows(len(counted), len(values)/len(counted)), values...)
	return err
}

// rows returns the placeholders of n rows of values: ($1, $2), ($3, $4).
func rows(n, width int) string {
	var b strings.Builder
	for i := range n * width {
		switch {
		case i == 0:
			b.WriteString("(")
		case i%width == 0:
			b.WriteString("), (")
		default:
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "$%d", i+1)
	}
	b.WriteString(")")
	return b.String()
}

func ratingValues(member string, s profile.Standing) []any {
	r, best := s.Rating, s.Best
	return []any{
		member, string(s.Pool), r.Value, r.Deviation, r.Volatility, millis(r.Time),
		s.Tally.Wins, s.Tally.Draws, s.Tally.Losses, s.Streak, s.Longest, s.Peak,
		string(best.Match), best.Opponent.ID, best.Opponent.Level, best.Points, millis(best.At),
	}
}

// unlisted returns 1 for a member who does not want to be on leaderboards, else 0. It also returns
// 0 if the settings are unreadable, so that the game can end.
func (l ledger) unlisted(ctx context.Context, member string) (int, error) {
	var text string
	err := l.tx.QueryRowContext(ctx, membersTable.get, member).Scan(&text)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, err
	}
	if m, err := store.ReadText(text, match.Member{ID: member}, ""); err == nil && m.Unlisted {
		return 1, nil
	}
	return 0, nil
}

func (l ledger) addToTallies(ctx context.Context, counted []profile.Counted) error {
	var values []any
	n := 0
	for _, c := range counted {
		one := profile.Tally{}.With(c.Score)
		for _, key := range c.Tallies {
			values = append(values, key.Member, string(key.Kind), variantText(key), key.Key, one.Wins, one.Draws, one.Losses)
			n++
		}
	}
	_, err := l.tx.ExecContext(ctx, `INSERT INTO tallies (member, kind, variant, key, wins, draws, losses) VALUES `+rows(n, 7)+`
		ON CONFLICT (member, kind, variant, key) DO UPDATE SET
			wins = tallies.wins + excluded.wins, draws = tallies.draws + excluded.draws, losses = tallies.losses + excluded.losses`, values...)
	return err
}

func variantText(c profile.TallyKey) string {
	if c.Kind == profile.AllGames || c.Kind == profile.Against {
		return ""
	}
	return c.Variant.String()
}

// addAchievements stores achievements of a member, and returns those that the member did not have before.
func (l ledger) addAchievements(ctx context.Context, member string, earned []profile.Earned) (added []profile.Achievement, err error) {
	for _, e := range earned {
		n, err := exec(ctx, l.tx, `INSERT INTO achievements (member, name, match_id, at) VALUES ($1, $2, $3, $4) ON CONFLICT (member, name) DO NOTHING`,
			member, string(e.Achievement), string(e.Match), e.At.UnixMilli())
		if err != nil {
			return nil, err
		}
		if n > 0 {
			added = append(added, e.Achievement)
		}
	}
	return added, nil
}
