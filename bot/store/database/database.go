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
	"sync"
	"time"

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

// ErrDamaged means that the content of a SQLite file is damaged; errors wrap it.
var ErrDamaged = errors.New("the database file is damaged")

// ErrAway means that the database server does not answer yet; errors of Open wrap it.
var ErrAway = errors.New("the database server does not answer")

// MayPass reports whether an error of Open may pass while the caller waits.
func MayPass(err error) bool {
	return errors.Is(err, ErrFull) || errors.Is(err, ErrReadOnly) || errors.Is(err, ErrAway)
}

// A DB is a store in a SQLite or PostgreSQL database. Open makes it.
//
// Goroutines called writers make the changes. If the caller's context ends before a writer has begun the change, the
// change is dropped. If it ends later, the writer still finishes the change. The caller then gets an error that wraps
// the context's, and must load the match to learn whether the change was made.
//
// In a SQLite file there is one writer. It makes all waiting changes in one transaction, so that they need only one sync
// of the disk. In PostgreSQL there are several writers, and each change has its own transaction. In memory there are none,
// and each change is made at once.
type DB struct {
	dialect dialect
	log     *slog.Logger
	reads   querier
	closers []io.Closer // the pools and connections, in the order in which they are closed
	writes  *writeQueue
	leases  *Leases     // nil for SQLite
	file    *sqliteFile // nil for PostgreSQL and in memory
	turn    *sync.Mutex // in memory held for each change and each read; nil elsewhere
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

// Open opens the database of a URL, sqlite:PATH, postgres://… or memory:, and migrates it. It waits up to
// half a minute for a PostgreSQL server that does not answer yet. Its errors say what to do and
// never contain the URL's password. They wrap ErrNewer, ErrFull, ErrReadOnly, ErrAway or the context's
// error if that is the cause: see MayPass.
func Open(ctx context.Context, url string, log *slog.Logger) (*DB, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	if url == InMemory {
		return openMemory(ctx, log)
	}
	if path, ok := SQLitePath(url); ok {
		return openSQLite(ctx, path, log)
	}
	return openPostgres(ctx, url, log)
}

// OpenReading opens the database of a URL for VerifyRatings and nothing else. It changes nothing, also in the folder of a
// SQLite file, and other processes may use the database. Errors: those of Open, and one for a database that Open would
// create or migrate.
func OpenReading(ctx context.Context, url string, log *slog.Logger) (*DB, error) {
	pool, schema, err := Inspect(ctx, url)
	if err != nil {
		return nil, err
	}
	db := &DB{dialect: postgresDialect, log: log, reads: pool}
	if path, isFile := SQLitePath(url); isFile {
		db.dialect = sqliteDialect
		if pool == nil {
			return nil, fmt.Errorf("there is no database in the file %q", path)
		}
	}
	db.writes, db.closers = newQueue(db.dialect.explain), []io.Closer{pool}
	current, err := db.Version(ctx)
	if err == nil && current < len(migrations()) {
		err = fmt.Errorf("the database is %s: run noughts migrate first", schema)
	}
	if err != nil {
		return nil, errors.Join(err, db.closeAll())
	}
	return db, nil
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
	if pool, err = openReading(path); err != nil {
		return nil, "", err
	}
	if schema, err = describeSchema(ctx, pool, sqliteDialect); err != nil {
		return nil, "", errors.Join(fmt.Errorf("opening the database file %q: %w", path, explainSQLite(err)), pool.Close())
	}
	return pool, schema, nil
}

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

// probeAfter is how old the last successful change may be, for Ping to trust it.
const probeAfter = time.Minute

// Ping returns nil if the database answers and accepts changes. It makes a change itself if the last one failed, or if
// none has succeeded for a minute. Errors wrap ErrFull, ErrReadOnly and ErrGone.
func (db *DB) Ping(ctx context.Context) error {
	if db.writes.closed() {
		return store.ErrClosed
	}
	if db.file != nil {
		if err := db.file.check(); err != nil {
			return err
		}
	}
	db.writes.mu.Lock()
	trusted := !db.writes.failing && time.Since(db.writes.saved) < probeAfter
	db.writes.mu.Unlock()
	if !trusted {
		if err := db.writes.inTransaction(ctx, probeWrite); err != nil {
			return err
		}
	}
	_, err := read(ctx, db, func(ctx context.Context) (int, error) {
		return countRows(ctx, db.reads, `SELECT count(*) FROM (SELECT 1 FROM matches LIMIT 1) AS one`)
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
	if db.turn != nil {
		db.turn.Lock()
		defer db.turn.Unlock()
	}
	return db.closeAll()
}

func (db *DB) closeAll() error {
	var errs []error
	for _, c := range db.closers {
		errs = append(errs, c.Close())
	}
	db.closers = nil
	return errors.Join(errs...)
}
