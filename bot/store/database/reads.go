package database

import (
	"cmp"
	"context"
	"errors"
	"math"
	"time"

	"noughts/bot/store"
	"noughts/game/match"
)

const load = `SELECT ` + columns + ` FROM matches WHERE id = $1`

// Load returns a match: see store.Store.
func (db *DB) Load(ctx context.Context, id match.ID) (store.Record, error) {
	if !id.Valid() {
		return store.Record{}, store.ErrNotFound
	}
	return await(ctx, db, func(ctx context.Context) (store.Record, error) {
		r, err := scanRecord(db.reads.QueryRowContext(ctx, load, string(id)))
		return r, missing(err)
	})
}

// CarriedOut returns what was done for a cause: see store.Store.
func (db *DB) CarriedOut(ctx context.Context, cause store.Cause) (match.ID, error) {
	return await(ctx, db, func(ctx context.Context) (match.ID, error) {
		return carriedOut(ctx, db.reads, cause)
	})
}

// Unfinished returns the matches of a channel that are not over: see store.Store.
func (db *DB) Unfinished(ctx context.Context, channel string) ([]store.Record, error) {
	return db.records(ctx, unfinished, channel)
}

const (
	unfinished   = `SELECT ` + columns + ` FROM matches WHERE channel = $1 AND status <> 'over' ORDER BY created, id`
	countChannel = `SELECT count(*) FROM matches WHERE channel = $1 AND status <> 'over'`
	countGuild   = `SELECT count(*) FROM matches WHERE guild = $1 AND guild <> '' AND status <> 'over'`
)

var (
	unfinishedOf = openOf(columns) + ` ORDER BY created, id`
	countOf      = `SELECT count(*) FROM (` + openOf(`status, owner`) + `) AS mine WHERE status = 'playing' OR owner = $1`
)

// openOf returns the query for a member's matches that are not over. A member's
// are those in which the member plays X, or O, or lets two computers play. Each
// has an index of its own, which the databases use when the three are asked for one
// by one.
func openOf(columns string) string {
	return `SELECT ` + columns + ` FROM matches WHERE x_member = $1 AND x_member <> '' AND status <> 'over'
		UNION ALL SELECT ` + columns + ` FROM matches WHERE o_member = $1 AND o_member <> '' AND status <> 'over'
		UNION ALL SELECT ` + columns + ` FROM matches WHERE owner = $1 AND x_member = '' AND o_member = '' AND status <> 'over'`
}

// UnfinishedOf returns a member's matches that are not over: see store.Store.
func (db *DB) UnfinishedOf(ctx context.Context, member string) ([]store.Record, error) {
	return db.records(ctx, unfinishedOf, member)
}

// Open returns how many matches are not over: see store.Store.
func (db *DB) Open(ctx context.Context, of store.Scope) (int, error) {
	query := countOf
	switch {
	case of.Channel != "":
		query = countChannel
	case of.Guild != "":
		query = countGuild
	}
	return await(ctx, db, func(ctx context.Context) (int, error) {
		return count(ctx, db.reads, query, cmp.Or(of.Channel, of.Guild, of.Member))
	})
}

// Finished matches are asked for as a member's are above, each list no longer
// than it needs to be.
const (
	finished   = ` AND ended IS NOT NULL AND moves <> '' AND ended < $2`
	newest     = ` ORDER BY ended DESC, id DESC LIMIT $3`
	finishedIn = `SELECT ` + columns + ` FROM matches WHERE channel = $1` + finished + newest
	finishedOf = `SELECT ` + columns + ` FROM (SELECT * FROM matches WHERE x_member = $1 AND x_member <> ''` + here + newest + `) AS x
		UNION ALL SELECT ` + columns + ` FROM (SELECT * FROM matches WHERE o_member = $1 AND o_member <> ''` + here + newest + `) AS o
		UNION ALL SELECT ` + columns + ` FROM (SELECT * FROM matches WHERE owner = $1 AND x_member = '' AND o_member = ''` + here + newest + `) AS watched
		ORDER BY changed DESC, id DESC LIMIT $3`
	here = finished + ` AND ($4 = '' OR channel = $4)`
)

// Finished returns matches that are over: see store.Store.
func (db *DB) Finished(ctx context.Context, q store.Query) ([]store.Record, error) {
	before := int64(math.MaxInt64)
	if !q.Before.IsZero() {
		before = q.Before.UnixMilli()
	}
	if q.Member == "" {
		return db.records(ctx, finishedIn, q.Channel, before, q.Limit)
	}
	return db.records(ctx, finishedOf, q.Member, before, q.Limit, q.Channel)
}

const (
	due     = `SELECT id FROM matches WHERE deadline <= $1 ORDER BY deadline, id LIMIT $2`
	waiting = `SELECT id FROM matches WHERE computer_since < $1 ORDER BY computer_since, id LIMIT $2`
)

// Due returns what is due: see store.Store.
func (db *DB) Due(ctx context.Context, now time.Time, limit int) ([]match.ID, error) {
	return db.ids(ctx, due, now.UnixMilli(), limit)
}

// Waiting returns the matches that wait for the computer: see store.Store.
func (db *DB) Waiting(ctx context.Context, before time.Time, limit int) ([]match.ID, error) {
	return db.ids(ctx, waiting, before.UnixMilli(), limit)
}

// ids returns the match ids that a query selects.
func (db *DB) ids(ctx context.Context, query string, args ...any) ([]match.ID, error) {
	return await(ctx, db, func(ctx context.Context) ([]match.ID, error) {
		return column[match.ID](ctx, db.reads, query, args...)
	})
}

// records returns the records that a query selects. Corrupt ones are logged and
// left out, so that one does not take the others with it.
func (db *DB) records(ctx context.Context, query string, args ...any) ([]store.Record, error) {
	return await(ctx, db, func(ctx context.Context) ([]store.Record, error) {
		rows, err := db.reads.QueryContext(ctx, query, args...)
		if err != nil {
			return nil, err
		}
		var records []store.Record
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			r, err := scanRecord(rows)
			switch {
			case errors.Is(err, store.ErrCorrupt):
				db.log.Error("a stored match is left out", "err", err)
			case err != nil:
				return nil, err
			default:
				records = append(records, r)
			}
		}
		return records, rows.Err()
	})
}
