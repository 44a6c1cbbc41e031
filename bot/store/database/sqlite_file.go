package database

import (
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

// ErrGone is wrapped by errors that say that the database file was deleted or
// replaced while it was in use.
var ErrGone = errors.New("the database file is gone")

// A sqliteFile is a database file that this process has to itself: two would
// believe that nobody else changes the matches.
type sqliteFile struct {
	path string
	lock *flock.Flock           // of a file beside it; the system releases it with the process
	used map[string]fs.FileInfo // the files that SQLite has opened, by path
}

// claimFile creates the file if it is not there, takes it for this process, and
// makes it readable for its owner only. It refuses files that SQLite would damage.
func claimFile(path string, log *slog.Logger) (f *sqliteFile, err error) {
	if err := checkFile(path); err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if f, err = lockFile(path); err != nil {
		return nil, err
	}
	if err := errors.Join(f.create(), f.checkRestored()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	f.protect(log)
	return f, nil
}

// lockFile takes a database file, which need not be there, for this process.
func lockFile(path string) (*sqliteFile, error) {
	f := &sqliteFile{path: path, lock: flock.New(path+"-lock", flock.SetPermissions(0o600))}
	switch ours, err := f.lock.TryLock(); {
	case err != nil:
		return nil, fmt.Errorf("cannot lock the database file %q: %w", path, err)
	case !ours:
		return nil, fmt.Errorf("another process is using the database file %q: stop it first, or name another file", path)
	}
	return f, nil
}

// Close lets other processes use the file.
func (f *sqliteFile) Close() error { return f.lock.Close() }

func (f *sqliteFile) wal() string { return f.path + "-wal" }

// create makes an empty file for SQLite, which gives the files that it makes
// beside it the same permissions.
func (f *sqliteFile) create() error {
	file, err := os.OpenFile(f.path, os.O_RDWR|os.O_CREATE, 0o600)
	if errors.Is(err, fs.ErrPermission) {
		return nil // SQLite says what it can do with it
	}
	if err != nil {
		return fmt.Errorf("cannot create the database file: %w", err)
	}
	return file.Close()
}

// protect takes files away from other users, such as a restored copy that they may read.
func (f *sqliteFile) protect(log *slog.Logger) {
	if runtime.GOOS == "windows" {
		return // who may read a file is said by its folder there, and modes mean nothing
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

// A copy that Backup makes is marked until a bot opens it, by the number that
// SQLite leaves to applications at this place of the file.
const (
	markPlace = 68
	copyMark  = 0x4e6f436f
)

// setMark writes the number at the mark's place of a file that nobody has open.
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
		return false, nil // SQLite says why it cannot be read
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

// checkRestored refuses a copy that was put in the place of a database whose
// write-ahead log has been left: SQLite would take that for the copy's.
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

// checkOldLog returns an error if a write-ahead log is beside a copy.
func checkOldLog(path string) error {
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
		return fmt.Errorf("%q is a backup, but %q next to it belongs to the previous database: move that file and %q away, then start again",
			path, path+"-wal", path+"-shm")
	}
	return nil
}

// opened notes the files that SQLite has opened.
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

// check returns an error that wraps ErrGone unless the files that are in use are
// those that the next start will find.
func (f *sqliteFile) check() error {
	for path, used := range f.used {
		if now, err := os.Stat(path); err != nil || !os.SameFile(now, used) {
			return fmt.Errorf("%w: %q was deleted or replaced while in use, so nothing can be saved: stop the bot, restore the file, and start it again",
				ErrGone, path)
		}
	}
	return nil
}
