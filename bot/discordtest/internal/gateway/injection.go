package gateway

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// An Injection is a fault that has been injected. It tells whether the fault is over, and its outcome.
type Injection struct {
	Fault Fault // with its defaults filled in

	book    *book
	done    chan struct{}
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

// Done is closed when the fault is over: one that waits for events or requests after its last strike, one of the
// gateway when as many sessions are up again as connections were struck, with EffectStop also when these are closed,
// and with EffectNone at once.
func (in *Injection) Done() <-chan struct{} { return in.done }

// Wait waits until the fault is over, and returns the outcome, or ctx's error and the outcome so far.
func (in *Injection) Wait(ctx context.Context) (Outcome, error) {
	select {
	case <-in.done:
		return in.Outcome(), nil
	case <-ctx.Done():
		return in.Outcome(), ctx.Err()
	}
}

// A book holds the faults that tests inject for one application. Code that holds the book's lock takes no other lock.
type book struct {
	mu         sync.Mutex
	armed      atomic.Int64 // the number of pending faults
	pending    []*Injection // of events and requests, oldest first
	recovering []*Injection // of the gateway, until the client has recovered; fatal ones until the connections are closed
}

func (b *book) add(f Fault, connections int) *Injection {
	b.mu.Lock()
	defer b.mu.Unlock()
	in := &Injection{
		Fault: f, book: b, done: make(chan struct{}), hit: connections, open: connections,
		outcome: Outcome{Injected: time.Now(), Struck: connections},
	}
	switch {
	case connections == 0:
		b.armed.Add(1)
		b.pending = append(b.pending, in)
	case f.Effect() == EffectNone:
		close(in.done)
	default:
		b.recovering = append(b.recovering, in)
	}
	return in
}

// TakeFault returns the oldest pending fault of one of the kinds, or false. The fault is removed after its last strike.
func (b *Bot) TakeFault(kinds ...FaultKind) (Fault, bool) {
	return b.faults.take(func(f Fault) bool { return slices.Contains(kinds, f.Kind) })
}

// TakeRESTFault is like TakeFault, for a fault of the REST API that fits the route.
func (b *Bot) TakeRESTFault(route string) (Fault, bool) {
	return b.faults.take(func(f Fault) bool {
		return slices.Contains(restFaults, f.Kind) && (f.Route == "" || f.Route == route)
	})
}

func (b *book) take(fits func(Fault) bool) (Fault, bool) {
	if b.armed.Load() == 0 {
		return Fault{}, false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.IndexFunc(b.pending, func(in *Injection) bool { return fits(in.Fault) })
	if i < 0 {
		return Fault{}, false
	}
	in := b.pending[i]
	in.outcome.Struck++
	if in.outcome.Struck == in.Fault.Times {
		close(in.done)
		b.armed.Add(-1)
		b.pending = slices.Delete(b.pending, i, i+1)
	}
	return in.Fault, true
}

// eachRecovering calls `over` for each gateway fault from which the client has not yet recovered, until `over` returns
// true.
func (b *book) eachRecovering(over func(*Injection) bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.recovering = slices.DeleteFunc(b.recovering, func(in *Injection) bool {
		if !over(in) {
			return false
		}
		close(in.done)
		return true
	})
}

func (b *book) noteLost() {
	b.eachRecovering(func(in *Injection) bool {
		if in.open == 0 {
			return false
		}
		in.open--
		if in.open == 0 {
			in.outcome.Lost = time.Now()
		}
		return in.open == 0 && in.Fault.Effect() == EffectStop
	})
}

func (b *book) noteBack(resumed bool) {
	b.eachRecovering(func(in *Injection) bool {
		if resumed {
			in.outcome.Resumes++
		}
		in.back++
		if in.back < in.hit {
			return false
		}
		in.outcome.Back = time.Now()
		return true
	})
}

func (b *book) noteIdentify() {
	b.eachRecovering(func(in *Injection) bool {
		in.outcome.Identifies++
		return false
	})
}
