package database

import (
	"context"
	"errors"
	"fmt"
)

// A sqliteWriter makes many changes in one transaction. Each is undone by itself
// when it fails.
type sqliteWriter struct {
	conn *prepared
}

// carryOut makes the changes of a batch and tells their callers, who are told
// nothing before all of it is on the disk.
func (w *sqliteWriter) carryOut(batch []*write) {
	results, err := w.transact(context.Background(), batch)
	err = explainSQLite(err)
	for i, b := range batch {
		if err != nil {
			b.done <- fmt.Errorf("the change was not kept: %w", err)
			continue
		}
		b.done <- explainSQLite(results[i])
	}
}

// transact makes all changes and returns their results, or why none was made.
func (w *sqliteWriter) transact(ctx context.Context, batch []*write) (results []error, err error) {
	defer func() {
		if err != nil {
			// SQLite may have ended the transaction itself, which is an error here and
			// all right.
			_ = w.exec(ctx, "ROLLBACK")
		}
	}()
	if err := w.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return nil, err
	}
	results = make([]error, len(batch))
	for i, b := range batch {
		if results[i], err = w.try(ctx, b); err != nil {
			return nil, errors.Join(results[i], err)
		}
	}
	return results, w.exec(ctx, "COMMIT")
}

// try makes one change. result is the change's own, err means that the whole
// transaction is lost.
func (w *sqliteWriter) try(ctx context.Context, b *write) (result, err error) {
	if err := w.exec(ctx, "SAVEPOINT change"); err != nil {
		return nil, err
	}
	if result = b.do(ctx, w.conn); result != nil {
		if err := w.exec(ctx, "ROLLBACK TO change"); err != nil {
			return result, err
		}
	}
	return result, w.exec(ctx, "RELEASE change")
}

func (w *sqliteWriter) exec(ctx context.Context, query string) error {
	_, err := w.conn.ExecContext(ctx, query)
	return err
}
