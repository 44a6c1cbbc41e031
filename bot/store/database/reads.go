package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"

	"noughts/bot/store"
	"noughts/game/match"
)

var load = `SELECT ` + selected + ` FROM matches WHERE id = $1`

// Load returns a match: see store.Store.
func (db *DB) Load(ctx context.Context, id match.ID) (match.Record, error) {
	if !id.Valid() {
		return match.Record{}, store.ErrNotFound
	}
	return await(ctx, db, func(ctx context.Context) (match.Record, error) {
		r, err := scanRecord(db.reads.QueryRowContext(ctx, load, string(id)))
		return r, missing(err)
	})
}

// CarriedOut returns what was done for a key: see store.Store.
func (db *DB) CarriedOut(ctx context.Context, key string) (match.ID, error) {
	return await(ctx, db, func(ctx context.Context) (match.ID, error) {
		return carriedOut(ctx, db.reads, key)
	})
}

// openOf returns the query for a member's matches that are not over. A member's
// are those in which the member plays X, or O, or lets two computers play. Each
// has an index of its own, which the databases use when the three are asked for one
// by one.
func openOf(columns string) string {
	return `SELECT ` + columns + ` FROM matches WHERE x_member = $1 AND x_member <> '' AND status <> 'over'
		UNION ALL SELECT ` + columns + ` FROM matches WHERE o_member = $1 AND o_member <> '' AND status <> 'over'
		UNION ALL SELECT ` + columns + ` FROM matches WHERE owner = $1 AND x_member = '' AND o_member = '' AND status <> 'over'`
}

var (
	unfinishedIn    = `SELECT ` + selected + ` FROM matches WHERE channel = $1 AND status <> 'over' ORDER BY created, id`
	unfinishedGuild = `SELECT ` + selected + ` FROM matches WHERE guild = $1 AND guild <> '' AND status <> 'over' ORDER BY created, id`
	unfinishedOf    = `SELECT * FROM (` + openOf(selected) + `) AS mine WHERE $2 = '' OR channel = $2 ORDER BY created, id`
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

const (
	due = `SELECT id, deadline, guild FROM matches WHERE deadline <= $1 AND deadline >= $2 AND (deadline, id) > ($2, $3)
		ORDER BY deadline, id LIMIT $4`
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
	return await(ctx, db, func(ctx context.Context) ([]store.Entry, error) {
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
	return await(ctx, db, func(ctx context.Context) ([]match.Record, error) {
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

// LoadSession returns the gateway session that was saved last for a shard of so
// many, or the zero Session.
func (db *DB) LoadSession(ctx context.Context, shard, total int) (store.Session, error) {
	return await(ctx, db, func(ctx context.Context) (s store.Session, err error) {
		var lead int64
		row := db.reads.QueryRowContext(ctx,
			`SELECT session, resume_url, sequence, clock_lead FROM gateway_sessions WHERE total = $1 AND shard = $2`, total, shard)
		err = row.Scan(&s.ID, &s.ResumeURL, &s.Sequence, &lead)
		if errors.Is(err, sql.ErrNoRows) {
			return store.Session{}, nil
		}
		s.ClockLead = time.Duration(lead) * time.Millisecond
		return s, err
	})
}

// SaveSession replaces the saved gateway session of a shard. Only whole
// milliseconds of its times are kept.
func (db *DB) SaveSession(ctx context.Context, shard, total int, s store.Session) error {
	return db.writes.submit(ctx, func(ctx context.Context, tx querier) error {
		_, err := exec(ctx, tx,
			`INSERT INTO gateway_sessions (total, shard, session, resume_url, sequence, clock_lead, saved)
			VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (total, shard) DO UPDATE SET session = excluded.session, resume_url = excluded.resume_url,
				sequence = excluded.sequence, clock_lead = excluded.clock_lead, saved = excluded.saved`,
			total, shard, s.ID, s.ResumeURL, s.Sequence, s.ClockLead.Milliseconds(), time.Now().UnixMilli())
		return err
	})
}

// readLimit is how long a read may take, whoever waits for it.
const readLimit = 5 * time.Second

// await reads something. The read itself does not end with the caller's context:
// to cancel a statement costs PostgreSQL a connection and a line in its log, and
// statements are short.
func await[T any](ctx context.Context, db *DB, read func(context.Context) (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	var none T
	if err := ctx.Err(); err != nil {
		return none, err
	}
	if db.writes.closed() {
		return none, store.ErrClosed
	}
	answered := make(chan answer, 1)
	go func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readLimit)
		defer cancel()
		var a answer
		a.err = again(ctx, db.dialect.lost, func() (err error) {
			a.value, err = read(ctx)
			return err
		})
		answered <- a
	}()
	select {
	case a := <-answered:
		return a.value, db.dialect.explain(a.err)
	case <-ctx.Done():
		return none, fmt.Errorf("the database has not answered: %w", ctx.Err())
	}
}

const (
	// attempts is how often something is tried that may be tried again.
	attempts = 5
	// firstPause is the one before the second attempt; each next one is three times
	// as long. Together they are as long as a server's restart that nobody should
	// notice, and shorter than a member waits.
	firstPause = 40 * time.Millisecond
)

// again does something, and again while it fails in a way that may pass.
func again(ctx context.Context, passes func(error) bool, do func() error) (err error) {
	pause := firstPause
	for attempt := 1; ; attempt++ {
		if err = do(); err == nil || attempt == attempts || !passes(err) {
			return err
		}
		select {
		case <-time.After(pause):
			pause *= 3
		case <-ctx.Done():
			return err
		}
	}
}

// count returns the number that a query answers with.
func count(ctx context.Context, q querier, query string, args ...any) (n int, err error) {
	err = q.QueryRowContext(ctx, query, args...).Scan(&n)
	return n, err
}

// column returns the first column of a query's rows.
func column[T any](ctx context.Context, q querier, query string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return collect(rows, func(rows *sql.Rows) (value T, err error) {
		err = rows.Scan(&value)
		return value, err
	})
}

// collect reads all rows with scan, and closes them.
func collect[T any](rows *sql.Rows, scan func(*sql.Rows) (T, error)) (all []T, err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		value, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, value)
	}
	return all, rows.Err()
}
