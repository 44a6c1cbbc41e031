//go:build !unix

package database

import "os"

// lockFolder opens a folder. Here nobody can remove a file that another has
// open, so that there is no harm in trying.
func lockFolder(path string) (folder *os.File, alone bool, err error) {
	folder, err = os.Open(path)
	return folder, true, err
}

func share(*os.File) {}

// syncFolder does nothing: folders cannot be synced here.
func syncFolder(*os.File) error { return nil }
