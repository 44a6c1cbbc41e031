//go:build !linux

// Package pages asks the operating system for huge pages of memory, which make large tables faster.
package pages

// PreferHuge does nothing on this system.
func PreferHuge[T any](table []T) {}
