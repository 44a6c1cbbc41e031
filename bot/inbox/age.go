package inbox

import (
	"slices"
	"strconv"
	"sync"
	"time"
)

const (
	// staleAge is the least age of a stale interaction, which is not carried out: after three
	// seconds Discord has told the member that it failed.
	staleAge = 3500 * time.Millisecond
	// clockTrust is how long the clocks of Discord and of this machine are trusted
	// to run alike.
	clockTrust = 2 * time.Hour
	// samplePace is how often an interaction becomes a sample, once there are
	// firstSamples: those that come in a burst count for little.
	samplePace   = 10 * time.Second
	firstSamples = 5
	// leastSamples is how many there must be before anything is stale.
	leastSamples = 3
	// Nearly everything is stale when all but one of the last staleSamples are, and the oldest is
	// no older than staleSpan.
	staleSamples = 8
	staleSpan    = 15 * time.Minute
)

// A freshness tells how old interactions are. When a connection is resumed,
// Discord sends what the bot has missed. Members have been told that some of it failed,
// and that must not be carried out any more.
//
// An id holds when the interaction was made, by Discord's clock. The difference to ours is not
// known; but most interactions are new when they arrive, so that the middle one of those sampled in
// the last hours stands for one that is new. Neither ids ahead of the others nor a period of late
// ones move it until they are half of the samples. Steps of our clock do no harm: time since a
// start is monotonic.
type freshness struct {
	start time.Time

	mu      sync.Mutex
	samples []sample // oldest first
	usual   time.Duration
}

// A sample is one interaction: when it arrived, and how much later that was, by
// our clock, than it was made, by Discord's.
type sample struct {
	arrived time.Time
	offset  time.Duration
}

func newFreshness() *freshness { return &freshness{start: time.Now()} }

// age returns how old an interaction is that has arrived at a time, 0 when its
// id does not say or too few have come to tell. One that is live is a
// sample, if it is time for one.
func (f *freshness) age(id string, arrived time.Time, live bool) time.Duration {
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return 0
	}
	offset := arrived.Sub(f.start) - time.Duration(n>>22)*time.Millisecond
	f.mu.Lock()
	defer f.mu.Unlock()
	if n := len(f.samples); live && (n < firstSamples || arrived.Sub(f.samples[n-1].arrived) >= samplePace) {
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

// lead returns how far this machine's clock is ahead of the times in Discord's
// ids, with the time that an interaction usually takes to arrive. It is 0 before
// any has.
func (f *freshness) lead() time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.samples) == 0 {
		return 0
	}
	return time.Duration(f.start.UnixMilli())*time.Millisecond + f.usual
}

// mostlyStale says whether nearly everything that has arrived lately is stale,
// so that hardly any member gets an answer. Many that come stale at once, as after a
// connection was resumed, are not enough.
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
