package database

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// A preparer is a pool or a connection.
type preparer interface {
	querier
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
}

// Prepared is a querier that prepares each of its statements once. SQLite would
// otherwise read their text every time. Its statements must be few, which ours,
// being constants, are.
type prepared struct {
	on preparer

	mu         sync.Mutex
	statements map[string]*sql.Stmt
}

func newPrepared(on preparer) *prepared {
	return &prepared{on: on, statements: map[string]*sql.Stmt{}}
}

func (p *prepared) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	p.mu.Lock()
	s, ok := p.statements[query]
	p.mu.Unlock()
	if ok {
		return s, nil
	}
	s, err := p.on.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if other, ok := p.statements[query]; ok {
		return other, s.Close()
	}
	p.statements[query] = s
	return s, nil
}

// ExecContext runs a statement that returns no rows.
func (p *prepared) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	s, err := p.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(ctx, args...)
}

// QueryContext runs a statement that returns rows.
func (p *prepared) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := p.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

// QueryRowContext runs a statement that returns one row.
func (p *prepared) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	s, err := p.statement(ctx, query)
	if err != nil {
		return p.on.QueryRowContext(ctx, query, args...) // for the same error, as no Row can be made
	}
	return s.QueryRowContext(ctx, args...)
}

// Close lets go of the statements, not of what they were prepared on.
func (p *prepared) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var errs []error
	for _, s := range p.statements {
		errs = append(errs, s.Close())
	}
	clear(p.statements)
	return errors.Join(errs...)
}
