// Package database stores matches in SQLite or PostgreSQL, with the same statements for both. See DB.
package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"strings"

	"github.com/jackc/pgx/v5/stdlib"

	"noughts/bot/store"
	"noughts/game/match"
)

// ErrFull means that the disk of the database is full; errors wrap it. Stored data is safe. The database works again as
// soon as there is room.
var ErrFull = errors.New("the disk of the database is full")

// ErrReadOnly means that the database cannot be written; errors wrap it.
var ErrReadOnly = errors.New("the database is read-only")

// ErrNewer means that a newer version of this program has already changed the database's schema. Open's error then
// wraps it.
var ErrNewer = errors.New("the database is newer than this program")

// A DB is a store in a SQLite or PostgreSQL database. Open makes it.
//
// Goroutines called writers make the changes. If the caller's context ends before a writer has begun the change, the
// change is dropped. If it ends later, the writer still finishes the change. The caller then gets an error that wraps
// the context's, and must load the match to learn whether the change was made.
//
// In SQLite there is one writer. It makes all waiting changes in one transaction, so that they need only one sync of
// the disk. In PostgreSQL there are several writers, and each change has its own transaction.
type DB struct {
	dialect dialect
	log     *slog.Logger
	reads   querier
	closers []io.Closer // the pools and connections, in the order in which they are closed
	writes  *queue
	leases  *Leases      // nil for SQLite
	intact  func() error // returns an error if the database file was removed or replaced
	secret  store.TraceSecret
}

var _ store.Store = (*DB)(nil)

// A querier runs SQL statements. It is a connection pool, a connection or a transaction.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// A dialect has what differs between SQLite and PostgreSQL, apart from opening a database.
type dialect struct {
	phrases   *strings.Replacer // rewrites the migrations, which are written for SQLite, for this database
	explain   func(error) error // wraps an error in ErrFull or ErrReadOnly if that is its cause
	lost      func(error) bool  // reports whether the connection was lost before the database answered
	skip      string            // clause that makes a SELECT skip rows that another process is deleting
	lock      string            // statement that takes the lock with number $1 until the transaction ends; "" if there is a single writer
	migrating string            // the first statement of the transaction that migrates the database
	versioned string            // query for the number of tables that hold the schema's version: 0 in an empty database
}

// Open opens the database of a URL, sqlite:PATH or postgres://…, and migrates it. It waits up to
// half a minute for a PostgreSQL server that does not answer yet. Its errors say what to do and
// never contain the URL's password. They wrap ErrNewer, ErrFull, ErrReadOnly or the context's
// error if that is the cause.
func Open(ctx context.Context, url string, log *slog.Logger) (*DB, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	if path, ok := SQLitePath(url); ok {
		return openSQLite(ctx, path, log)
	}
	return openPostgres(ctx, url, log)
}

// Inspect connects to the database of a URL and describes its schema. Other processes may be using the database.
// Inspect changes nothing, and does not wait for a server that is still starting. The caller must close the returned
// pool, which is nil if the SQLite file does not exist or is empty. Errors: those of Open.
func Inspect(ctx context.Context, url string) (pool *sql.DB, schema string, err error) {
	path, isFile := SQLitePath(url)
	if !isFile {
		return inspectPostgres(ctx, url)
	}
	if err := checkFile(path); err != nil {
		return nil, "", err
	}
	if info, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return nil, "not there yet, and will be created", nil
	}
	copied, err := isCopy(path)
	if err == nil && copied {
		err = checkOldLog(path)
	}
	if err != nil {
		return nil, "", err
	}
	if pool, err = sql.Open("sqlite", fileName(path, "mode=rw", fmt.Sprintf("_busy_timeout=%d", sqliteBusy.Milliseconds()))); err != nil {
		return nil, "", err
	}
	if schema, err = describeSchema(ctx, pool, sqliteDialect); err != nil {
		return nil, "", errors.Join(fmt.Errorf("opening the database file %q: %w", path, explainSQLite(err)), pool.Close())
	}
	return pool, schema, nil
}

// inspectPostgres is Inspect for PostgreSQL.
func inspectPostgres(ctx context.Context, url string) (pool *sql.DB, schema string, err error) {
	config, _, err := postgresConfig(url)
	if err != nil {
		return nil, "", err
	}
	config.ConnectTimeout = postgresStatement
	pool = stdlib.OpenDB(*config)
	if schema, err = describeSchema(ctx, pool, postgresDialect); err != nil {
		return nil, "", errors.Join(fmt.Errorf("opening the database: %w", explainPostgres(err)), pool.Close())
	}
	return pool, schema, nil
}

// Shared reports whether other processes may change the matches. A SQLite file belongs to one process.
func (db *DB) Shared() bool { return db.leases != nil }

// Ping returns nil if the database answers and accepts changes. It makes a test write only after a change has failed.
// Errors wrap ErrFull, ErrReadOnly and ErrGone.
func (db *DB) Ping(ctx context.Context) error {
	if db.writes.closed() {
		return store.ErrClosed
	}
	if err := db.intact(); err != nil {
		return err
	}
	if db.writes.blocked.Load() {
		if err := db.writes.submit(ctx, probeWrite); err != nil {
			return err
		}
		db.writes.blocked.Store(false)
	}
	_, err := read(ctx, db, func(ctx context.Context) (int, error) {
		return count(ctx, db.reads, `SELECT count(*) FROM (SELECT 1 FROM matches LIMIT 1) AS one`)
	})
	return err
}

// probeWrite checks whether the database accepts changes: it writes a row that is larger than a match and deletes it
// again.
func probeWrite(ctx context.Context, tx querier) error {
	if err := saveKey(ctx, tx, probeKey, match.ID(strings.Repeat("x", 1<<14))); err != nil {
		return err
	}
	_, err := exec(ctx, tx, `DELETE FROM idempotency_keys WHERE key = $1`, probeKey)
	return err
}

// probeKey is the key of the row that probeWrite writes. Other keys are ids of interactions, which never look like
// this.
const probeKey = "is there room"

// Close finishes the accepted changes and closes the database.
func (db *DB) Close() error {
	db.writes.close()
	if db.leases != nil {
		db.leases.close()
	}
	return db.closeAll()
}

// closeAll closes the pools and connections.
func (db *DB) closeAll() error {
	var errs []error
	for _, c := range db.closers {
		errs = append(errs, c.Close())
	}
	db.closers = nil
	return errors.Join(errs...)
}
