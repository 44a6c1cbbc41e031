//go:build !linux

package database

import "io"

// holdFile does nothing: other systems have no lock that SQLite's own would not end.
func holdFile(string) (held io.Closer, ours bool) { return nil, true }
