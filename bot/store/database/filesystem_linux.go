package database

import "golang.org/x/sys/unix"

// unfit are file systems that can lose a SQLite file or cannot lock it.
var unfit = map[uint32]string{
	unix.TMPFS_MAGIC: "tmpfs, which is memory", unix.RAMFS_MAGIC: "ramfs, which is memory",
	unix.NFS_SUPER_MAGIC: "NFS", unix.SMB_SUPER_MAGIC: "SMB", unix.SMB2_SUPER_MAGIC: "SMB", unix.CIFS_SUPER_MAGIC: "SMB",
	unix.V9FS_MAGIC: "9P", unix.AFS_SUPER_MAGIC: "AFS", unix.CODA_SUPER_MAGIC: "Coda",
}

// fileSystem reports whether a folder's file system is fit for a database, and returns the name of an unfit one.
func fileSystem(folder string) (kind string, lasts bool) {
	var s unix.Statfs_t
	if unix.Statfs(folder, &s) != nil {
		return "", true
	}
	kind, found := unfit[uint32(s.Type)] //nolint:gosec // magic numbers have 32 bits
	return kind, !found
}
