package fault

import (
	"context"
	"time"
)

// An Injection is a fault that has been injected. It tells whether the fault is over, and its outcome.
type Injection struct {
	Fault Fault // with its defaults filled in

	book *Book
	done chan struct{}

	// The fields from here on are guarded by the lock of the Book.
	outcome Outcome
	hit     int // struck connections
	open    int // struck connections that are still open
	back    int // sessions resumed or started after the strike
}

// An Outcome has the events since a fault was injected.
type Outcome struct {
	Injected   time.Time
	Struck     int       // connections, events or requests that the fault has struck so far
	Lost       time.Time // when the last struck connection was over; zero until then
	Back       time.Time // when as many sessions had come up as connections were struck; zero until then
	Resumes    int       // sessions resumed until Back
	Identifies int       // IDENTIFYs received until Back, including refused ones
}

// Outcome returns the outcome so far.
func (in *Injection) Outcome() Outcome {
	in.book.mu.Lock()
	defer in.book.mu.Unlock()
	return in.outcome
}

// Done returns a channel that is closed when the fault is over. A fault that waits for events or
// requests is over after its last strike. A fault of the gateway is over when as many sessions are
// up again as connections were struck. A fault with EffectStop is also over when all struck
// connections are closed. A fault of the gateway with EffectNone is over at once.
func (in *Injection) Done() <-chan struct{} { return in.done }

// Wait waits until the fault is over and returns the outcome. If ctx ends first, it returns ctx's
// error and the outcome so far.
func (in *Injection) Wait(ctx context.Context) (Outcome, error) {
	select {
	case <-in.done:
		return in.Outcome(), nil
	case <-ctx.Done():
		return in.Outcome(), ctx.Err()
	}
}
