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

// ErrFull is wrapped by errors for a full disk. Stored data is safe, and the database works again when there is room.
var ErrFull = errors.New("the disk of the database is full")

// ErrReadOnly is wrapped by errors for a database that cannot be written.
var ErrReadOnly = errors.New("the database is read-only")

// ErrNewer is wrapped by Open's error for a database that a newer program has
// migrated.
var ErrNewer = errors.New("the database is newer than this program")

// A DB is a store in a database. Open makes it.
//
// Writers make the changes. A writer finishes a change that it has begun, even if the caller's context ends. Then the
// caller gets an error that wraps the context's, and must load the match to learn whether the change was made. A change
// that no writer has begun is dropped when its caller's context ends.
//
// In SQLite there is one writer. It makes all waiting changes in one transaction, so that one sync of the disk serves
// them all. In PostgreSQL there are several writers, and each change has its own transaction.
type DB struct {
	dialect dialect
	log     *slog.Logger
	reads   querier
	closers []io.Closer // the pools and connections, in the order of closing
	writes  *queue
	leases  *Leases      // nil for SQLite
	intact  func() error // returns nil if the database file is still in place
	secret  store.TraceSecret
}

var _ store.Store = (*DB)(nil)

// A querier runs statements: a pool, a connection, a transaction.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// A dialect has the differences between SQLite and PostgreSQL, except for how a database is opened.
type dialect struct {
	phrases   *strings.Replacer // replaces SQLite's phrases in migrations by those of the database
	explain   func(error) error // wraps an error in ErrFull or ErrReadOnly if that is its cause
	lost      func(error) bool  // reports whether the connection was lost before the database answered
	skip      string            // clause that makes a SELECT skip rows that another process is deleting
	lock      string            // statement that takes the lock $1 until the transaction ends; "" with a single writer
	migrating string            // first statement of the migration's transaction
	versioned string            // query that counts the version tables: 0 in an empty database
}

// Open opens the database of a URL, sqlite:PATH or postgres://…, and migrates it. It waits up to
// half a minute for a PostgreSQL server that does not answer yet. Its errors say what to do and
// never contain the URL's password. They wrap ErrNewer, ErrFull, ErrReadOnly and the context's.
func Open(ctx context.Context, url string, log *slog.Logger) (*DB, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	if path, ok := SQLitePath(url); ok {
		return openSQLite(ctx, path, log)
	}
	return openPostgres(ctx, url, log)
}

// Inspect connects to the database of a URL, which other processes may be using, and describes its
// schema. It changes nothing, and does not wait for a server that is starting. The caller closes
// the pool, which is nil if the SQLite file does not exist. Errors: those of Open.
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

// Ping returns nil if the database answers and accepts changes. It tries a write only if an earlier change has failed
// because the disk was full or the database read-only. Errors wrap ErrFull, ErrReadOnly and ErrGone.
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

// probeWrite writes a row that is larger than a match, and deletes it again.
func probeWrite(ctx context.Context, tx querier) error {
	if err := saveKey(ctx, tx, probeKey, match.ID(strings.Repeat("x", 1<<14))); err != nil {
		return err
	}
	_, err := exec(ctx, tx, `DELETE FROM idempotency_keys WHERE key = $1`, probeKey)
	return err
}

// probeKey is the key of probeWrite's row. No interaction has such an id.
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
