package database

import (
	"context"
	"slices"

	"noughts/game/profile"
)

// rankColumns are the columns of the table ranks, which has the members' places on leaderboards. A row is a place
// only if the member has not left the guild and is not unlisted.
const rankColumns = `member, pool, guild, value, doubt, last, away, unlisted`

const (
	guildsInPool = `SELECT guild FROM ranks WHERE member = $1 AND pool = $2`
	moveRanks    = `UPDATE ranks SET value = $3, doubt = $4, last = $5, away = CASE guild WHEN $6 THEN 0 ELSE away END WHERE member = $1 AND pool = $2`
	addRank      = `INSERT INTO ranks (` + rankColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`
	unlistRanks  = `UPDATE ranks SET unlisted = $2 WHERE member = $1`
	leaveRanks   = `DELETE FROM ranks WHERE member = $1`
)

var noteLeft = `UPDATE ranks SET away = 1 WHERE member = $1 AND pool IN (` + pools + `) AND guild = $2`

// setRanks stores a member's places on the leaderboards of a pool after a rated game in a guild.
func (l ledger) setRanks(ctx context.Context, member, guild string, s profile.Standing) error {
	before, err := list(ctx, l.tx, scanColumn[string], guildsInPool, member, string(s.Pool))
	if err != nil {
		return err
	}
	value, doubt, last := s.Rating.Value, s.Doubt(), s.Rating.Time.UnixMilli()
	if len(before) > 0 {
		if _, err := l.tx.ExecContext(ctx, moveRanks, member, string(s.Pool), value, doubt, last, guild); err != nil {
			return err
		}
	}
	for _, in := range slices.Compact([]string{"", guild}) {
		if slices.Contains(before, in) {
			continue
		}
		unlisted, err := l.unlisted(ctx, member)
		if err != nil {
			return err
		}
		if _, err := l.tx.ExecContext(ctx, addRank, member, string(s.Pool), in, value, doubt, last, 0, unlisted); err != nil {
			return err
		}
	}
	return nil
}

// NoteLeft records that members have left a guild: see store.Store.
func (db *DB) NoteLeft(ctx context.Context, guild string, members []string) error {
	if guild == "" {
		return nil
	}
	for _, member := range members {
		err := db.writes.inTransaction(ctx, func(ctx context.Context, tx querier) error {
			if err := db.lockMembers(ctx, tx, []string{member}); err != nil {
				return err
			}
			return execAll(ctx, tx, []string{`DELETE FROM daily_tables WHERE member = $1 AND guild = $2`, noteLeft}, member, guild)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// listed is the condition for the places of a leaderboard. Indexes have the same condition.
const listed = ` FROM ranks WHERE guild = $1 AND pool = $2 AND away = 0 AND unlisted = 0`

// A boardQuery has the queries for a page of a leaderboard, and for two numbers: of all places, and of those before the
// place with doubt $3, value $4 and member $5. Counting 200,000 places takes 55 ms.
type boardQuery struct{ page, numbers string }

// places returns the query for the places of a leaderboard that a clause selects: rows of the type place.
func places(which string) string {
	return `SELECT s.member, s.value, s.doubt, r.wins, r.draws, r.losses FROM (SELECT member, pool, value, doubt` + listed + which + `) AS s
		JOIN ratings r ON r.member = s.member AND r.pool = s.pool ORDER BY s.doubt, s.value DESC, s.member`
}

const countPlaces = `SELECT count(*), count(CASE WHEN doubt < $3 OR doubt = $3 AND (value > $4 OR value = $4 AND member < $5) THEN 1 END)` + listed

var (
	ownPlace  = places(` AND member = $3 AND last >= $4`)
	allPlaces = boardQuery{places(` ORDER BY doubt, value DESC, member LIMIT $3 OFFSET $4`), countPlaces}
	// recentPlaces reads every place of a member who has played since a time. Such members are few.
	recentPlaces = boardQuery{places(` AND last >= $5 ORDER BY +doubt, -value, member LIMIT $3 OFFSET $4`), countPlaces + ` AND last >= $6`}
)

const climbers = `SELECT count(*) FROM achievements a JOIN results r ON r.match_id = a.match_id AND r.member = a.member
	WHERE a.name = 'whole_ladder' AND r.guild = $1`

const season = `SELECT r.member, CAST(sum(r.score) AS BIGINT) AS points, count(*) AS games FROM results r
	JOIN ranks s ON s.member = r.member AND s.pool = r.pool AND s.guild = r.guild AND s.away = 0 AND s.unlisted = 0
	WHERE r.guild = $1 AND r.pool = $2 AND r.ended >= $3 AND r.ended < $4 AND r.guild <> '' AND r.opponent <> '' AND r.verdict = 'rated'
	GROUP BY r.member ORDER BY points DESC, games, r.member LIMIT $5`

// Leaders returns a page of a leaderboard: see store.Store.
func (db *DB) Leaders(ctx context.Context, b profile.Leaderboard, from, limit int, member string) (profile.Page, error) {
	return read(ctx, db, func(ctx context.Context) (page profile.Page, err error) {
		board := []any{b.Guild, string(b.Pool)}
		fields := func(p *place) []any {
			return []any{&p.member, &p.value, &p.doubt, &p.rated.Wins, &p.rated.Draws, &p.rated.Losses}
		}
		own, err := list(ctx, db.reads, into(fields), ownPlace, append(board, member, b.Since.UnixMilli())...)
		if err != nil {
			return page, err
		}
		query, since := allPlaces, []any{}
		if !b.Since.IsZero() {
			query, since = recentPlaces, []any{b.Since.UnixMilli()}
		}
		var at place // of the member, if there is one
		if len(own) > 0 {
			at = own[0]
		}
		var before int
		numbers := slices.Concat(board, []any{at.doubt, at.value, at.member}, since)
		if err := db.reads.QueryRowContext(ctx, query.numbers, numbers...).Scan(&page.Total, &before); err != nil {
			return page, err
		}
		if b.Guild != "" {
			if page.Climbers, err = countRows(ctx, db.reads, climbers, b.Guild); err != nil {
				return page, err
			}
		}
		from := max(0, from)
		found, err := list(ctx, db.reads, into(fields), query.page, slices.Concat(board, []any{max(0, limit), from}, since)...)
		for i, p := range found {
			page.Places = append(page.Places, p.ranked(from+i+1))
		}
		if len(own) > 0 {
			page.Own = at.ranked(before + 1)
		}
		return page, err
	})
}

// A place is a row of a query that places returns.
type place struct {
	member       string
	value, doubt int
	rated        profile.Tally
}

func (p place) ranked(rank int) profile.Rank {
	return profile.Rank{
		Rank: rank, Member: p.member, Points: profile.Rating{Value: p.value}.Points(), Provisional: p.doubt > 0, Tally: p.rated,
	}
}

// Season returns the best members of a season: see store.Store.
func (db *DB) Season(ctx context.Context, guild string, pool profile.Pool, s profile.Season, limit int) ([]profile.SeasonPlace, error) {
	return readList(ctx, db, into(func(p *profile.SeasonPlace) []any {
		return []any{&p.Member, &p.Points, &p.Games}
	}), season, guild, string(pool), s.From.UnixMilli(), s.Until.UnixMilli(), limit)
}
