package database

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"noughts/bot/store"
	"noughts/game/match"
)

// CarriedOut returns what was done for a key: see store.Store.
func (db *DB) CarriedOut(ctx context.Context, key string) (match.ID, error) {
	return read(ctx, db, func(ctx context.Context) (match.ID, error) {
		return carriedOut(ctx, db.reads, key)
	})
}

// saveKey notes the key of a change. Errors: *store.Done.
func saveKey(ctx context.Context, tx querier, key string, id match.ID) error {
	const insert = `INSERT INTO idempotency_keys (key, match_id, noted) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING RETURNING match_id`
	err := tx.QueryRowContext(ctx, insert, key, string(id), time.Now().UnixMilli()).Scan(&id)
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	before, err := carriedOut(ctx, tx, key)
	if err != nil {
		return err
	}
	return &store.Done{Match: before}
}

// carriedOut returns the match of a key. Errors: store.ErrNotFound.
func carriedOut(ctx context.Context, q querier, key string) (id match.ID, err error) {
	err = q.QueryRowContext(ctx, `SELECT match_id FROM idempotency_keys WHERE key = $1`, key).Scan(&id)
	return id, notFound(err)
}

const (
	// prunePace is how often keys that are too old are removed, prunePage how many
	// at once: few enough that a move which waits for them is not late.
	prunePace = 5 * time.Minute
	prunePage = 1000
)

// startPruning removes old keys until the queue of writes is closed.
func (db *DB) startPruning() {
	db.writes.writers.Go(func() {
		pace := time.NewTicker(prunePace)
		defer pace.Stop()
		for {
			select {
			case <-pace.C:
				err := db.prune(context.Background(), time.Now().Add(-store.KeyLife))
				if err != nil && !errors.Is(err, store.ErrClosed) {
					db.log.Warn("old keys could not be removed", "err", err)
				}
			case <-db.writes.closing:
				return
			}
		}
	})
}

// prune removes the keys that were noted before a time.
func (db *DB) prune(ctx context.Context, before time.Time) error {
	for {
		removed, err := submit(ctx, db.writes, func(ctx context.Context, tx querier) (int, error) {
			return exec(ctx, tx, db.dialect.prune, before.UnixMilli(), prunePage)
		})
		if err != nil || removed == 0 {
			return err
		}
	}
}
