package inbox

import (
	"slices"
	"strconv"
	"sync"
	"time"
)

const (
	// staleAge is the age from which an interaction is not handled. After three seconds Discord has
	// told the member that the interaction failed.
	staleAge = 3500 * time.Millisecond
	// clockTrust is how long a sample of the clock offset is used. After that the two clocks may have drifted apart.
	clockTrust = 2 * time.Hour
	// samplePace is the shortest time between two samples after the first five (firstSamples). It keeps
	// a burst of interactions from making up most of the samples.
	samplePace   = 10 * time.Second
	firstSamples = 5
	// leastSamples is how many samples are needed before an interaction can count as stale.
	leastSamples = 3
	// mostlyStale returns true if at least seven of the last eight samples (staleSamples) are stale, and
	// the oldest of the eight is at most fifteen minutes old (staleSpan).
	staleSamples = 8
	staleSpan    = 15 * time.Minute
)

// A freshness computes the ages of interactions. After a connection is resumed, Discord sends the interactions that
// were missed. Some of these it has already reported to members as failed; they must not be handled.
//
// An id contains the time of its creation by Discord's clock, whose offset from our clock is unknown. Most interactions
// are new when they arrive, so the median of the samples of the last hours is used as the offset. Outliers change the
// median only if they are half of the samples. Steps of our clock do no harm, because times since start are monotonic.
type freshness struct {
	start time.Time

	mu      sync.Mutex
	samples []sample // oldest first
	usual   time.Duration
}

// A sample is the arrival of an interaction and its offset: the arrival by our clock minus the
// creation by Discord's clock.
type sample struct {
	arrived time.Time
	offset  time.Duration
}

func newFreshness() *freshness { return &freshness{start: time.Now()} }

// age returns the age of an interaction at its arrival. It returns 0 if the id has no time in it,
// or if there are too few samples. An interaction that was not replayed may become a sample.
func (f *freshness) age(id string, arrived time.Time, replayed bool) time.Duration {
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return 0
	}
	offset := arrived.Sub(f.start) - time.Duration(n>>22)*time.Millisecond
	f.mu.Lock()
	defer f.mu.Unlock()
	if n := len(f.samples); !replayed && (n < firstSamples || arrived.Sub(f.samples[n-1].arrived) >= samplePace) {
		f.samples = slices.DeleteFunc(f.samples, func(old sample) bool { return arrived.Sub(old.arrived) >= clockTrust })
		f.samples = append(f.samples, sample{arrived, offset})
		offsets := make([]time.Duration, len(f.samples))
		for i, s := range f.samples {
			offsets[i] = s.offset
		}
		slices.Sort(offsets)
		f.usual = offsets[len(offsets)/2]
	}
	if len(f.samples) < leastSamples {
		return 0
	}
	return max(offset-f.usual, 0)
}

// knownAge is the longest age of a message whose match must be stored. An older one may be pruned: see
// store.UndecidedLife.
const knownAge = 23 * time.Hour

// isSinceStart reports whether a message was posted since this process started and at most knownAge before an
// interaction with it. It compares ids, whose times are those of one clock.
func (f *freshness) isSinceStart(message, interaction string) bool {
	posted, postedErr := strconv.ParseUint(message, 10, 64)
	used, usedErr := strconv.ParseUint(interaction, 10, 64)
	age := time.Duration(used>>22-posted>>22) * time.Millisecond
	return postedErr == nil && usedErr == nil && used >= posted && age < min(time.Since(f.start), knownAge)
}

// lead returns how far this machine's clock is ahead of the times in Discord's ids, including the
// usual delivery time. It returns 0 if there are no samples.
func (f *freshness) lead() time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.samples) == 0 {
		return 0
	}
	return time.Duration(f.start.UnixMilli())*time.Millisecond + f.usual
}

// mostlyStale reports whether nearly all recent interactions were stale, which means that hardly any member gets an
// answer. One burst of stale interactions, as after a resumed connection, is not enough.
func (f *freshness) mostlyStale(now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	first := len(f.samples) - staleSamples
	if first < 0 || now.Sub(f.samples[first].arrived) > staleSpan {
		return false
	}
	stale := 0
	for _, s := range f.samples[first:] {
		if s.offset-f.usual >= staleAge {
			stale++
		}
	}
	return stale >= staleSamples-1
}
