//go:build amd64 && !purego

package uttt

// prefetch asks the processor to load a bucket into its cache.
//
//go:noescape
func prefetch(b *bucket)
