//go:build unix

package database

import (
	"os"
	"syscall"
)

// giveToOwner gives a file to the owner of another file. For users other than root it fails if that is somebody else.
func giveToOwner(file, of string) error {
	info, err := os.Stat(of)
	if err != nil || file == of {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok || int(owner.Uid) == os.Geteuid() || info.IsDir() && os.Geteuid() != 0 {
		return nil
	}
	return os.Chown(file, int(owner.Uid), int(owner.Gid))
}
