package database

import (
	"context"
	"errors"
	"fmt"
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
// Keys from after now, which is $1 plus store.KeyLife, go too: a clock that was wrong would otherwise end the pruning.
func pruneKeys(d dialect) string {
	return fmt.Sprintf(`DELETE FROM idempotency_keys WHERE key IN (SELECT key FROM idempotency_keys ORDER BY key LIMIT $2%s) AND noted NOT BETWEEN $1 AND $1 + %d`,
		d.skip, store.KeyLife.Milliseconds()+time.Minute.Milliseconds())
}

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

// pruneUndecided returns the statements that delete up to $2 matches that ended before $1 without a win or a draw, and
// their votes. Nothing counts them: they are challenges that came to nothing and games given up at once.
func pruneUndecided(d dialect) []string {
	old := `(SELECT id FROM matches WHERE ended < $1 AND reason IN ` + undecidedReasons + ` AND due IS NULL ORDER BY ended LIMIT $2` + d.skip + `)`
	return []string{`DELETE FROM votes WHERE match_id IN ` + old, `DELETE FROM matches WHERE id IN ` + old}
}

// undecidedReasons is the list of the index matches_undecided.
const undecidedReasons = `('aborted', 'declined', 'withdrawn', 'expired', 'abandoned')`

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

func (db *DB) pruneAll(ctx context.Context, now time.Time) {
	warn := func(what string, err error) {
		if err != nil && !errors.Is(err, store.ErrClosed) {
			db.log.Warn("cannot delete old rows", "what", what, "err", err)
		}
	}
	warn("keys", db.prune(ctx, now.Add(-store.KeyLife), pruneKeys(db.dialect)))
	warn("games without a result", db.prune(ctx, now.Add(-store.UndecidedLife), pruneUndecided(db.dialect)...))
	if db.file != nil {
		warn("databases that restores have set aside", db.file.dropSetAside(now))
	}
	for _, p := range prunings {
		warn(p.what, db.prune(ctx, now.Add(-p.life), p.statement(db.dialect)))
	}
}

// prune removes rows from before a time, page by page, until the last statement finds no more.
func (db *DB) prune(ctx context.Context, before time.Time, statements ...string) error {
	for {
		var removed int
		for _, statement := range statements {
			var err error
			if removed, err = db.exec(ctx, statement, before.UnixMilli(), prunePage); err != nil {
				return err
			}
		}
		if removed == 0 {
			return nil
		}
	}
}
