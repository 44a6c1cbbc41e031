package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

const (
	// writeLimit is how long a change may take, whoever waits for it.
	writeLimit = 10 * time.Second
	// writeAttempts is how often a change is tried that the database took back.
	writeAttempts = 5
)

// A postgresWriter makes each change in a transaction of its own.
type postgresWriter struct {
	pool *sql.DB
}

func (w postgresWriter) carryOut(batch []*write) {
	for _, b := range batch {
		b.done <- w.retry(b)
	}
}

// retry makes a change, again and again while it is certain that it was not made.
func (w postgresWriter) retry(b *write) (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), writeLimit)
	defer cancel()
	for range writeAttempts {
		if err = w.transact(ctx, b); err == nil || !takenBack(err) {
			break
		}
	}
	return explainPostgres(err)
}

func (w postgresWriter) transact(ctx context.Context, b *write) error {
	tx, err := w.pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := b.do(ctx, tx); err != nil {
		_ = tx.Rollback() // fails with the connection, which ends the transaction as well
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("the change was not confirmed: %w", err)
	}
	return nil
}

// takenBack says whether the database has made nothing of a transaction and
// another attempt may work: it was in the way of another, or nothing was sent.
func takenBack(err error) bool {
	var failed *pgconn.PgError
	if errors.As(err, &failed) {
		return failed.Code == "40001" || failed.Code == "40P01"
	}
	return pgconn.SafeToRetry(err)
}
