package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"noughts/bot/store"
)

const readLimit = 5 * time.Second

// read runs a query with retries. It returns when the caller's context ends, but the query continues:
// cancelling a statement costs PostgreSQL a connection and a line in its log, and statements are short.
func read[T any](ctx context.Context, db *DB, query func(context.Context) (T, error)) (T, error) {
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
	if db.turn != nil {
		db.turn.Lock()
		defer db.turn.Unlock()
		value, err := query(context.WithoutCancel(ctx))
		return value, db.dialect.explain(err)
	}
	answered := make(chan answer, 1)
	go func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readLimit)
		defer cancel()
		var a answer
		a.err = retry(ctx, db.dialect.lost, func() (err error) {
			a.value, err = query(ctx)
			return err
		})
		answered <- a
	}()
	select {
	case a := <-answered:
		return a.value, db.dialect.explain(a.err)
	case <-ctx.Done():
		return none, fmt.Errorf("database timeout: %w", ctx.Err())
	}
}

const (
	// attempts is the maximum number of attempts of an operation, the first included.
	attempts = 5
	// firstPause is the pause before the second attempt. Each further pause is three times as long. Their sum, 1.6
	// seconds, covers a quick restart of the database server, and is shorter than a member waits.
	firstPause = 40 * time.Millisecond
)

// retry calls `do` until it succeeds, at most five times and with growing pauses. It stops at an error for which
// `passes` returns false, because such an error is not transient.
func retry(ctx context.Context, passes func(error) bool, do func() error) (err error) {
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

func countRows(ctx context.Context, q querier, query string, args ...any) (int, error) {
	return one[int](ctx, q, query, args...)
}

// one returns the only column of a query's first row. Errors: store.ErrNotFound if there is no row.
func one[T any](ctx context.Context, q querier, query string, args ...any) (value T, err error) {
	err = q.QueryRowContext(ctx, query, args...).Scan(&value)
	return value, notFound(err)
}

func scanColumn[T any](rows *sql.Rows) (value T, err error) {
	err = rows.Scan(&value)
	return value, err
}

// into returns a scan for list: it scans a row into the fields that a value's function returns pointers to.
func into[T any](fields func(*T) []any) func(*sql.Rows) (T, error) {
	return func(rows *sql.Rows) (value T, err error) {
		err = rows.Scan(fields(&value)...)
		return value, err
	}
}

// readList is like list, for a query outside transactions: see read.
func readList[T any](ctx context.Context, db *DB, scan func(*sql.Rows) (T, error), query string, args ...any) ([]T, error) {
	return read(ctx, db, func(ctx context.Context) ([]T, error) { return list(ctx, db.reads, scan, query, args...) })
}

func list[T any](ctx context.Context, q querier, scan func(*sql.Rows) (T, error), query string, args ...any) (all []T, err error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
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

func exec(ctx context.Context, q querier, query string, args ...any) (int, error) {
	result, err := q.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}

func execAll(ctx context.Context, q querier, statements []string, args ...any) error {
	for _, statement := range statements {
		if _, err := q.ExecContext(ctx, statement, args...); err != nil {
			return err
		}
	}
	return nil
}

// exec runs one statement in a transaction of its own, and returns how many rows it changed. One that changes none does
// not count as a change that succeeded: see DB.Ping.
func (db *DB) exec(ctx context.Context, query string, args ...any) (int, error) {
	n, err := inTransaction(ctx, db.writes, func(ctx context.Context, tx querier) (int, error) {
		n, err := exec(ctx, tx, query, args...)
		if n == 0 && err == nil {
			err = store.ErrNotFound
		}
		return n, err
	})
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return n, err
}

func notFound(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return store.ErrNotFound
	}
	return err
}
