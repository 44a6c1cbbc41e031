package workload

import (
	"math/rand/v2"
	"sync"
	"time"
)

// arrivals decides when interactions are due, independently of the answers to earlier interactions. The due times form
// a Poisson process with the given rate, as if many members pressed independently. If `random` is nil, all gaps are
// equal. At rate 0 an interaction is due as soon as a member is ready for it. Latency is measured from the due time,
// not from the actual press. Otherwise a slow bot would improve its figures by delaying the presses.
type arrivals struct {
	start  time.Time
	rate   float64    // interactions a second
	random *rand.Rand // nil for equal gaps
	stop   <-chan struct{}

	mu     sync.Mutex
	passed float64 // the last due time, in seconds after start
}

// next waits for the next due time. ok is false if the arrivals have been stopped.
func (a *arrivals) next() (due time.Time, ok bool) {
	if a.rate == 0 {
		return time.Now(), !a.stopped()
	}
	due = a.nextDue()
	wait := time.Until(due)
	if wait <= 0 {
		return due, !a.stopped()
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return due, true
	case <-a.stop:
		return due, false
	}
}

// nextDue returns the next due time. Each call returns a different one.
func (a *arrivals) nextDue() time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	gap := 1.0
	if a.random != nil {
		gap = a.random.ExpFloat64()
	}
	a.passed += gap / a.rate
	return a.start.Add(time.Duration(a.passed * float64(time.Second)))
}

func (a *arrivals) stopped() bool {
	select {
	case <-a.stop:
		return true
	default:
		return false
	}
}
