package database

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"

	"github.com/gofrs/flock"
)

// ErrGone is wrapped by errors for a database file that was deleted or replaced while it was in use.
var ErrGone = errors.New("the database file is gone")

// A sqliteFile is a database file that is locked for this process. Two processes on one file would
// each believe that nobody else changes the matches.
type sqliteFile struct {
	path string
	lock *flock.Flock           // on a file beside the database; the system releases the lock when the process ends
	held io.Closer              // on the database file itself, if the system can: see holdFile
	used map[string]fs.FileInfo // the files that SQLite has opened, by path
}

// claimFile creates the file if it does not exist, locks it for this process, and makes it readable for its
// owner only. It refuses files that SQLite would damage.
func claimFile(path string, log *slog.Logger) (f *sqliteFile, err error) {
	if f, err = lockFile(path); err != nil {
		return nil, err
	}
	if err := f.create(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if err := errors.Join(f.hold(), f.checkRestored()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	f.protect(log)
	return f, nil
}

func lockFile(path string) (*sqliteFile, error) {
	if err := checkFile(path); err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	f := &sqliteFile{path: path, lock: flock.New(path+"-lock", flock.SetPermissions(0o600))}
	switch ours, err := f.lock.TryLock(); {
	case err != nil:
		return nil, fmt.Errorf("cannot lock the database file %q: %w", path, err)
	case !ours:
		return nil, f.inUse()
	}
	_ = giveToOwner(f.lock.Path(), f.owner()) // if that fails, the lock is ours, as it was before
	return f, nil
}

// hold locks the database file itself, because the file beside it may be removed, and a hard link or a second mount gives
// the database another name. It then leaves a note of this process in the file beside it.
func (f *sqliteFile) hold() error {
	var ours bool
	if f.held, ours = holdFile(f.path); !ours {
		return f.inUse()
	}
	_ = os.WriteFile(f.lock.Path(), fmt.Appendf(nil, " (number %d)", os.Getpid()), 0o600) // only a help for who finds the file locked
	return nil
}

func (f *sqliteFile) inUse() error {
	holder, _ := os.ReadFile(f.lock.Path())
	return fmt.Errorf("another process%s is using the database file %q: stop it first, or name another file", holder, f.path)
}

// Close releases the locks, so that other processes can use the file.
func (f *sqliteFile) Close() error {
	if f.held == nil {
		return f.lock.Close()
	}
	return errors.Join(os.Truncate(f.lock.Path(), 0), f.held.Close(), f.lock.Close())
}

// owner names a file whose owner the database should have: the database itself or, before it exists, its folder.
func (f *sqliteFile) owner() string {
	if _, err := os.Stat(f.path); err != nil {
		return filepath.Dir(f.path)
	}
	return f.path
}

func (f *sqliteFile) wal() string { return f.path + "-wal" }

// create creates an empty file if there is none. SQLite gives the files beside it the same permissions.
func (f *sqliteFile) create() error {
	owner := f.owner()
	file, err := os.OpenFile(f.path, os.O_RDWR|os.O_CREATE, 0o600)
	if errors.Is(err, fs.ErrPermission) {
		return nil // SQLite will report whether it can use the file
	}
	if err != nil {
		return fmt.Errorf("cannot create the database file: %w", err)
	}
	return errors.Join(file.Close(), giveToOwner(f.path, owner))
}

// protect removes the permissions of other users, which a restored copy may have.
func (f *sqliteFile) protect(log *slog.Logger) {
	if runtime.GOOS == "windows" {
		return // on Windows the folder decides who may read a file, and modes mean nothing
	}
	for _, path := range []string{f.path, f.wal(), f.path + "-shm"} {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm()&0o077 == 0 {
			continue
		}
		if err := os.Chmod(path, info.Mode().Perm()&0o700); err != nil {
			log.Warn("cannot restrict the database file: other users may read it", "file", path, "err", err)
			continue
		}
		log.Info("database file restricted to this user", "file", path)
	}
}

// Backup marks its copies, and the bot that opens a copy removes the mark. The mark is the number
// copyMark at the offset markPlace of the file. SQLite leaves this place to applications.
const (
	markPlace = 68
	copyMark  = 0x4e6f436f
)

// setMark writes a number at markPlace and syncs the file, which no other process may have open.
func setMark(path string, number uint32) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteAt(binary.BigEndian.AppendUint32(nil, number), markPlace)
	return errors.Join(err, file.Sync(), file.Close())
}

func isCopy(path string) (bool, error) {
	file, err := os.Open(path)
	if err != nil {
		return false, nil // SQLite will report why the file cannot be read
	}
	defer func() { _ = file.Close() }()
	var number [4]byte
	if _, err := file.ReadAt(number[:], markPlace); errors.Is(err, io.EOF) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	return binary.BigEndian.Uint32(number[:]) == copyMark, nil
}

// checkRestored refuses a copy that replaced a database whose write-ahead log is still there: SQLite would
// apply that log to the copy. From other copies it removes the mark.
func (f *sqliteFile) checkRestored() error {
	copied, err := isCopy(f.path)
	if err == nil && copied {
		err = checkOldLog(f.path)
	}
	if err != nil || !copied {
		return err
	}
	return setMark(f.path, 0)
}

// checkOldLog returns an error if a write-ahead log with content is beside a copy.
func checkOldLog(path string) error {
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
		return fmt.Errorf("%q is a backup, but %q next to it belongs to the previous database: move that file and %q away, then start again",
			path, path+"-wal", path+"-shm")
	}
	return nil
}

// emptyLog copies the write-ahead log into the file and empties it.
func (f *sqliteFile) emptyLog(ctx context.Context) error {
	name := fileName(f.path, "mode=rw", fmt.Sprintf("_busy_timeout=%d", sqliteBusy.Milliseconds()))
	return withFile(name, func(db *sql.DB) error {
		_, err := db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
		return err
	})
}

func (f *sqliteFile) opened() error {
	f.used = map[string]fs.FileInfo{}
	for _, path := range []string{f.path, f.wal()} {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		f.used[path] = info
	}
	return nil
}

// check returns an error that wraps ErrGone if a file in use was deleted or replaced, so that the
// next start would not find it.
func (f *sqliteFile) check() error {
	for path, used := range f.used {
		if now, err := os.Stat(path); err != nil || !os.SameFile(now, used) {
			return fmt.Errorf("%w: %q was deleted or replaced while in use, so nothing can be saved: stop the bot, restore the file, and start it again",
				ErrGone, path)
		}
	}
	return nil
}
