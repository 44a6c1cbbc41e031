//go:build unix

package database

import "golang.org/x/sys/unix"

// freeSpace returns how many bytes this process can still write on the disk of a folder.
func freeSpace(folder string) (uint64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return 0, err
	}
	return uint64(s.Bavail) * uint64(s.Bsize), nil //nolint:unconvert // their types differ between systems
}
