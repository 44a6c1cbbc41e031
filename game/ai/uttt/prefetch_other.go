//go:build !amd64 || purego

package uttt

func prefetch(*bucket) {}
