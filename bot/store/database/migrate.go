package database

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"log/slog"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migrate brings the schema up to date. Errors wrap ErrNewer.
func migrate(ctx context.Context, pool *sql.DB, dialect goose.Dialect, log *slog.Logger) error {
	files, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(dialect, pool, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	if err := refuseNewer(ctx, provider); err != nil {
		return err
	}
	applied, err := provider.Up(ctx)
	if err != nil {
		return fmt.Errorf("the database could not be migrated: %w", err)
	}
	for _, m := range applied {
		log.Info("the database was migrated", "version", m.Source.Version, "took", m.Duration)
	}
	return nil
}

// refuseNewer returns an error that wraps ErrNewer when the database has been
// migrated further than this program can.
func refuseNewer(ctx context.Context, provider *goose.Provider) error {
	current, target, err := provider.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("the version of the database cannot be read: %w", err)
	}
	if current > target {
		return fmt.Errorf("%w: it is at version %d, and this program knows versions up to %d; start the program that migrated it, or a newer one",
			ErrNewer, current, target)
	}
	return nil
}

// Version returns the version of the database's schema.
func (db *DB) Version(ctx context.Context) (int, error) {
	return await(ctx, db, func(ctx context.Context) (int, error) {
		return count(ctx, db.reads, `SELECT max(version_id) FROM goose_db_version`)
	})
}
