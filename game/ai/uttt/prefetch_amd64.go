//go:build amd64 && !purego

package uttt

// prefetch asks the processor to fetch a bucket that will soon be looked at.
//
//go:noescape
func prefetch(b *bucket)
