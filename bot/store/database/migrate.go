package database

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"log/slog"
	"time"
)

// migrationFiles are the migrations, which run in the order of their names: the first makes version
// 1 of the schema. Each serves both databases: see dialect.phrases.
//
//go:embed migrations/*.sql
var migrationFiles embed.FS

const (
	createVersions = `CREATE TABLE IF NOT EXISTS schema_versions (version BIGINT NOT NULL PRIMARY KEY, applied BIGINT NOT NULL)`
	addVersion     = `INSERT INTO schema_versions (version, applied) VALUES ($1, $2)`
	version        = `SELECT coalesce(max(version), 0) FROM schema_versions`
)

// migrate brings the schema to the version of the last migration, in one transaction. A process that
// finds another one migrating waits for it. Errors wrap ErrNewer.
func migrate(ctx context.Context, pool *sql.DB, d dialect, migrations []string, log *slog.Logger) error {
	begun := time.Now()
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after Commit
	if _, err := tx.ExecContext(ctx, d.migrating); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, createVersions); err != nil {
		return err
	}
	current, err := countRows(ctx, tx, version)
	if err != nil {
		return fmt.Errorf("cannot read the database's schema version: %w", err)
	}
	if current > len(migrations) {
		return newerError(current, len(migrations))
	}
	for i, text := range migrations[current:] {
		next := current + i + 1
		if _, err = tx.ExecContext(ctx, d.phrases.Replace(text)); err == nil {
			_, err = tx.ExecContext(ctx, addVersion, next, begun.UnixMilli())
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

func describeSchema(ctx context.Context, db querier, d dialect) (string, error) {
	known := len(migrations())
	tables, err := countRows(ctx, db, d.versioned)
	if err != nil || tables == 0 {
		return "without tables yet", err
	}
	current, err := countRows(ctx, db, version)
	switch {
	case err != nil:
		return "", fmt.Errorf("cannot read the database's schema version: %w", err)
	case current > known:
		return "", newerError(current, known)
	case current < known:
		return fmt.Sprintf("at version %d, which the bot migrates to %d", current, known), nil
	}
	return fmt.Sprintf("at version %d, which this program needs", current), nil
}

func newerError(current, known int) error {
	return fmt.Errorf("%w: it is at version %d, this program supports up to %d; run the program that migrated it, or a newer one",
		ErrNewer, current, known)
}

func migrations() (texts []string) {
	files, _ := migrationFiles.ReadDir("migrations") // an embedded file can be read
	for _, f := range files {
		text, _ := migrationFiles.ReadFile("migrations/" + f.Name())
		texts = append(texts, string(text))
	}
	return texts
}

// Version returns the version of the database's schema.
func (db *DB) Version(ctx context.Context) (int, error) {
	return read(ctx, db, func(ctx context.Context) (int, error) { return countRows(ctx, db.reads, version) })
}
