package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Backup writes a copy of a SQLite file as it is at one moment, also while a bot
// writes to it. The copy appears under its name when it is whole and on the disk;
// a file that is there already is left alone, which is an error that wraps
// fs.ErrExist. The errors wrap ErrFull when there is no room.
func Backup(ctx context.Context, path, file string) (err error) {
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(fmt.Errorf("%q is there already, and a backup overwrites nothing: %w", file, fs.ErrExist), err)
	}
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("there is no database file to copy: %w", err)
	}
	unfinished, err := os.CreateTemp(filepath.Dir(file), ".noughts-backup-*")
	if err != nil {
		return fmt.Errorf("the backup cannot be written: %w", err)
	}
	defer func() {
		if err = errors.Join(err, unfinished.Close()); err != nil {
			err = errors.Join(err, os.Remove(unfinished.Name()))
		}
	}()
	if err := copySQLite(ctx, path, unfinished.Name()); err != nil {
		return fmt.Errorf("copying the database: %w", explainSQLite(err))
	}
	if err := unfinished.Sync(); err != nil {
		return fmt.Errorf("writing the backup: %w", err)
	}
	if err := os.Rename(unfinished.Name(), file); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(file))
}

// copySQLite copies a database into an empty file, and checks the copy.
func copySQLite(ctx context.Context, path, to string) (err error) {
	source, err := sql.Open("sqlite", sqliteName(path, "mode=rw"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	if _, err := source.ExecContext(ctx, `VACUUM INTO $1`, to); err != nil {
		return err
	}
	return checkCopy(ctx, to)
}

// checkCopy reads a whole database that nobody writes to.
func checkCopy(ctx context.Context, path string) (err error) {
	db, err := sql.Open("sqlite", fileName(path, "mode=ro", "immutable=1"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	said, err := column[string](ctx, db, `PRAGMA integrity_check(1)`)
	switch {
	case err != nil:
		return err
	case len(said) != 1 || said[0] != "ok":
		return fmt.Errorf("the copy is damaged, as the database itself may be: %q", said)
	}
	return nil
}

// syncFolder makes a new name in a folder survive a power cut.
func syncFolder(folder string) error {
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
