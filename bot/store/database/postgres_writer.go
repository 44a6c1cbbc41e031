package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"noughts/bot/store"
)

// writeLimit is how long a change may take, whoever waits for it.
const writeLimit = 10 * time.Second

// A postgresWriter makes each change in a transaction of its own.
type postgresWriter struct {
	pool *sql.DB
}

func (w postgresWriter) carryOut(batch []*write) {
	ctx, cancel := context.WithTimeout(context.Background(), writeLimit)
	defer cancel()
	for _, b := range batch {
		b.done <- explainPostgres(again(ctx, takenBack, func() error { return w.transact(ctx, b) }))
	}
}

// errUnconfirmed is wrapped by the error for a transaction of which nobody knows
// whether it was made: the connection was lost while it was.
var errUnconfirmed = errors.New("the database has not confirmed the change, which may have been made")

func (w postgresWriter) transact(ctx context.Context, b *write) error {
	tx, err := w.pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := b.do(ctx, tx); err != nil {
		_ = tx.Rollback() // fails with the connection, which ends the transaction as well
		return err
	}
	if err := tx.Commit(); lostPostgres(err) {
		return fmt.Errorf("%w: %w", errUnconfirmed, err)
	} else if err != nil {
		return err
	}
	return nil
}

// takenBack says whether the database has made nothing of a transaction and
// another attempt may work: it was in the way of another, or the connection was
// lost before its end.
func takenBack(err error) bool {
	var failed *pgconn.PgError
	if errors.As(err, &failed) && (failed.Code == "40001" || failed.Code == "40P01") {
		return true
	}
	return lostPostgres(err) && !errors.Is(err, errUnconfirmed)
}

// lostPostgres says whether an error is that of a connection, rather than
// something that the server has said about a statement or we about its answer.
func lostPostgres(err error) bool {
	var failed *pgconn.PgError
	var done *store.Done
	switch {
	case err == nil, errors.As(err, &done), errors.Is(err, store.ErrCorrupt), errors.Is(err, store.ErrNotFound),
		errors.Is(err, store.ErrVersion), errors.Is(err, store.ErrExists), errors.Is(err, sql.ErrNoRows):
		return false
	case errors.As(err, &failed):
		// Connection exceptions, and a server that stops, crashes or starts.
		return strings.HasPrefix(failed.Code, "08") || strings.HasPrefix(failed.Code, "57P0")
	}
	return true
}
