package main

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func TestEveryBucketHoldsItsCeilingAndNothingAbove(t *testing.T) {
	t.Parallel()
	for bucket := range 40 << subBits {
		top := ceilingOf(bucket)
		if bucketOf(top) != bucket || bucketOf(top+1) != bucket+1 {
			t.Fatalf("bucket %d ends at %d, which falls into %d, and the next into %d", bucket, top, bucketOf(top), bucketOf(top+1))
		}
	}
}

func TestQuantilesAgreeWithSortedTimes(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	var h, other histogram
	times := make([]time.Duration, 20_001)
	for i := range times {
		times[i] = time.Duration(random.ExpFloat64() * float64(7*time.Millisecond))
		if i%3 == 0 {
			other.add(times[i])
		} else {
			h.add(times[i])
		}
	}
	h.merge(other)
	slices.Sort(times)
	for _, q := range []float64{0, 0.25, 0.5, 0.9, 0.99, 0.999, 1} {
		exact := times[max(int(q*float64(len(times))+0.999999)-1, 0)]
		got := h.quantile(q)
		if got < exact || float64(got) > float64(exact)*(1+1.0/128)+float64(2*time.Microsecond) {
			t.Errorf("quantile %v is %v, of the sorted times %v", q, got, exact)
		}
	}
	if h.Max != times[len(times)-1] || h.quantile(1) != h.Max || h.Total != uint64(len(times)) {
		t.Errorf("max %v of %v, total %d", h.Max, times[len(times)-1], h.Total)
	}
}

func TestAnEmptyHistogramHasNoTimes(t *testing.T) {
	t.Parallel()
	var h histogram
	h.merge(histogram{})
	if h.quantile(0.99) != 0 || h.Max != 0 {
		t.Errorf("p99 %v, max %v", h.quantile(0.99), h.Max)
	}
}

func TestMergeLeavesCopiesAlone(t *testing.T) {
	t.Parallel()
	var fast, slow histogram
	for range 100 {
		fast.add(time.Millisecond)
		slow.add(time.Microsecond)
	}
	all := fast
	all.merge(slow)
	if got := fast.quantile(0.99); got != time.Millisecond {
		t.Errorf("one of those merged now has %v", got)
	}
	if got := all.quantile(0.25); got != time.Microsecond || all.Total != 200 {
		t.Errorf("of %d, a quarter takes %v", all.Total, got)
	}
}
