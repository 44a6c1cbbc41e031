package main

import (
	"math/rand/v2"
	"sync"
	"time"
)

// A pace says when interactions are due, whatever becomes of those before: at
// moments that know nothing of each other, as those of many members do, which
// makes a Poisson process of the rate; without random at steady ones; or, at
// rate 0, as soon as somebody is ready for one. Whoever is late for a due time is
// measured from it all the same, so that a bot which stands still cannot hide that
// by keeping members from pressing.
type pace struct {
	start  time.Time
	rate   float64    // a second
	random *rand.Rand // nil for steady
	stop   <-chan struct{}

	mu     sync.Mutex
	passed float64 // how many seconds from the start the last due time was
}

// next waits for the next due time; false when the pace has been stopped.
func (p *pace) next() (due time.Time, ok bool) {
	if p.rate == 0 {
		return time.Now(), !p.stopped()
	}
	due = p.take()
	wait := time.Until(due)
	if wait <= 0 {
		return due, !p.stopped()
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return due, true
	case <-p.stop:
		return due, false
	}
}

// take returns the next due time, which nobody else gets.
func (p *pace) take() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	gap := 1.0
	if p.random != nil {
		gap = p.random.ExpFloat64()
	}
	p.passed += gap / p.rate
	return p.start.Add(time.Duration(p.passed * float64(time.Second)))
}

func (p *pace) stopped() bool {
	select {
	case <-p.stop:
		return true
	default:
		return false
	}
}
