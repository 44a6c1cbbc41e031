package database

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"time"

	"noughts/bot/store"
	"noughts/game/solving"
)

const (
	readSecret = `SELECT secret FROM trace_secret WHERE id = 1`
	makeSecret = `INSERT INTO trace_secret (id, secret) VALUES (1, $1) ON CONFLICT (id) DO NOTHING`

	// A second Forget after a crash may find less than the first.
	leaveTrace = `INSERT INTO traces (key, at, n) VALUES ($1, $2, $3) ON CONFLICT (key, at) DO UPDATE
		SET n = CASE WHEN traces.n > excluded.n THEN traces.n ELSE excluded.n END`
	countTraces = `SELECT CAST(coalesce(sum(n), 0) AS BIGINT) FROM traces WHERE key = $1 AND at >= $2`
	lastTrace   = `SELECT at, n FROM traces WHERE key = $1 ORDER BY at DESC LIMIT 1`
)

// leavesTraces finds the matches of a member that limits count: those that are open, and those that ended since $2.
var leavesTraces = matchesOf(selected, isOpen) + ` UNION ALL ` + matchesOf(selected, isOver+` AND ended > $2`)

// loadSecret returns the secret of the database, which it makes at the first start.
func loadSecret(ctx context.Context, pool *sql.DB) (store.TraceSecret, error) {
	var text string
	err := pool.QueryRowContext(ctx, readSecret).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		if _, err = pool.ExecContext(ctx, makeSecret, hex.EncodeToString(store.NewTraceSecret())); err == nil {
			err = pool.QueryRowContext(ctx, readSecret).Scan(&text) // another process may have been faster
		}
	}
	if err != nil {
		return nil, err
	}
	return hex.DecodeString(text)
}

// leaveTraces keeps what limits remember of a member who is about to be forgotten.
func (db *DB) leaveTraces(ctx context.Context, member string, now time.Time) error {
	matches, err := db.records(ctx, leavesTraces, member, now.Add(-store.TraceLife).UnixMilli())
	if err != nil {
		return err
	}
	solved, err := db.Solving(ctx, member)
	if err != nil && !errors.Is(err, store.ErrCorrupt) {
		return err
	}
	return db.writes.submit(ctx, func(ctx context.Context, tx querier) error {
		return saveTraces(ctx, tx, db.secret.Of(member, matches, solved, now))
	})
}

func saveTraces(ctx context.Context, tx querier, traces []store.Trace) error {
	for _, t := range traces {
		if _, err := tx.ExecContext(ctx, leaveTrace, t.Key, t.At.UnixMilli(), t.N); err != nil {
			return err
		}
	}
	return nil
}

// lastTrace returns the newest trace of a key. Errors: sql.ErrNoRows.
func (db *DB) lastTrace(ctx context.Context, key string) (store.Trace, error) {
	return read(ctx, db, func(ctx context.Context) (store.Trace, error) {
		t := store.Trace{Key: key}
		err := db.reads.QueryRowContext(ctx, lastTrace, key).Scan(moment{&t.At}, &t.N)
		return t, err
	})
}

// Forgotten returns when a member's data was deleted: see store.Store.
func (db *DB) Forgotten(ctx context.Context, member string) (time.Time, error) {
	t, err := db.lastTrace(ctx, db.secret.Forgotten(member))
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, nil
	}
	return t.At, err
}

// unsolved returns the record of a member of whom none is kept, with the tries of the day that were used up before the
// member was forgotten.
func (db *DB) unsolved(ctx context.Context, member string) (solving.Record, error) {
	r := solving.Record{Member: member}
	t, err := db.lastTrace(ctx, db.secret.Daily(member))
	if err == nil {
		r = store.WithTrace(r, t)
	} else if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return r, err
}
