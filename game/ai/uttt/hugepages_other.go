//go:build !linux

package uttt

func preferHugePages([]bucket) {}
