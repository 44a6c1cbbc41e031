package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// unfinishedBackup is what the names of copies begin with that are not finished.
const unfinishedBackup = ".noughts-backup-"

// Backup writes a copy of a SQLite file as it is at one moment, also while a bot
// writes to it. The copy appears under its name, readable by its owner alone,
// when it is whole and on the disk; a file that is there already, or appears
// meanwhile, is left alone, which is an error that wraps fs.ErrExist. What a
// backup that was killed has left in the folder is removed. The errors wrap
// ErrFull when there is no room.
func Backup(ctx context.Context, path, file string) (err error) {
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(existing(file), err)
	}
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("there is no database file to copy: %w", err)
	}
	folder, err := enter(filepath.Dir(file))
	if err != nil {
		return fmt.Errorf("the backup cannot be written: %w", err)
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	unfinished, err := os.CreateTemp(folder.Name(), unfinishedBackup+"*")
	if err != nil {
		return fmt.Errorf("the backup cannot be written: %w", err)
	}
	defer func() { err = errors.Join(err, unfinished.Close(), removeIfThere(unfinished.Name())) }()
	if err := copySQLite(ctx, path, unfinished.Name()); err != nil {
		return fmt.Errorf("copying the database: %w", explainSQLite(err))
	}
	if err := unfinished.Sync(); err != nil {
		return fmt.Errorf("writing the backup: %w", err)
	}
	if err := publish(unfinished.Name(), file); err != nil {
		return err
	}
	return syncFolder(folder)
}

// existing is the error for a backup's name that is taken.
func existing(file string) error {
	return fmt.Errorf("%q is there already, and a backup overwrites nothing: %w", file, fs.ErrExist)
}

// enter opens the folder of a backup and removes what others have left there
// that were killed, unless one is under way now. Until the folder is closed no
// other backup takes this one for killed.
func enter(path string) (*os.File, error) {
	folder, alone, err := lockFolder(path)
	if err != nil {
		return nil, err
	}
	if alone {
		names, _ := folder.Readdirnames(-1) // what cannot be seen stays
		for _, name := range names {
			if strings.HasPrefix(name, unfinishedBackup) {
				_ = os.Remove(filepath.Join(path, name)) // or the next backup will
			}
		}
	}
	share(folder)
	return folder, nil
}

// publish gives a file the name that it is to have, unless there is another of
// that name.
func publish(file, name string) error {
	switch err := os.Link(file, name); {
	case errors.Is(err, fs.ErrExist):
		return existing(name)
	case err == nil:
		return nil
	}
	// A file system without hard links: the name is taken by an empty file first.
	empty, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	switch {
	case errors.Is(err, fs.ErrExist):
		return existing(name)
	case err != nil:
		return err
	}
	if err := empty.Close(); err != nil {
		return err
	}
	return os.Rename(file, name)
}

// removeIfThere removes a file.
func removeIfThere(file string) error {
	if err := os.Remove(file); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
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
	if err := checkCopy(ctx, to); err != nil {
		return err
	}
	return setMark(to, copyMark)
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
