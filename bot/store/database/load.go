package database

import (
	"context"
	"database/sql"
	"errors"
	"math"
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
		r, err := scanRecord(db.reads.QueryRowContext(ctx, load, string(id)))
		return r, notFound(err)
	})
}

// matchesOf returns the query for those of a member's matches that are open or over. A member's
// are those in which the member plays X, or O, or lets two computers play. Each
// has an index of its own, which the databases use when the three are asked for one
// by one.
func matchesOf(columns, which string) string {
	return `SELECT ` + columns + ` FROM matches WHERE x_member = $1 AND x_member <> '' AND ` + which + `
		UNION ALL SELECT ` + columns + ` FROM matches WHERE o_member = $1 AND o_member <> '' AND ` + which + `
		UNION ALL SELECT ` + columns + ` FROM matches WHERE owner = $1 AND x_member = '' AND o_member = '' AND ` + which
}

// The two halves of a member's matches, each with indexes of its own.
const (
	isOpen = `status <> 'over'`
	isOver = `ended IS NOT NULL`
)

var (
	unfinishedIn    = `SELECT ` + selected + ` FROM matches WHERE channel = $1 AND status <> 'over' ORDER BY created, id`
	unfinishedGuild = `SELECT ` + selected + ` FROM matches WHERE guild = $1 AND guild <> '' AND status <> 'over' ORDER BY created, id`
	unfinishedOf    = `SELECT * FROM (` + matchesOf(selected, isOpen) + `) AS mine WHERE $2 = '' OR channel = $2 ORDER BY created, id`
)

// Unfinished returns the matches of a scope that are not over: see store.Store.
func (db *DB) Unfinished(ctx context.Context, of store.Scope) ([]match.Record, error) {
	switch {
	case of.Guild != "":
		return db.records(ctx, unfinishedGuild, of.Guild)
	case of.Member == "":
		return db.records(ctx, unfinishedIn, of.Channel)
	}
	return db.records(ctx, unfinishedOf, of.Member, of.Channel)
}

// Finished matches are asked for as a member's are above, each list no longer
// than it needs to be.
var (
	finished   = ` AND ended IS NOT NULL AND moves <> '' AND ended < $2`
	newest     = ` ORDER BY ended DESC, id DESC LIMIT $3`
	finishedIn = `SELECT ` + selected + ` FROM matches WHERE channel = $1` + finished + newest
	finishedOf = `SELECT ` + selected + ` FROM (SELECT * FROM matches WHERE x_member = $1 AND x_member <> ''` + here + newest + `) AS x
		UNION ALL SELECT ` + selected + ` FROM (SELECT * FROM matches WHERE o_member = $1 AND o_member <> ''` + here + newest + `) AS o
		UNION ALL SELECT ` + selected + ` FROM (SELECT * FROM matches WHERE owner = $1 AND x_member = '' AND o_member = ''` + here + newest + `) AS watched
		ORDER BY changed DESC, id DESC LIMIT $3`
	here = finished + ` AND ($4 = '' OR channel = $4)`
)

// Finished returns matches that are over: see store.Store.
func (db *DB) Finished(ctx context.Context, q store.Query) ([]match.Record, error) {
	before := int64(math.MaxInt64)
	if !q.Before.IsZero() {
		before = q.Before.UnixMilli()
	}
	if q.Member == "" {
		return db.records(ctx, finishedIn, q.Channel, before, q.Limit)
	}
	return db.records(ctx, finishedOf, q.Member, before, q.Limit, q.Channel)
}

var matchesOfMember = `SELECT * FROM (` + matchesOf(selected, isOpen) + ` UNION ALL ` + matchesOf(selected, isOver) + `) AS mine ORDER BY created, id`

// Export returns what is kept of a member: see store.Store.
func (db *DB) Export(ctx context.Context, member string) ([]byte, error) {
	m, err := db.Member(ctx, member)
	if err != nil {
		return nil, err
	}
	var records []match.Record
	if member != match.Anonymous {
		if records, err = db.records(ctx, matchesOfMember, member); err != nil {
			return nil, err
		}
	}
	return store.ExportOf(m, records)
}

var (
	// decided is match.Result.Counts.
	decided   = ` AND ended IS NOT NULL AND reason IN ('` + strings.Join(store.Reasons[match.ByLine:match.Aborted], "', '") + `')`
	hasPlayed = `SELECT count(*) FROM (
		SELECT id FROM matches WHERE x_member = $1 AND x_member <> '' AND variant = $2` + decided + ` UNION ALL
		SELECT id FROM matches WHERE o_member = $1 AND o_member <> '' AND variant = $2` + decided + ` LIMIT 1) AS played`
)

// HasPlayed says whether a member has played a variant: see store.Store.
func (db *DB) HasPlayed(ctx context.Context, member string, v game.Variant) (bool, error) {
	return read(ctx, db, func(ctx context.Context) (bool, error) {
		n, err := count(ctx, db.reads, hasPlayed, member, v.String())
		return n > 0, err
	})
}

const (
	due = `SELECT id, due, guild FROM matches WHERE due <= $1 AND due >= $2 AND (due, id) > ($2, $3)
		ORDER BY due, id LIMIT $4`
	waiting = `SELECT id, computer_since, guild FROM matches WHERE computer_since < $1 AND computer_since >= $2 AND (computer_since, id) > ($2, $3)
		ORDER BY computer_since, id LIMIT $4`
)

// Due returns what is due: see store.Store.
func (db *DB) Due(ctx context.Context, now time.Time, after store.Entry, limit int) ([]store.Entry, error) {
	return db.entries(ctx, due, now, after, limit)
}

// Waiting returns the matches that wait for the computer: see store.Store.
func (db *DB) Waiting(ctx context.Context, before time.Time, after store.Entry, limit int) ([]store.Entry, error) {
	return db.entries(ctx, waiting, before, after, limit)
}

func (db *DB) entries(ctx context.Context, query string, until time.Time, after store.Entry, limit int) ([]store.Entry, error) {
	return read(ctx, db, func(ctx context.Context) ([]store.Entry, error) {
		rows, err := db.reads.QueryContext(ctx, query, until.UnixMilli(), after.At.UnixMilli(), string(after.ID), limit)
		if err != nil {
			return nil, err
		}
		return collect(rows, func(rows *sql.Rows) (e store.Entry, err error) {
			var at int64
			err = rows.Scan(&e.ID, &at, &e.Guild)
			e.At = time.UnixMilli(at).UTC()
			return e, err
		})
	})
}

// records returns the records that a query selects. Corrupt ones are logged and
// left out, so that one does not take the others with it.
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
				db.log.Error("a stored match is damaged and left out of a list: restore it from a backup, or delete its row", "err", err)
			case err != nil:
				return nil, err
			default:
				records = append(records, r)
			}
		}
		return records, rows.Err()
	})
}
