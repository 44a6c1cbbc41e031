package database

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// heldByte is the byte of the database file that holdFile locks. SQLite locks 512 bytes from 1 GiB on.
const heldByte = 1<<30 + 1<<12

// holdFile locks a file until `held` is closed, and returns false if another process has locked it. The lock belongs to
// the open description of the file, so SQLite's own locks on the file do not end it. Where it is not possible, on some
// network file systems, holdFile does nothing.
func holdFile(path string) (held io.Closer, ours bool) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, true // SQLite will report whether it can use the file
	}
	err = unix.FcntlFlock(file.Fd(), unix.F_OFD_SETLK, &unix.Flock_t{Type: unix.F_WRLCK, Start: heldByte, Len: 1})
	if err != nil {
		_ = file.Close()
		return nil, !errors.Is(err, unix.EAGAIN) && !errors.Is(err, unix.EACCES)
	}
	return file, true
}
