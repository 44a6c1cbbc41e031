//go:build unix

package database

import (
	"os"
	"syscall"
)

// lockFolder opens a folder and locks it, until it is closed, against others who
// would lock it alone. alone says that nobody else has locked it: it is so until
// share is called. Where folders cannot be locked, as on some network file
// systems, nobody is ever alone.
func lockFolder(path string) (folder *os.File, alone bool, err error) {
	if folder, err = os.Open(path); err != nil {
		return nil, false, err
	}
	return folder, syscall.Flock(int(folder.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil, nil
}

// share lets others lock a folder too, which waits while one of them is alone.
func share(folder *os.File) { _ = syscall.Flock(int(folder.Fd()), syscall.LOCK_SH) }

// syncFolder makes a new name in a folder survive a power cut.
func syncFolder(folder *os.File) error { return folder.Sync() }
