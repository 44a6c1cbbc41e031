package main

import (
	"sync/atomic"
	"time"
)

// A pace says when interactions are due: at a steady rate whatever becomes of
// those before, or, at rate 0, as soon as somebody is ready for one. Whoever is
// late for a due time is measured from it all the same, so that a bot which
// stands still cannot hide that by keeping members from pressing.
type pace struct {
	start time.Time
	rate  float64 // a second
	taken atomic.Int64
	stop  <-chan struct{}
}

// next waits for the next due time; false when the pace has been stopped.
func (p *pace) next() (due time.Time, ok bool) {
	if p.rate == 0 {
		return time.Now(), !p.stopped()
	}
	n := p.taken.Add(1) - 1
	due = p.start.Add(time.Duration(float64(n) / p.rate * float64(time.Second)))
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

func (p *pace) stopped() bool {
	select {
	case <-p.stop:
		return true
	default:
		return false
	}
}
