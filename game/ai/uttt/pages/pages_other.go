//go:build !linux

// Package pages makes large tables faster.
package pages

// PreferHuge does nothing on this system.
func PreferHuge[T any](table []T) {}
