//go:build !linux

package database

// fileSystem regards every file system as fit for a database, because it cannot examine file
// systems on this operating system.
func fileSystem(string) (kind string, lasts bool) { return "", true }
