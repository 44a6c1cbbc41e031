package backoff

import (
	"context"
	"sync"
	"time"
)

const (
	// lookRest is the least time between two looks. When many things become due one after the other, one look has
	// several of them.
	lookRest = 500 * time.Millisecond
	// leastPace is how often an Alarm looks in any case: a change of which its owner knows nothing may have been made, such
	// as one whose commit was not confirmed.
	leastPace = time.Hour
	// resync is how long an Alarm sleeps at most before it compares wall time again. Timers follow monotonic time, and
	// wall time may be set.
	resync = 10 * time.Second
)

// An Alarm says when an owner must look at the store: at the earliest of the times that were set. The owner sets a time
// after each change that it makes, and each look returns the earliest time that is stored. The zero Alarm is ready to use,
// and safe for concurrent use.
type Alarm struct {
	mu      sync.Mutex
	at      time.Time     // the zero time for none
	earlier chan struct{} // closed when `at` becomes earlier; nil while Run does not sleep
}

// Set makes Run look at a time, unless it does so earlier. The zero time sets nothing.
func (a *Alarm) Set(at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if at.IsZero() || !a.at.IsZero() && !at.Before(a.at) {
		return
	}
	a.at = at
	if a.earlier != nil {
		close(a.earlier)
		a.earlier = nil
	}
}

// Run calls `look` now and at each time that is set, until ctx ends. `look` returns the earliest time at which it must be
// called again, the zero time for none. If it returns `again`, something is left to do, or the store has failed: Run then
// calls it again after pauses that grow up to `pace`. If other processes share the store, Run calls it every `pace`.
func (a *Alarm) Run(ctx context.Context, pace time.Duration, shared bool, look func(now time.Time) (next time.Time, again bool)) {
	var pause Pause
	for {
		a.mu.Lock()
		a.at = time.Time{} // times that are set from here on may be of changes that `look` does not see
		a.mu.Unlock()
		now := time.Now()
		next, again := look(now)
		a.Set(next)
		a.Set(now.Add(leastPace))
		if again {
			a.Set(now.Add(min(pause.Next(), pace)))
		} else {
			pause.Reset()
		}
		if shared {
			a.Set(now.Add(pace))
		}
		if Sleep(ctx, lookRest) != nil || !a.sleep(ctx) {
			return
		}
	}
}

// sleep waits for the earliest time that is set. It returns false if ctx ends first.
func (a *Alarm) sleep(ctx context.Context) bool {
	for {
		a.mu.Lock()
		wait := resync
		if !a.at.IsZero() {
			wait = min(wait, time.Until(a.at))
		}
		earlier := make(chan struct{})
		a.earlier = earlier
		a.mu.Unlock()
		if wait <= 0 {
			return ctx.Err() == nil
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-earlier:
			timer.Stop()
		case <-ctx.Done():
			timer.Stop()
			return false
		}
	}
}
