package database

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"slices"

	"noughts/game/profile"
	"noughts/game/rating"
)

const (
	// Places on a leaderboard are counted in parts, so that a rank can be computed without reading all better places.
	// partWidth is the range of ratings in one part, in hundredths of a point. Parts with numbers below doubtParts have
	// settled ratings. Parts from doubtParts on have provisional ratings, and parts from 2*doubtParts on ratings of
	// members with too few rated games to show a rating (profile.Standing.Doubt).
	partWidth  = 10_00
	doubtParts = 1000
	// mostValue is the largest value of a rating.
	mostValue = 4000_00
)

// A placeRow is a row of the table standings, which has the members' places on leaderboards. The row is a place only if
// the member has not left the guild and is not unlisted.
type placeRow struct {
	member, pool, guild string
	value               int
	doubt               int // profile.Standing.Doubt
	last                int64
	away, unlisted      int
}

const standColumns = `member, pool, guild, value, doubt, last, away, unlisted`

func scanPlace(rows *sql.Rows) (s placeRow, err error) {
	err = rows.Scan(&s.member, &s.pool, &s.guild, &s.value, &s.doubt, &s.last, &s.away, &s.unlisted)
	return s, err
}

// A boardPart is a part of a leaderboard: all places with the same doubt and with ratings in a range of ten points.
type boardPart struct {
	guild, pool string
	number      int
}

func (s placeRow) part() boardPart {
	return boardPart{s.guild, s.pool, s.doubt*doubtParts + (mostValue-s.value)/partWidth}
}

// bounds returns the doubt that all places in a part have, and the largest rating that these places can have.
func (p boardPart) bounds() (doubt, most int) {
	return p.number / doubtParts, mostValue - p.number%doubtParts*partWidth
}

// parts says how many places each part of a leaderboard gains. A part that loses places has a negative number.
type parts map[boardPart]int

// add counts a row n times if it is a place on a leaderboard; -1 removes it.
func (p parts) add(s placeRow, n int) {
	if s.away == 0 && s.unlisted == 0 {
		p[s.part()] += n
	}
}

// partRows is how many rows of the table board_parts one statement changes at most.
const partRows = 8

// store adds the changes to the numbers in the table board_parts. It must be the last write of a transaction, except
// writes to the table of matches. The order of the parts is always the same, so there are no deadlocks.
func (p parts) store(ctx context.Context, tx querier) error {
	maps.DeleteFunc(p, func(_ boardPart, n int) bool { return n == 0 })
	ordered := slices.SortedFunc(maps.Keys(p), func(a, b boardPart) int {
		return cmp.Or(cmp.Compare(a.guild, b.guild), cmp.Compare(a.pool, b.pool), cmp.Compare(a.number, b.number))
	})
	for some := range slices.Chunk(ordered, partRows) {
		var values []any
		for _, at := range some {
			values = append(values, at.guild, at.pool, at.number, p[at])
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO board_parts (guild, pool, part, places) VALUES `+rows(len(some), 4)+`
			ON CONFLICT (guild, pool, part) DO UPDATE SET places = board_parts.places + excluded.places`, values...); err != nil {
			return err
		}
	}
	return nil
}

const (
	standsOf     = `SELECT ` + standColumns + ` FROM standings WHERE member = $1`
	standsInPool = standsOf + ` AND pool = $2`
	moveStands   = `UPDATE standings SET value = $3, doubt = $4, last = $5, away = CASE guild WHEN $6 THEN 0 ELSE away END WHERE member = $1 AND pool = $2`
	addStand     = `INSERT INTO standings (` + standColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`
	unlistStands = `UPDATE standings SET unlisted = $2 WHERE member = $1`
	leaveStands  = `DELETE FROM standings WHERE member = $1`
)

var (
	standsIn = standsOf + ` AND pool IN (` + pools + `) AND guild = $2 AND away = 0`
	noteLeft = `UPDATE standings SET away = 1 WHERE member = $1 AND pool IN (` + pools + `) AND guild = $2`
)

// place stores a member's places on leaderboards after a rated game in a guild.
func (l ledger) place(ctx context.Context, member, guild string, s profile.Standing) error {
	before, err := list(ctx, l.tx, scanPlace, standsInPool, member, string(s.Pool))
	if err != nil {
		return err
	}
	now := placeRow{member: member, pool: string(s.Pool), value: s.Rating.Value, doubt: s.Doubt(), last: s.Rating.Time.UnixMilli()}
	has := map[string]bool{}
	for _, b := range before {
		has[b.guild] = true
		now.guild, now.away, now.unlisted = b.guild, b.away, b.unlisted
		if b.guild == guild {
			now.away = 0
		}
		l.parts.add(b, -1)
		l.parts.add(now, 1)
	}
	if len(before) > 0 {
		if _, err := l.tx.ExecContext(ctx, moveStands, member, now.pool, now.value, now.doubt, now.last, guild); err != nil {
			return err
		}
	}
	now.away = 0
	for _, now.guild = range slices.Compact([]string{"", guild}) {
		if has[now.guild] {
			continue
		}
		if now.unlisted, err = l.unlisted(ctx, member); err != nil {
			return err
		}
		if _, err := l.tx.ExecContext(ctx, addStand, member, now.pool, now.guild, now.value, now.doubt, now.last, now.away, now.unlisted); err != nil {
			return err
		}
		l.parts.add(now, 1)
	}
	return nil
}

// replaceStands changes the rows of a member that a query finds, and the numbers of places accordingly. The function
// `become` returns the new version of a row, or false if the row is deleted. The statement `change` does the same in
// the database. The caller holds the lock of the member.
func replaceStands(ctx context.Context, tx querier, query string, queryArgs []any, become func(placeRow) (placeRow, bool), change string, args ...any) error {
	before, err := list(ctx, tx, scanPlace, query, queryArgs...)
	if err != nil || len(before) == 0 {
		return err
	}
	changed := parts{}
	for _, b := range before {
		changed.add(b, -1)
		if now, stays := become(b); stays {
			changed.add(now, 1)
		}
	}
	if _, err := tx.ExecContext(ctx, change, args...); err != nil {
		return err
	}
	return changed.store(ctx, tx)
}

// setUnlisted removes a member from leaderboards and tables of daily puzzles, or lists the member again.
func setUnlisted(ctx context.Context, tx querier, member string, unlisted bool) error {
	as := int(flag(unlisted))
	if _, err := exec(ctx, tx, unlistDaily, member, as); err != nil {
		return err
	}
	become := func(s placeRow) (placeRow, bool) {
		s.unlisted = as
		return s, true
	}
	return replaceStands(ctx, tx, standsOf, []any{member}, become, unlistStands, member, as)
}

// forgetPlaces removes a member from leaderboards.
func forgetPlaces(ctx context.Context, tx querier, member string) error {
	gone := func(placeRow) (placeRow, bool) { return placeRow{}, false }
	return replaceStands(ctx, tx, standsOf, []any{member}, gone, leaveStands, member)
}

// NoteLeft records that members have left a guild: see store.Store.
func (db *DB) NoteLeft(ctx context.Context, guild string, members []string) error {
	if guild == "" {
		return nil
	}
	left := func(s placeRow) (placeRow, bool) {
		s.away = 1
		return s, true
	}
	for _, member := range members {
		err := db.writes.submit(ctx, func(ctx context.Context, tx querier) error {
			if err := db.lockMembers(ctx, tx, []string{member}); err != nil {
				return err
			}
			if _, err := exec(ctx, tx, `DELETE FROM daily_tables WHERE member = $1 AND guild = $2`, member, guild); err != nil {
				return err
			}
			return replaceStands(ctx, tx, standsIn, []any{member, guild}, left, noteLeft, member, guild)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// listed is the condition for the places of a leaderboard. Indexes have the same condition.
const listed = ` FROM standings WHERE guild = $1 AND pool = $2 AND away = 0 AND unlisted = 0`

const (
	readParts = `SELECT part, places FROM board_parts WHERE guild = $1 AND pool = $2 AND places > 0 ORDER BY part`
	// placesFrom reads places whose column doubt is $3, the best first, from the rating $4 down.
	placesFrom = `SELECT member, value, doubt` + listed + ` AND doubt = $3 AND value <= $4 ORDER BY value DESC, member LIMIT $5 OFFSET $6`
	// placesBefore counts the places in a boardPart that come before a given place.
	placesBefore = `SELECT count(*)` + listed + ` AND doubt = $3 AND value <= $4 AND value >= $5 AND NOT (value = $5 AND member >= $6)`
	// recentPlaces and countRecent read every place of a member who has played since the time $3. Such members are few.
	recentPlaces = `SELECT member, value, doubt` + listed + ` AND last >= $3 ORDER BY +doubt, -value, member LIMIT $4 OFFSET $5`
	countRecent  = `SELECT count(*), count(CASE WHEN doubt < $4 OR doubt = $4 AND (value > $5 OR value = $5 AND member < $6) THEN 1 END)` + listed + ` AND last >= $3`
	season       = `SELECT r.member, CAST(sum(r.score) AS BIGINT) AS points, count(*) AS games FROM results r
		JOIN standings s ON s.member = r.member AND s.pool = r.pool AND s.guild = r.guild AND s.away = 0 AND s.unlisted = 0
		WHERE r.guild = $1 AND r.pool = $2 AND r.ended >= $3 AND r.ended < $4 AND r.guild <> '' AND r.opponent <> '' AND r.verdict = 'rated'
		GROUP BY r.member ORDER BY points DESC, games, r.member LIMIT $5`
	ownPlace = `SELECT member, value, doubt, last, away, unlisted FROM standings WHERE member = $1 AND pool = $2 AND guild = $3`
)

// Leaders returns a page of a leaderboard: see store.Store.
func (db *DB) Leaders(ctx context.Context, b profile.Board, from, limit int, member string) (profile.Page, error) {
	return read(ctx, db, func(ctx context.Context) (page profile.Page, err error) {
		own, err := db.ownStanding(ctx, b, member)
		if err != nil {
			return page, err
		}
		q := boardQuery{db.reads, b, max(0, from), max(0, limit)}
		look := q.all
		if !b.Since.IsZero() {
			look = q.recent
		}
		var rank int
		var found []placeRow
		if page.Total, rank, found, err = look(ctx, own); err != nil {
			return page, err
		}
		for i, s := range found {
			p, err := db.placeOf(ctx, s, b.Pool, max(0, from)+i+1)
			if err != nil {
				return page, err
			}
			page.Places = append(page.Places, p)
		}
		if own != nil {
			page.Own, err = db.placeOf(ctx, *own, b.Pool, rank+1)
		}
		return page, err
	})
}

// Season returns the best members of a season: see store.Store.
func (db *DB) Season(ctx context.Context, guild string, pool rating.Pool, s profile.Season, limit int) ([]profile.SeasonPlace, error) {
	return readList(ctx, db, func(rows *sql.Rows) (p profile.SeasonPlace, err error) {
		return p, rows.Scan(&p.Member, &p.Points, &p.Games)
	}, season, guild, string(pool), s.From.UnixMilli(), s.Until.UnixMilli(), limit)
}

// ownStanding returns a member's row on a leaderboard, or nil if the member has no place there.
func (db *DB) ownStanding(ctx context.Context, b profile.Board, member string) (*placeRow, error) {
	found, err := list(ctx, db.reads, func(rows *sql.Rows) (s placeRow, err error) {
		s.guild, s.pool = b.Guild, string(b.Pool)
		err = rows.Scan(&s.member, &s.value, &s.doubt, &s.last, &s.away, &s.unlisted)
		return s, err
	}, ownPlace, member, string(b.Pool), b.Guild)
	if err != nil || len(found) == 0 || found[0].away+found[0].unlisted > 0 || !b.Since.IsZero() && found[0].last < b.Since.UnixMilli() {
		return nil, err
	}
	return &found[0], nil
}

// placeOf completes a row of a leaderboard with its rank and with the member's tally of rated games.
func (db *DB) placeOf(ctx context.Context, s placeRow, pool rating.Pool, rank int) (profile.Place, error) {
	of, err := scanStanding(db.reads.QueryRowContext(ctx, standing, s.member, string(pool)))
	return profile.Place{
		Rank: rank, Member: s.member, Points: rating.Rating{Value: s.value}.Points(), Provisional: s.doubt > 0, Rated: of.Rated,
	}, err
}

// A boardQuery reads a page of a leaderboard.
type boardQuery struct {
	reads       querier
	board       profile.Board
	from, limit int
}

func scanPlaced(rows *sql.Rows) (s placeRow, err error) {
	err = rows.Scan(&s.member, &s.value, &s.doubt)
	return s, err
}

// recent reads the places of members who have played since board.Since. It returns the number of all such places, the
// number of those before the row `own`, and the requested places.
func (q boardQuery) recent(ctx context.Context, own *placeRow) (total, before int, found []placeRow, err error) {
	var at placeRow
	if own != nil {
		at = *own
	}
	guild, pool, since := q.board.Guild, string(q.board.Pool), q.board.Since.UnixMilli()
	if err = q.reads.QueryRowContext(ctx, countRecent, guild, pool, since, at.doubt, at.value, at.member).Scan(&total, &before); err != nil {
		return 0, 0, nil, err
	}
	found, err = list(ctx, q.reads, scanPlaced, recentPlaces, guild, pool, since, q.limit, q.from)
	return total, before, found, err
}

// all is like recent, but for all members. It adds up the stored numbers of places in the leaderboard's parts, so it
// counts single places only in the part of `own`.
func (q boardQuery) all(ctx context.Context, own *placeRow) (total, before int, found []placeRow, err error) {
	guild, pool := q.board.Guild, string(q.board.Pool)
	type counted struct{ number, places int }
	counts, err := list(ctx, q.reads, func(rows *sql.Rows) (c counted, err error) {
		err = rows.Scan(&c.number, &c.places)
		return c, err
	}, readParts, guild, pool)
	if err != nil {
		return 0, 0, nil, err
	}
	begins, skip, begun := boardPart{}, 0, false
	for _, c := range counts {
		if !begun && total+c.places > q.from {
			begins.number, skip, begun = c.number, q.from-total, true
		}
		if total += c.places; own != nil && c.number < own.part().number {
			before += c.places
		}
	}
	if own != nil {
		doubt, most := own.part().bounds()
		n, err := count(ctx, q.reads, placesBefore, guild, pool, doubt, most, own.value, own.member)
		if err != nil {
			return 0, 0, nil, err
		}
		before += n
	}
	if begun {
		found, err = q.places(ctx, begins, skip)
	}
	return total, before, found, err
}

// places returns the requested places. They begin `skip` places after the beginning of a boardPart.
func (q boardQuery) places(ctx context.Context, at boardPart, skip int) (found []placeRow, err error) {
	first, most := at.bounds()
	for doubt := first; doubt <= 2 && len(found) < q.limit; doubt++ {
		more, err := list(ctx, q.reads, scanPlaced, placesFrom, q.board.Guild, string(q.board.Pool), doubt, most, q.limit-len(found), skip)
		if err != nil {
			return nil, err
		}
		found, most, skip = append(found, more...), mostValue, 0
	}
	return found, nil
}
