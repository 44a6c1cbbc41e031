package database

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"log/slog"
	"strings"
	"time"
)

// The files are carried out in order: the first makes version 1 of the schema. One
// that is different for each database has the name of the dialect before its ending.
//
//go:embed migrations/*.sql
var migrationFiles embed.FS

// The version is kept as the library goose does that earlier versions of the program
// used, which so find out that a database is newer than they are.
const (
	createVersions = `CREATE TABLE goose_db_version (id INTEGER PRIMARY KEY, version_id BIGINT NOT NULL,
		is_applied BOOLEAN NOT NULL, tstamp TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP)`
	addVersion = `INSERT INTO goose_db_version (id, version_id, is_applied) SELECT coalesce(max(id), 0) + 1, $1, $2 FROM goose_db_version`
	version    = `SELECT max(version_id) FROM goose_db_version`
)

// migrate brings the schema up to date, or leaves it as it is. Errors wrap ErrNewer.
func migrate(ctx context.Context, pool *sql.DB, d dialect, log *slog.Logger) error {
	begun := time.Now()
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // unless it was committed
	if _, err := tx.ExecContext(ctx, d.migrating); err != nil {
		return err
	}
	tables, err := count(ctx, tx, d.versioned)
	if err == nil && tables == 0 {
		if _, err = tx.ExecContext(ctx, createVersions); err == nil {
			_, err = tx.ExecContext(ctx, addVersion, 0, true)
		}
	}
	if err != nil {
		return err
	}
	current, err := count(ctx, tx, version)
	if err != nil {
		return fmt.Errorf("cannot read the database's schema version: %w", err)
	}
	migrations, err := migrationsOf(d)
	if err != nil {
		return err
	}
	if current > len(migrations) {
		return newerError(current, len(migrations))
	}
	for i, text := range migrations[current:] {
		next := current + i + 1
		if _, err = tx.ExecContext(ctx, text); err == nil {
			_, err = tx.ExecContext(ctx, addVersion, next, true)
		}
		if err != nil {
			return fmt.Errorf("cannot migrate the database to version %d: %w", next, err)
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	if current < len(migrations) {
		log.Info("database migrated", "from", current, "version", len(migrations), "took", time.Since(begun))
	}
	return nil
}

// describeSchema says which version a database is at. Errors wrap ErrNewer.
func describeSchema(ctx context.Context, db querier, d dialect) (string, error) {
	migrations, err := migrationsOf(d)
	if err != nil {
		return "", err
	}
	tables, err := count(ctx, db, d.versioned)
	if err != nil || tables == 0 {
		return "without tables yet", err
	}
	current, err := count(ctx, db, version)
	switch {
	case err != nil:
		return "", fmt.Errorf("cannot read the database's schema version: %w", err)
	case current > len(migrations):
		return "", newerError(current, len(migrations))
	case current < len(migrations):
		return fmt.Sprintf("at version %d, which the bot migrates to %d", current, len(migrations)), nil
	}
	return fmt.Sprintf("at version %d, which this program needs", current), nil
}

// newerError is the error for a database at a version above those that are known.
func newerError(current, known int) error {
	return fmt.Errorf("%w: it is at version %d, this program supports up to %d; run the program that migrated it, or a newer one",
		ErrNewer, current, known)
}

// migrationsOf returns the statements of a dialect's migrations, that to version 1
// first.
func migrationsOf(d dialect) (texts []string, err error) {
	files, err := migrationFiles.ReadDir("migrations")
	for _, f := range files {
		if parts := strings.Split(f.Name(), "."); len(parts) == 3 && parts[1] != d.name {
			continue
		}
		text, err := migrationFiles.ReadFile("migrations/" + f.Name())
		if err != nil {
			return nil, err
		}
		texts = append(texts, string(text))
	}
	return texts, err
}

// Version returns the version of the database's schema.
func (db *DB) Version(ctx context.Context) (int, error) {
	return read(ctx, db, func(ctx context.Context) (int, error) { return count(ctx, db.reads, version) })
}
