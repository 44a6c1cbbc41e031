package database

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

const unfinishedBackup = ".noughts-backup-"

// Backup writes a consistent copy of a SQLite file. A bot may write to the file meanwhile. The copy gets its final name
// when it is complete and on the disk. Only the user who runs Backup can read the copy.
//
// Backup never overwrites a file. If the name is taken, even by a file that appears during the backup, the error wraps
// fs.ErrExist. Errors wrap ErrFull if there is no room. Backup also removes unfinished copies in the same folder that
// earlier backups left when their processes were killed.
func Backup(ctx context.Context, path, file string) (err error) {
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(existing(file), err)
	}
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("no database file to copy: %w", err)
	}
	removeKilledBackups(filepath.Dir(file))
	folder, unlock, err := backupFolder(filepath.Dir(file))
	if err != nil {
		return fmt.Errorf("cannot write the backup: %w", err)
	}
	defer func() { err = errors.Join(err, unlock(), os.RemoveAll(folder)) }()
	unfinished := filepath.Join(folder, "copy")
	if err := copySQLite(ctx, path, unfinished); err != nil {
		return fmt.Errorf("copying the database: %w", explainSQLite(err))
	}
	return publish(unfinished, file)
}

func existing(file string) error {
	return fmt.Errorf("%q already exists, and a backup never overwrites a file: %w", file, fs.ErrExist)
}

// backupFolder creates a folder for an unfinished copy in the folder `beside`, and locks it until `unlock` is called.
// The lock keeps other backups from removing the new folder.
func backupFolder(beside string) (folder string, unlock func() error, err error) {
	for {
		if folder, err = os.MkdirTemp(beside, unfinishedBackup+"*"); err != nil {
			return "", nil, err
		}
		lock := flock.New(filepath.Join(folder, "lock"))
		if err = lock.Lock(); err == nil {
			_, err = os.Stat(lock.Path())
		}
		switch {
		case err == nil:
			return folder, lock.Close, nil
		case !errors.Is(err, fs.ErrNotExist):
			return "", nil, errors.Join(err, lock.Close(), os.RemoveAll(folder))
		}
		_ = lock.Close() // another backup removed the folder before it was locked; try again
	}
}

// removeKilledBackups removes the folders of unfinished copies whose backups have ended without removing them. Such a
// folder is not locked.
func removeKilledBackups(beside string) {
	entries, _ := os.ReadDir(beside) // a folder that cannot be read has nothing that can be removed
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), unfinishedBackup) {
			continue
		}
		path := filepath.Join(beside, entry.Name())
		lock := flock.New(filepath.Join(path, "lock"))
		killed, _ := lock.TryLock()
		if killed {
			_ = os.RemoveAll(path)
		}
		_ = lock.Close()
		if killed {
			_ = os.RemoveAll(path) // the first attempt fails on systems that cannot remove an open file, such as the lock
		}
	}
}

// publish gives a file its final name and syncs the name to the disk. It fails if a file with that name exists.
func publish(file, name string) error {
	switch err := os.Link(file, name); {
	case errors.Is(err, fs.ErrExist):
		return existing(name)
	case err != nil: // the file system has no hard links; an empty file reserves the name until the rename
		empty, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if errors.Is(err, fs.ErrExist) {
			return existing(name)
		}
		if err == nil {
			err = empty.Close()
		}
		if err == nil {
			err = os.Rename(file, name)
		}
		if err != nil {
			return err
		}
	}
	return syncFolder(filepath.Dir(name))
}

// syncFolder flushes a folder to the disk, so that new names in it survive a power failure.
func syncFolder(name string) error {
	if runtime.GOOS == "windows" { // Windows cannot sync folders
		return nil
	}
	folder, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

func copySQLite(ctx context.Context, path, to string) error {
	if err := os.WriteFile(to, nil, 0o600); err != nil {
		return err
	}
	err := withFile(sqliteName(path, "mode=rw"), func(source *sql.DB) error {
		_, err := source.ExecContext(ctx, `VACUUM INTO $1`, to)
		return err
	})
	if err == nil {
		err = withFile(copyName(to), func(made *sql.DB) error { return CheckContent(ctx, made, "integrity_check") })
	}
	if err == nil {
		err = setMark(to, copyMark) // setMark also syncs the file
	}
	return err
}

// copyName names a file that nobody may write to while it is read.
func copyName(path string) string { return fileName(path, "mode=ro", "immutable=1") }

// Restored is what Restore has done.
type Restored struct {
	Kept      string // the new name of the previous database, "" if there was none
	Forgotten int    // number of members who had deleted their data since the backup, and whose data was deleted again
	Unread    error  // why the previous database does not say who they are, nil if it does
}

// Restore replaces a SQLite file by a copy of a backup, after checking the whole backup. It fails if a bot has the file
// open. It keeps the old database under another name. The new file has the old one's owner and mode, or its folder's
// owner. Restore does not change the backup.
func Restore(ctx context.Context, backup, path string) (done Restored, err error) {
	if err := checkBackup(ctx, backup); err != nil {
		return done, fmt.Errorf("cannot restore %q: %w", backup, err)
	}
	file, err := lockFile(path)
	if err != nil {
		return done, err
	}
	path = file.path
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := file.hold(); err != nil {
		return done, err
	}
	folder, unlock, err := backupFolder(filepath.Dir(path))
	if err != nil {
		return done, fmt.Errorf("cannot copy the backup: %w", err)
	}
	defer func() { err = errors.Join(err, unlock(), os.RemoveAll(folder)) }()
	copied := filepath.Join(folder, "copy")
	if err := copyFile(backup, copied); err != nil {
		return done, fmt.Errorf("cannot copy the backup: %w", err)
	}
	if err := checkBackup(ctx, copied); err != nil {
		return done, fmt.Errorf("the copy of the backup is incomplete: %w", err)
	}
	done.Forgotten, done.Unread = forgetAgain(ctx, path, copied)
	if old, missing := os.Stat(path); missing == nil {
		err = os.Chmod(copied, old.Mode().Perm())
	}
	// Restore leaves no old log beside the copy, so the bot need not look for one.
	if err := errors.Join(err, setMark(copied, 0), giveToOwner(copied, file.owner())); err != nil {
		return done, fmt.Errorf("the bot could not read the restored file, run this as its user or as root: %w", err)
	}
	if done.Kept, err = file.setAside(ctx); err != nil {
		return done, fmt.Errorf("cannot set the current database aside: %w", err)
	}
	return done, errors.Join(os.Rename(copied, path), syncFolder(filepath.Dir(path)))
}

// setAside gives the old database file a second name, and renames its write-ahead log to match that name. The file
// keeps its first name, too. Restore then gives the first name to a copy of the backup.
func (f *sqliteFile) setAside(ctx context.Context) (name string, err error) {
	if _, err := os.Stat(f.path); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	_ = f.emptyLog(ctx) // if that fails, setAside keeps the log, too
	name = f.path + time.Now().UTC().Format(setAsideName)
	if err := os.Link(f.path, name); err != nil {
		return "", err
	}
	if err := os.Rename(f.wal(), name+"-wal"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if err := os.Remove(f.path + "-shm"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return name, nil
}

const (
	setAsideName = ".before-20060102T150405.000Z"
	// SetAsideLife is how long a database is kept that a restore has set aside. It has data that members have deleted.
	SetAsideLife = 30 * 24 * time.Hour
)

func (f *sqliteFile) dropSetAside(now time.Time) error {
	entries, err := os.ReadDir(filepath.Dir(f.path))
	for _, e := range entries {
		name := filepath.Join(filepath.Dir(f.path), e.Name())
		suffix, ours := strings.CutPrefix(strings.TrimSuffix(name, "-wal"), f.path)
		if at, unlike := time.Parse(setAsideName, suffix); ours && unlike == nil && now.Sub(at) > SetAsideLife {
			err = errors.Join(err, os.Remove(name))
		}
	}
	return err
}

// checkBackup reads a whole file and returns an error unless the file is a database that this program can use.
func checkBackup(ctx context.Context, path string) error {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return cmp.Or(err, errors.New("not a database file"))
	}
	if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > 0 {
		return errors.New("it has a -wal file: it is a live database, not a backup")
	}
	return withFile(copyName(path), func(db *sql.DB) error {
		if err := CheckContent(ctx, db, "integrity_check"); err != nil {
			return err
		}
		tables, err := countRows(ctx, db, sqliteDialect.versioned)
		if err == nil && tables == 0 {
			err = errors.New("it belongs to another program")
		}
		if err == nil {
			_, err = describeSchema(ctx, db, sqliteDialect)
		}
		return err
	})
}

func copyFile(from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = source.Close() }() // an error does not matter after reading
	target, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Sync(), target.Close())
}

// CheckContent runs SQLite's integrity_check or quick_check. Errors wrap ErrDamaged only if the check has found damage.
func CheckContent(ctx context.Context, db *sql.DB, check string) error {
	said, err := list(ctx, db, scanColumn[string], `PRAGMA `+check+`(1)`)
	switch {
	case err != nil:
		return explainSQLite(err)
	case len(said) != 1 || said[0] != "ok":
		return fmt.Errorf("%w: %q", ErrDamaged, said)
	}
	return nil
}
