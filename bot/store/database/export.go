package database

import (
	"context"
	"database/sql"

	"noughts/bot/store"
	"noughts/game/match"
	"noughts/game/profile"
)

var (
	allTalliesOf = `SELECT kind, variant, key, wins, draws, losses FROM tallies WHERE member = $1`
	boardsOf     = `SELECT pool, guild, away FROM ranks WHERE member = $1`
	// resultsOf reads a member's results. It finds them by the ids of the member's matches, because the indexes of the
	// results by member have only rated games.
	resultsOf = `SELECT match_id, side, score, verdict, value, deviation, volatility, since,
			opponent_value, opponent_deviation, opponent_volatility, opponent_since, new_value, new_deviation, new_volatility, new_since, game_key
		FROM results WHERE member = $1 AND match_id IN (` + matchesOf(`id`, isOver) + `) ORDER BY seq`
)

func (db *DB) played(ctx context.Context, member string) (store.Played, error) {
	return read(ctx, db, func(ctx context.Context) (p store.Played, err error) {
		if p.Standings, err = list(ctx, db.reads, into(standingFields), standingsOf, member); err != nil {
			return p, err
		}
		if p.Results, err = list(ctx, db.reads, scanOwnResult, resultsOf, member); err != nil {
			return p, err
		}
		if p.Tallies, err = list(ctx, db.reads, scanTally, allTalliesOf, member); err != nil {
			return p, err
		}
		place := into(func(b *store.BoardPlace) []any { return []any{&b.Pool, &b.Server, &b.Left} })
		if p.Boards, err = list(ctx, db.reads, place, boardsOf, member); err == nil {
			p.Earned, err = earned(ctx, db.reads, member)
		}
		return p, err
	})
}

func scanOwnResult(rows *sql.Rows) (r store.PlayedResult, err error) {
	var side, verdict string
	into := []any{(*string)(&r.Match), &side, &r.Score, &verdict}
	for _, x := range []*profile.Rating{&r.Before, &r.Opponent, &r.After} {
		into = append(into, &x.Value, &x.Deviation, &x.Volatility, moment{&x.Time})
	}
	err = rows.Scan(append(into, &r.Key)...)
	if err == nil {
		err = r.Side.UnmarshalText([]byte(side))
	}
	r.Verdict, _ = profile.ParseVerdict(verdict)
	return r, err
}

// Export returns a member's data: see store.Store.
func (db *DB) Export(ctx context.Context, member string) ([]byte, error) {
	if member == match.Anonymous {
		return store.Kept{Member: member, Settings: match.Member{ID: member}}.Export()
	}
	settings, err := db.Member(ctx, member)
	if err != nil {
		return nil, err
	}
	kept := store.Kept{Member: member, Settings: settings}
	if kept.Matches, err = db.records(ctx, matchesOfMember, member); err != nil {
		return nil, err
	}
	waits, err := db.queued(ctx, member)
	if err != nil {
		return nil, err
	}
	kept.Matches = append(kept.Matches, waits...)
	if kept.Tournaments, err = db.tournamentsOf(ctx, member); err != nil {
		return nil, err
	}
	if kept.Played, err = db.played(ctx, member); err != nil {
		return nil, err
	}
	vote := into(func(v *store.MemberVote) []any { return []any{&v.Match, &v.Move, &v.Choice} })
	if kept.Votes, err = readList(ctx, db, vote, votesOf, member); err != nil {
		return nil, err
	}
	switch solved, err := db.Solving(ctx, member); {
	case err != nil:
		return nil, err
	case solved.Revision > 0:
		kept.Puzzles = &solved
	}
	if kept.Days, err = db.days(ctx, member); err != nil {
		return nil, err
	}
	role := into(func(r *store.WornRole) []any { return []any{&r.Server, &r.Role} })
	if kept.Roles, err = readList(ctx, db, role, rolesOf, member); err != nil {
		return nil, err
	}
	return kept.Export()
}
