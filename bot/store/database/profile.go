package database

import (
	"context"
	"database/sql"
	"slices"

	"noughts/bot/store"
	"noughts/game/profile"
	"noughts/game/rules"
)

const (
	standingsOf = `SELECT ` + ratingColumns + ` FROM ratings WHERE member = $1`
	history     = `SELECT ended, new_value FROM results WHERE member = $1 AND pool = $2 AND verdict = 'rated' ORDER BY ended DESC, seq DESC LIMIT $3`
	// Of the tallies against other members, talliesOf reads only those against the reader.
	talliesOf = `SELECT kind, variant, key, wins, draws, losses FROM tallies WHERE member = $1 AND kind IN ('record', 'opening')
		UNION ALL SELECT kind, variant, key, wins, draws, losses FROM tallies WHERE member = $1 AND kind = 'against' AND variant = '' AND key = $2`
	earnedBy = `SELECT name, match_id, at FROM achievements WHERE member = $1`
)

// Profile returns a member's results: see store.Store.
func (db *DB) Profile(ctx context.Context, member, reader string) (profile.Profile, error) {
	return read(ctx, db, func(ctx context.Context) (p profile.Profile, err error) {
		p.Member = member
		if p.Standings, err = db.standingsOf(ctx, member); err != nil {
			return p, err
		}
		tallies, err := list(ctx, db.reads, scanTally, talliesOf, member, reader)
		if err != nil {
			return p, err
		}
		for _, t := range tallies {
			p.Add(t.TallyKey, t.Tally, reader)
		}
		p.Arrange()
		p.Earned, err = earned(ctx, db.reads, member)
		return p, err
	})
}

func (db *DB) standingsOf(ctx context.Context, member string) ([]profile.Standing, error) {
	standings, err := list(ctx, db.reads, into(standingFields), standingsOf, member)
	if err != nil {
		return nil, err
	}
	inOrder := func(s profile.Standing) int { return slices.Index(profile.AllPools(), s.Pool) }
	slices.SortFunc(standings, func(a, b profile.Standing) int { return inOrder(a) - inOrder(b) })
	for i := range standings {
		s := &standings[i]
		s.History, err = list(ctx, db.reads, func(rows *sql.Rows) (p profile.Point, err error) {
			var value int
			err = rows.Scan(moment{&p.At}, &value)
			p.Points = profile.Rating{Value: value}.Points()
			return p, err
		}, history, member, string(s.Pool), profile.MaxPoints)
		if err != nil {
			return nil, err
		}
		slices.Reverse(s.History)
	}
	return standings, nil
}

func scanTally(rows *sql.Rows) (t store.PlayedTally, err error) {
	var variant string
	if err = rows.Scan(&t.Kind, &variant, &t.Key, &t.Wins, &t.Draws, &t.Losses); err == nil && variant != "" {
		t.Variant, err = rules.ParseVariant(variant)
	}
	return t, err
}

func earned(ctx context.Context, q querier, member string) ([]profile.Earned, error) {
	fields := func(e *profile.Earned) []any { return []any{&e.Achievement, &e.Match, moment{&e.At}} }
	all, err := list(ctx, q, into(fields), earnedBy, member)
	profile.SortEarned(all)
	return all, err
}
