package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

const (
	// sqliteBusy is how long to wait for a file that another process writes to.
	sqliteBusy  = 5 * time.Second
	sqliteBatch = 256
	// sqliteReaders is how many connections read at once. Reads take microseconds, and
	// each connection fills a cache of its own.
	sqliteReaders = 2
	// sqlitePage is the size of a page in bytes. A move changes a few rows in different places, and SQLite writes a
	// whole page for each. With its default of 4096 bytes it would write two to six times as much.
	sqlitePage = 512
	// sqliteLog is the size of the write-ahead log, in pages, that makes SQLite copy the log into
	// the file. It is approximate.
	sqliteLog = 8192
)

var sqliteDialect = dialect{
	phrases: strings.NewReplacer(), explain: explainSQLite,
	lost:      func(error) bool { return false }, // there is no connection to lose
	versioned: `SELECT count(*) FROM sqlite_schema WHERE name = 'schema_versions'`,
}

// SQLitePath returns the file of a URL such as sqlite:noughts.db or sqlite:///data/noughts.db, and false for a
// URL of another kind.
func SQLitePath(url string) (string, bool) {
	path, ok := strings.CutPrefix(url, "sqlite:")
	return strings.TrimPrefix(path, "//"), ok
}

func openSQLite(ctx context.Context, path string, log *slog.Logger) (*DB, error) {
	file, err := claimFile(path, log)
	if err != nil {
		return nil, explainSQLite(err)
	}
	db := &DB{dialect: sqliteDialect, log: log, writes: newQueue(sqliteDialect.explain), file: file}
	if err := db.useFile(ctx, file); err != nil {
		return nil, errors.Join(fmt.Errorf("opening the database file %q: %w", path, explainSQLite(err)), db.closeAll(), file.Close())
	}
	db.closers = append(db.closers, file)
	db.startPruning()
	return db, nil
}

func (db *DB) useFile(ctx context.Context, file *sqliteFile) error {
	if err := setPageSize(ctx, file.path); err != nil {
		return err
	}
	writing, err := db.connect(ctx, sqliteName(file.path, "_txlock=immediate"))
	if err != nil {
		return err
	}
	reading, err := sql.Open("sqlite", sqliteName(file.path, "_query_only=1", "_pragma=cache_size(-512)"))
	if err != nil {
		return err
	}
	reading.SetMaxOpenConns(sqliteReaders)
	reading.SetMaxIdleConns(sqliteReaders)
	reads := &prepared{on: reading}
	db.reads = reads
	db.closers = append([]io.Closer{reads, reading}, db.closers...)
	if err := file.opened(); err != nil {
		return err
	}
	db.writes.start(sqliteBatch, (&sqliteWriter{conn: writing, file: file}).carryOut)
	return nil
}

func (db *DB) connect(ctx context.Context, name string) (*prepared, error) {
	pool, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	db.closers = append(db.closers, pool)
	pool.SetMaxOpenConns(1)
	if err := migrate(ctx, pool, sqliteDialect, migrations(), db.log); err != nil {
		return nil, err
	}
	if db.secret, err = loadSecret(ctx, pool); err != nil {
		return nil, err
	}
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, err
	}
	writing := &prepared{on: conn}
	db.closers = append([]io.Closer{writing, conn}, db.closers...)
	return writing, nil
}

// InMemory is the URL of a database in memory, which ends with the process.
const InMemory = "memory:"

// openMemory opens an empty database in memory. Reads and changes use its one connection in turn, and each change is made
// by the goroutine that wants it: there is no disk to sync, so that a batch would save nothing.
func openMemory(ctx context.Context, log *slog.Logger) (*DB, error) {
	db := &DB{dialect: sqliteDialect, log: log, writes: newQueue(sqliteDialect.explain), turn: new(sync.Mutex)}
	conn, err := db.connect(ctx, "file::memory:?_txlock=immediate&_foreign_keys=1&_error_rc=1&_pragma=temp_store(MEMORY)")
	if err != nil {
		return nil, errors.Join(fmt.Errorf("opening a database in memory: %w", err), db.closeAll())
	}
	db.reads = conn
	writer := &sqliteWriter{conn: conn}
	db.writes.atOnce = func(batch []*write) error {
		db.turn.Lock()
		defer db.turn.Unlock()
		return writer.carryOut(batch)
	}
	db.startPruning()
	return db, nil
}

// withFile calls `do` with a pool of connections to a file, and closes it.
func withFile(name string, do func(*sql.DB) error) error {
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return err
	}
	return errors.Join(do(db), db.Close())
}

func setPageSize(ctx context.Context, path string) error {
	return withFile(fileName(path), func(db *sql.DB) error {
		db.SetMaxOpenConns(1)
		tables, err := countRows(ctx, db, `SELECT count(*) FROM sqlite_schema`)
		if err == nil && tables == 0 {
			_, err = db.ExecContext(ctx, fmt.Sprintf(`PRAGMA journal_mode = DELETE; PRAGMA page_size = %d; VACUUM`, sqlitePage))
		}
		return err
	})
}

// checkFile returns an error for a path that cannot be a database's, in cases where SQLite's own error would not help.
func checkFile(path string) error {
	folder := filepath.Dir(path)
	info, err := os.Stat(folder)
	switch {
	case path == "":
		return errors.New("the database URL has no file: write sqlite:PATH")
	case err != nil:
		return fmt.Errorf("cannot use the folder of the database file %q: %w", path, err)
	case !info.IsDir():
		return fmt.Errorf("cannot create the database file %q: %q is not a folder", path, folder)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%q is not a regular file", path)
	}
	return nil
}

// sqliteName returns the data source name of a database that is written to. The settings in the name
// apply to every connection. A write-ahead log lets reads continue during writes. A sync of the disk at
// every commit makes acknowledged changes survive a power cut.
func sqliteName(path string, settings ...string) string {
	settings = append(settings,
		fmt.Sprintf("_busy_timeout=%d", sqliteBusy.Milliseconds()),
		"_foreign_keys=1", "_journal_mode=WAL", "_synchronous=FULL", "_error_rc=1",
		fmt.Sprintf("_pragma=wal_autocheckpoint(%d)", sqliteLog),
		"_pragma=fullfsync(1)",       // on macOS a plain sync leaves data in the disk's cache
		"_pragma=secure_delete(1)",   // nothing of a deleted member stays in free pages
		"_pragma=temp_store(MEMORY)") // there may be no folder for temporary files
	return fileName(path, settings...)
}

func fileName(path string, settings ...string) string {
	escaped := (&url.URL{Path: path}).EscapedPath()
	return "file:" + escaped + "?" + strings.Join(settings, "&")
}

// openReading opens a file for reading. It leaves no files beside it, and no lock.
func openReading(path string) (*sql.DB, error) {
	settings := []string{"mode=ro", fmt.Sprintf("_busy_timeout=%d", sqliteBusy.Milliseconds())}
	if _, err := os.Stat(path + "-wal"); errors.Is(err, fs.ErrNotExist) {
		settings = append(settings, "immutable=1") // nobody has the file open, and SQLite would create a log
	}
	return sql.Open("sqlite", fileName(path, settings...))
}

// explainSQLite adds the cause to an error of SQLite or of a file beside it: ErrFull, ErrReadOnly, ErrDamaged, or that the
// file is not a database of the bot. It returns other errors unchanged.
func explainSQLite(err error) error {
	code := 0
	if failed := (*sqlite.Error)(nil); errors.As(err, &failed) {
		code = failed.Code()
	}
	switch {
	case code&0xff == sqlite3.SQLITE_FULL, code == sqlite3.SQLITE_IOERR_SHMSIZE, errors.Is(err, syscall.ENOSPC):
		return fmt.Errorf("%w: %w", ErrFull, err)
	case code&0xff == sqlite3.SQLITE_READONLY, errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	case code&0xff == sqlite3.SQLITE_CORRUPT:
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	case code&0xff == sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("not a database of this bot: %w", err)
	}
	return err
}
