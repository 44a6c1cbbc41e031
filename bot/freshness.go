package bot

import (
	"strconv"
	"sync"
	"time"
)

const (
	// staleAge is the age at which an interaction is given up: after three seconds
	// Discord has told the member that it failed.
	staleAge = 3500 * time.Millisecond
	// clockTrust is how long the clocks of Discord and of this machine are trusted
	// to run alike.
	clockTrust = time.Hour
)

// A freshness tells how old interactions are. When a connection is resumed,
// Discord sends what the bot has missed; some of it has long failed for the
// members who did it, and must not happen behind their backs.
//
// An id holds when the interaction was made, by Discord's clock. How far that is
// from ours nobody knows; but nothing arrives before it is made, so that the
// freshest interaction of the last hours stands for one that is new. Steps of our
// clock do no harm: time since a start is monotonic.
type freshness struct {
	start time.Time

	mu      sync.Mutex
	since   time.Time     // when the current hour began; zero before the first
	current time.Duration // the least offset of this hour
	former  time.Duration // and of the one before
}

func newFreshness() *freshness { return &freshness{start: time.Now()} }

// age returns how old an interaction is that has arrived at a time, 0 when its
// id does not say.
func (f *freshness) age(id string, arrived time.Time) time.Duration {
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return 0
	}
	offset := arrived.Sub(f.start) - time.Duration(n>>22)*time.Millisecond
	f.mu.Lock()
	defer f.mu.Unlock()
	switch passed := arrived.Sub(f.since); {
	case f.since.IsZero() || passed >= 2*clockTrust:
		f.since, f.current, f.former = arrived, offset, offset
	case passed >= clockTrust:
		f.since, f.current, f.former = arrived, offset, f.current
	}
	f.current = min(f.current, offset)
	return offset - min(f.current, f.former)
}

// lead returns how far this machine's clock is ahead of the times in Discord's
// ids, at least: less what the freshest interaction took to arrive. It is 0
// before any has.
func (f *freshness) lead() time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.since.IsZero() {
		return 0
	}
	return time.Duration(f.start.UnixMilli())*time.Millisecond + min(f.current, f.former)
}
