package fault

import (
	"context"
	"time"
)

// An Injection is a fault that has been injected, and what became of it.
type Injection struct {
	Fault Fault // with what it left out

	book *Book
	done chan struct{}

	// Guarded by the book's lock.
	outcome Outcome
	hit     int // connections that were struck
	open    int // those of them that are not over yet
	back    int // sessions that have come back since
}

// An Outcome is what has happened since a fault was injected.
type Outcome struct {
	Injected   time.Time
	Struck     int       // connections, events or requests so far
	Lost       time.Time // when the connections it struck were over; zero before
	Back       time.Time // when as many sessions were up again; zero before
	Resumes    int       // sessions resumed until then
	Identifies int       // IDENTIFYs received until then, refused ones included
}

// Outcome returns what has happened so far.
func (in *Injection) Outcome() Outcome {
	in.book.mu.Lock()
	defer in.book.mu.Unlock()
	return in.outcome
}

// Done returns a channel that is closed when the fault is over: it has struck as often as it should, and the
// connections it ended have come back or cannot come back.
func (in *Injection) Done() <-chan struct{} { return in.done }

// Wait returns the outcome as soon as the fault is over, or ctx's error with the
// outcome so far.
func (in *Injection) Wait(ctx context.Context) (Outcome, error) {
	select {
	case <-in.done:
		return in.Outcome(), nil
	case <-ctx.Done():
		return in.Outcome(), ctx.Err()
	}
}
