package database

import (
	"context"
	"database/sql"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
)

var load = `SELECT ` + selected + ` FROM matches WHERE id = $1`

// Load returns a match: see store.Store.
func (db *DB) Load(ctx context.Context, id match.ID) (match.Record, error) {
	if !id.Valid() {
		return match.Record{}, store.ErrNotFound
	}
	return read(ctx, db, func(ctx context.Context) (match.Record, error) {
		return loadFrom(ctx, db.reads, id)
	})
}

// matchesOf returns the query for those of a member's matches that meet a condition: the matches
// with the member as X, as O, or as a starter without a seat. Each of the three has an index of its
// own, which the databases use only in separate queries.
func matchesOf(columns, which string) string {
	return `SELECT ` + columns + ` FROM matches WHERE x_member = $1 AND x_member <> '' AND ` + which + `
		UNION ALL SELECT ` + columns + ` FROM matches WHERE o_member = $1 AND o_member <> '' AND ` + which + `
		UNION ALL SELECT ` + columns + ` FROM matches WHERE host = $1 AND host <> '' AND ` + which
}

// isOpen selects the open matches in a query of a member's matches, and isOver the finished ones.
// Both have indexes of their own.
const (
	isOpen = `status <> 'over'`
	isOver = `ended IS NOT NULL`
)

var (
	unfinishedIn    = `SELECT ` + selected + ` FROM matches WHERE channel = $1 AND status <> 'over' ORDER BY created, id`
	unfinishedGuild = `SELECT ` + selected + ` FROM matches WHERE guild = $1 AND guild <> '' AND status <> 'over' ORDER BY created, id`
	unfinishedUnder = `SELECT ` + selected + ` FROM matches WHERE channel = $1 AND status <> 'over'
		UNION ALL SELECT ` + selected + ` FROM matches WHERE parent = $1 AND parent <> '' AND status <> 'over' ORDER BY created, id`
	unfinishedOf = `SELECT * FROM (` + matchesOf(selected, isOpen) + `) AS mine
		WHERE $2 = '' OR channel = $2 OR parent = $3 AND parent <> '' ORDER BY created, id`
)

// Unfinished returns the open matches of a scope: see store.Store.
func (db *DB) Unfinished(ctx context.Context, of match.Scope) ([]match.Record, error) {
	under := ""
	if of.Threads {
		under = of.Channel
	}
	switch {
	case of.Guild != "":
		return db.records(ctx, unfinishedGuild, of.Guild)
	case of.Member != "":
		return db.records(ctx, unfinishedOf, of.Member, of.Channel, under)
	case under != "":
		return db.records(ctx, unfinishedUnder, under)
	}
	return db.records(ctx, unfinishedIn, of.Channel)
}

// A finishedQuery has the queries for finished matches in one direction of time. The field `in` lists a channel's
// matches, and the field `of` lists a member's. As in matchesOf, a member's query has three subqueries. Each subquery
// has the limit of the whole list.
type finishedQuery struct{ in, of string }

var (
	finishedBefore = finishedIn(`ended <= $2 AND (ended, id) < ($2, $3)`, `DESC`)
	finishedAfter  = finishedIn(`ended >= $2 AND (ended, id) > ($2, $3) AND (ended, id) < ($7, $8)`, `ASC`)
)

// finishedIn returns the queries for the finished matches that meet the conditions in `limits`, ordered by end time in
// the direction `order`: ASC or DESC.
func finishedIn(limits, order string) finishedQuery {
	finished := ` AND ended IS NOT NULL AND moved = 1 AND ` + limits + ` AND ($5 = '' OR channel = $5) AND ($6 = '' OR guild = $6)`
	next := ` ORDER BY ended ` + order + `, id ` + order + ` LIMIT $4`
	where := func(whose string) string { return `SELECT * FROM matches WHERE ` + whose + finished + next }
	return finishedQuery{
		in: `SELECT ` + selected + ` FROM matches WHERE channel = $1` + finished + next,
		of: `SELECT ` + selected + ` FROM (SELECT * FROM (` + where(`x_member = $1 AND x_member <> ''`) + `) AS x
			UNION ALL SELECT * FROM (` + where(`o_member = $1 AND o_member <> ''`) + `) AS o
			UNION ALL SELECT * FROM (` + where(`host = $1 AND host <> ''`) + `) AS hosted) AS mine` + next,
	}
}

// Finished returns finished matches: see store.Store.
func (db *DB) Finished(ctx context.Context, q match.Query) ([]match.Record, error) {
	query, before := finishedBefore, int64(math.MaxInt64)
	if q.Before != (match.Cursor{}) {
		before = q.Before.At.UnixMilli()
	}
	limits := []any{before, string(q.Before.ID), q.Limit, q.Channel, q.Guild}
	if q.After != (match.Cursor{}) {
		query = finishedAfter
		limits = []any{q.After.At.UnixMilli(), string(q.After.ID), q.Limit, q.Channel, q.Guild, before, string(q.Before.ID)}
	}
	ask, whose := query.of, q.Member
	if q.Member == "" {
		ask, whose = query.in, q.Channel
	}
	found, err := db.records(ctx, ask, append([]any{whose}, limits...)...)
	if q.After != (match.Cursor{}) {
		slices.Reverse(found)
	}
	return found, err
}

var matchesOfMember = `SELECT * FROM (` + matchesOf(selected, isOpen) + ` UNION ALL ` + matchesOf(selected, isOver) + `) AS mine ORDER BY created, id`

// countingReasons are the reasons of decided results, as a quoted SQL list.
var countingReasons = func() string {
	var quoted []string
	for r := match.ByLine; (match.Result{Reason: r}).Decided(); r++ {
		text, _ := r.MarshalText() // never fails for these reasons
		quoted = append(quoted, "'"+string(text)+"'")
	}
	return strings.Join(quoted, ", ")
}()

var (
	// decided is the condition for match.Result.Decided, and fromStart the condition that the match
	// began from the start position.
	decided   = ` AND ended IS NOT NULL AND reason IN (` + countingReasons + `)`
	fromStart = ` AND given = ''`
	hasPlayed = `SELECT count(*) FROM (
		SELECT id FROM matches WHERE x_member = $1 AND x_member <> '' AND variant = $2` + decided + ` UNION ALL
		SELECT id FROM matches WHERE o_member = $1 AND o_member <> '' AND variant = $2` + decided + ` LIMIT ` + strconv.Itoa(match.FirstGames) + `) AS played`
)

// HasPlayed reports whether a member has played enough matches of a variant: see store.Store.
func (db *DB) HasPlayed(ctx context.Context, member string, v game.Variant) (bool, error) {
	return read(ctx, db, func(ctx context.Context) (bool, error) {
		n, err := countRows(ctx, db.reads, hasPlayed, member, v.String())
		return n >= match.FirstGames, err
	})
}

const (
	due = `SELECT id, due, guild FROM matches WHERE due <= $1 AND due >= $2 AND (due, id) > ($2, $3)
		ORDER BY due, id LIMIT $4`
	waiting = `SELECT id, computer_since, guild FROM matches WHERE computer_since <= $1 AND computer_since >= $2 AND (computer_since, id) > ($2, $3)
		ORDER BY computer_since, id LIMIT $4`
)

// Due returns due matches: see store.Store.
func (db *DB) Due(ctx context.Context, now time.Time, after match.Cursor, limit int) ([]match.Cursor, error) {
	return db.entries(ctx, due, now, after, limit)
}

// Waiting returns the matches that wait for the computer: see store.Store.
func (db *DB) Waiting(ctx context.Context, before time.Time, after match.Cursor, limit int) ([]match.Cursor, error) {
	return db.entries(ctx, waiting, before, after, limit)
}

func (db *DB) entries(ctx context.Context, query string, until time.Time, after match.Cursor, limit int) ([]match.Cursor, error) {
	return readList(ctx, db, func(rows *sql.Rows) (e match.Cursor, err error) {
		var at int64
		err = rows.Scan(&e.ID, &at, &e.Guild)
		e.At = time.UnixMilli(at).UTC()
		return e, err
	}, query, until.UnixMilli(), after.At.UnixMilli(), string(after.ID), limit)
}

// records returns the records that a query selects. Corrupt ones are logged and left out.
func (db *DB) records(ctx context.Context, query string, args ...any) ([]match.Record, error) {
	return read(ctx, db, func(ctx context.Context) ([]match.Record, error) {
		rows, err := db.reads.QueryContext(ctx, query, args...)
		if err != nil {
			return nil, err
		}
		var records []match.Record
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			r, err := scanRecord(rows)
			switch {
			case errors.Is(err, store.ErrCorrupt):
				db.log.Error("stored match is corrupt and left out of a list: restore it from a backup, or delete its row", "err", err)
			case err != nil:
				return nil, err
			default:
				records = append(records, r)
			}
		}
		return records, rows.Err()
	})
}
