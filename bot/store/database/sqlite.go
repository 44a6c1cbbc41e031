package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

const (
	// sqliteBusy is how long SQLite waits for another process that writes to the
	// same file.
	sqliteBusy = 5 * time.Second
	// sqliteBatch is how many changes one transaction makes at most.
	sqliteBatch = 256
)

// sqliteDialect is SQLite's.
var sqliteDialect = dialect{
	explain: explainSQLite,
	lost:    func(error) bool { return false }, // there is nothing between us and the file
	prune:   `DELETE FROM causes WHERE cause IN (SELECT cause FROM causes WHERE noted < $1 ORDER BY noted LIMIT $2)`,
}

// SQLitePath returns the file that a URL such as sqlite:noughts.db or
// sqlite:///data/noughts.db names, and false for a URL of another kind.
func SQLitePath(url string) (string, bool) {
	path, ok := strings.CutPrefix(url, "sqlite:")
	return strings.TrimPrefix(path, "//"), ok
}

// openSQLite opens a file, which need not exist yet.
func openSQLite(ctx context.Context, path string, log *slog.Logger) (*DB, error) {
	if err := checkFile(path); err != nil {
		return nil, err
	}
	writing, err := sql.Open("sqlite", sqliteName(path, "_txlock=immediate"))
	if err != nil {
		return nil, err
	}
	writing.SetMaxOpenConns(1)
	if err := migrateSQLite(ctx, writing, log); err != nil {
		return nil, errors.Join(fmt.Errorf("opening the database file %q: %w", path, explainSQLite(err)), writing.Close())
	}
	reading, err := sql.Open("sqlite", sqliteName(path, "_query_only=1"))
	if err != nil {
		return nil, errors.Join(err, writing.Close())
	}
	readers := max(4, runtime.GOMAXPROCS(0))
	reading.SetMaxOpenConns(readers)
	reading.SetMaxIdleConns(readers)
	conn, err := writing.Conn(ctx)
	if err != nil {
		return nil, errors.Join(explainSQLite(err), reading.Close(), writing.Close())
	}
	reads, writer := newPrepared(reading), &sqliteWriter{newPrepared(conn)}
	db := &DB{
		dialect: sqliteDialect, log: log, reads: reads, writes: newQueue(),
		closers: []io.Closer{reads, reading, writer.conn, conn, writing},
	}
	db.writes.start(sqliteBatch, writer.carryOut)
	db.pruner = startPruner(db)
	return db, nil
}

// migrateSQLite migrates, again if another process that starts at the same time
// was faster: SQLite has no lock that could be held meanwhile.
func migrateSQLite(ctx context.Context, pool *sql.DB, log *slog.Logger) error {
	return again(ctx, overtaken, func() error { return migrate(ctx, pool, goose.DialectSQLite3, log) })
}

// overtaken says whether an error may come from making what another process has
// made meanwhile.
func overtaken(err error) bool {
	var failed *sqlite.Error
	if !errors.As(err, &failed) {
		return false
	}
	switch failed.Code() & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT:
		return true
	}
	return false
}

// checkFile returns why a path cannot be a database's, in words that SQLite does
// not have.
func checkFile(path string) error {
	folder := filepath.Dir(path)
	info, err := os.Stat(folder)
	switch {
	case path == "":
		return errors.New("the URL names no database file: write sqlite:PATH")
	case err != nil:
		return fmt.Errorf("the folder of the database file %q cannot be used: %w", path, err)
	case !info.IsDir():
		return fmt.Errorf("the database file %q cannot be: %q is no folder", path, folder)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%q is no file that could be a database", path)
	}
	return nil
}

// sqliteName returns the name by which the driver opens a database that is
// written to. Every connection is set up by it: a write-ahead log, so that nobody who reads waits for who
// writes; the disk synchronised at every commit, so that what is acknowledged
// survives a power cut.
func sqliteName(path string, settings ...string) string {
	settings = append(settings,
		fmt.Sprintf("_busy_timeout=%d", sqliteBusy.Milliseconds()),
		"_foreign_keys=1", "_journal_mode=WAL", "_synchronous=FULL", "_error_rc=1",
		"_pragma=temp_store(MEMORY)") // there may be no folder for files that do not last
	return fileName(path, settings...)
}

// fileName returns the name by which the driver opens a file with settings.
func fileName(path string, settings ...string) string {
	escaped := (&url.URL{Path: path}).EscapedPath()
	return "file:" + escaped + "?" + strings.Join(settings, "&")
}

// explainSQLite names the errors that have a name.
func explainSQLite(err error) error {
	var failed *sqlite.Error
	if !errors.As(err, &failed) {
		return err
	}
	switch failed.Code() & 0xff {
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("%w: %w", ErrFull, err)
	case sqlite3.SQLITE_READONLY:
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	case sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("the file is no database of ours: %w", err)
	}
	return err
}
