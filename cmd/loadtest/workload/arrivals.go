package workload

import (
	"math/rand/v2"
	"sync"
	"time"
)

// arrivals say when interactions are due, whatever becomes of those before. The moments are
// independent of each other, as those of many members are, which makes a Poisson process of the
// rate. Without random all gaps are equal. At rate 0 an interaction is due as soon as somebody is
// ready for one. A late interaction is measured from its due time: a bot that answers nothing
// cannot hide that by keeping members from pressing.
type arrivals struct {
	start  time.Time
	rate   float64    // a second
	random *rand.Rand // nil for equal gaps
	stop   <-chan struct{}

	mu     sync.Mutex
	passed float64 // how many seconds from the start the last due time was
}

// next waits for the next due time; false when it has been stopped.
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

// nextDue returns the next due time, which nobody else gets.
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
