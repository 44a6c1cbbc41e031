package database

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// A sqliteWriter makes many changes in one transaction. If one of them fails, only that one is rolled back.
type sqliteWriter struct {
	conn *prepared
	file *sqliteFile // nil in memory
}

// carryOut makes the changes of a batch. No caller gets a result before the whole batch is on the disk.
func (w *sqliteWriter) carryOut(batch []*write) (err error) {
	ctx := context.Background()
	committed := false
	defer func() {
		if !committed {
			// SQLite may have ended the transaction itself. Then this ROLLBACK fails, which does no harm.
			_, _ = w.conn.ExecContext(ctx, "ROLLBACK")
		}
	}()
	if _, err := w.conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	if len(batch) == 1 { // the usual case, which needs no savepoint
		only := batch[0]
		if only.value, only.err = only.do(ctx, w.conn); only.err != nil {
			return nil
		}
	} else {
		for _, b := range batch {
			if err := w.try(ctx, b); err != nil {
				return errors.Join(b.err, err)
			}
		}
	}
	if _, err := w.conn.ExecContext(ctx, "COMMIT"); err != nil {
		return err
	}
	committed = true
	if w.file == nil {
		return nil
	}
	return w.file.check()
}

// try makes one change of a batch under a savepoint. An error means that the whole transaction must be rolled back.
func (w *sqliteWriter) try(ctx context.Context, b *write) error {
	_, err := w.conn.ExecContext(ctx, "SAVEPOINT change")
	if err != nil {
		return err
	}
	if b.value, b.err = b.do(ctx, w.conn); b.err != nil {
		_, err = w.conn.ExecContext(ctx, "ROLLBACK TO change")
	}
	if err == nil {
		_, err = w.conn.ExecContext(ctx, "RELEASE change")
	}
	return err
}

// A prepared is a querier on a pool or a connection that prepares each statement once, because SQLite would otherwise
// parse the text every time. It keeps all statements, so there must be few different ones.
type prepared struct {
	on interface {
		querier
		PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
	}

	mu         sync.Mutex
	statements map[string]*sql.Stmt
}

func (p *prepared) statement(ctx context.Context, query string) (s *sql.Stmt, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s, ok := p.statements[query]
	if !ok {
		if s, err = p.on.PrepareContext(ctx, query); err != nil {
			return nil, err
		}
		if p.statements == nil {
			p.statements = map[string]*sql.Stmt{}
		}
		p.statements[query] = s
	}
	return s, nil
}

func (p *prepared) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	s, err := p.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(ctx, args...)
}

func (p *prepared) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := p.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

func (p *prepared) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	s, err := p.statement(ctx, query)
	if err != nil {
		return p.on.QueryRowContext(ctx, query, args...) // fails with the same error as the preparation
	}
	return s.QueryRowContext(ctx, args...)
}

// Close closes the statements, not the pool or connection.
func (p *prepared) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var errs []error
	for _, s := range p.statements {
		errs = append(errs, s.Close())
	}
	return errors.Join(errs...)
}
