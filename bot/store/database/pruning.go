package database

import (
	"context"
	"errors"
	"strings"
	"time"

	"noughts/bot/store"
)

const (
	// prunePace is how often old rows are removed, and prunePage how many at once: few enough that
	// a waiting move is not late.
	prunePace = 5 * time.Minute
	prunePage = 1000
)

// pruneKeys returns the statement that deletes up to $2 idempotency keys stored before $1. Keys are the ids of
// interactions, so the smallest keys are the oldest. An index of the times would make every move write one more page.
func pruneKeys(d dialect) string {
	return `DELETE FROM idempotency_keys WHERE key IN (SELECT key FROM idempotency_keys ORDER BY key LIMIT $2` + d.skip + `) AND noted < $1`
}

// A pruning removes old rows from a table.
type pruning struct {
	what      string // for the log
	table     string
	key, time string // the columns of the primary key, and of the time that makes a row old
	life      time.Duration
}

var prunings = []pruning{
	{"traces of forgotten members", "traces", "(key, at)", "until", 0},
	{"reviews of pasted games", "reviews", "(game)", "until", 0},
	{"notes of shared reviews", "review_shares", "(game, channel)", "shared", store.ShareLife},
}

// statement returns the statement that removes up to $2 rows from before $1.
func (p pruning) statement(d dialect) string {
	columns := strings.Trim(p.key, "()")
	return `DELETE FROM ` + p.table + ` WHERE ` + p.key + ` IN (SELECT ` + columns + ` FROM ` + p.table + ` WHERE ` + p.time + ` < $1 ORDER BY ` + p.time + ` LIMIT $2` + d.skip + `)`
}

// startPruning removes old keys and other old rows until the queue of writes is closed.
func (db *DB) startPruning() {
	db.writes.writers.Go(func() {
		pace := time.NewTicker(prunePace)
		defer pace.Stop()
		for {
			select {
			case <-pace.C:
				db.pruneAll(context.Background(), time.Now())
			case <-db.writes.closing:
				return
			}
		}
	})
}

// pruneAll removes all old rows.
func (db *DB) pruneAll(ctx context.Context, now time.Time) {
	warn := func(what string, err error) {
		if err != nil && !errors.Is(err, store.ErrClosed) {
			db.log.Warn("cannot delete old rows", "what", what, "err", err)
		}
	}
	warn("keys", db.prune(ctx, pruneKeys(db.dialect), now.Add(-store.KeyLife)))
	for _, p := range prunings {
		warn(p.what, db.prune(ctx, p.statement(db.dialect), now.Add(-p.life)))
	}
}

// prune removes rows from before a time, page by page.
func (db *DB) prune(ctx context.Context, statement string, before time.Time) error {
	for {
		removed, err := db.exec(ctx, statement, before.UnixMilli(), prunePage)
		if err != nil || removed == 0 {
			return err
		}
	}
}
