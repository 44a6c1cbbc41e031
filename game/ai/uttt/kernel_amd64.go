//go:build amd64 && !purego

package uttt

import "golang.org/x/sys/cpu"

// hasAVX2 reports whether the processor has the instructions that kernel_amd64.s uses.
var hasAVX2 = cpu.X86.HasAVX2

func exchange(to, from *[2]Row, old0, new0, old1, new1 *Row) {
	if hasAVX2 {
		exchangeAVX2(to, from, old0, new0, old1, new1)
		return
	}
	exchangePlain(to, from, old0, new0, old1, new1)
}

func weigh(own, other *view, weights *[2 * Lanes]int16) int32 {
	if hasAVX2 {
		return weighAVX2(own, other, weights)
	}
	return weighPlain(own, other, weights)
}

// exchangeAVX2 does the same as exchangePlain, 16 lanes (neurons) at a time.
//
//go:noescape
func exchangeAVX2(to, from *[2]Row, old0, new0, old1, new1 *Row)

// weighAVX2 does the same as weighPlain, 16 lanes (neurons) at a time.
//
//go:noescape
func weighAVX2(own, other *view, weights *[2 * Lanes]int16) int32

// prefetch asks the processor to load a bucket into its cache.
//
//go:noescape
func prefetch(b *bucket)
