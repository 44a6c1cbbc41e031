//go:build !linux

package uttt

// PreferHuge does nothing on this system.
func PreferHuge[T any](table []T) {}
