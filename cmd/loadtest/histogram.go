package main

import (
	"math/bits"
	"slices"
	"time"
)

// A histogram counts times. Every one is counted, none is sampled: as in HDR
// histograms, buckets widen with the value, so that what is read back is at most
// 1/128 too large, and the largest is exact. Times are rounded up to microseconds.
// The zero histogram is empty. Its fields are exported for encoding/gob.
type histogram struct {
	Counts []uint64 // by bucket
	Total  uint64
	Max    time.Duration
}

// subBits is the logarithm of how many buckets share each power of two.
const subBits = 7

// bucketOf returns the bucket of a number of microseconds. The first 2^subBits
// numbers have a bucket each; from there on every power of two has 2^subBits.
func bucketOf(us uint64) int {
	shift := max(bits.Len64(us)-1-subBits, 0)
	return shift<<subBits + int(us>>shift)
}

// ceilingOf returns the largest number of microseconds that falls into a bucket.
func ceilingOf(bucket int) uint64 {
	if bucket < 2<<subBits {
		return uint64(bucket)
	}
	shift := bucket>>subBits - 1
	mantissa := uint64(bucket - shift<<subBits)
	return (mantissa+1)<<shift - 1
}

// add counts a time; a negative one counts as none at all.
func (h *histogram) add(d time.Duration) {
	d = max(d, 0)
	bucket := bucketOf(uint64((d + time.Microsecond - 1) / time.Microsecond))
	if bucket >= len(h.Counts) {
		h.Counts = append(h.Counts, make([]uint64, bucket+1-len(h.Counts))...)
	}
	h.Counts[bucket]++
	h.Total++
	h.Max = max(h.Max, d)
}

// merge adds what another histogram has counted. Copies of h keep what they have.
func (h *histogram) merge(o histogram) {
	h.Counts = slices.Clone(h.Counts)
	if missing := len(o.Counts) - len(h.Counts); missing > 0 {
		h.Counts = append(h.Counts, make([]uint64, missing)...)
	}
	for i, n := range o.Counts {
		h.Counts[i] += n
	}
	h.Total += o.Total
	h.Max = max(h.Max, o.Max)
}

// quantile returns the time that a share q of all times, from 0 to 1, does not
// exceed; 0 when nothing was counted.
func (h *histogram) quantile(q float64) time.Duration {
	rank := uint64(q * float64(h.Total))
	if float64(rank) < q*float64(h.Total) {
		rank++
	}
	var seen uint64
	i := slices.IndexFunc(h.Counts, func(n uint64) bool {
		seen += n
		return seen >= max(rank, 1)
	})
	if i < 0 {
		return 0
	}
	return min(time.Duration(ceilingOf(i))*time.Microsecond, h.Max)
}
