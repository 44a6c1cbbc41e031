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
	// leastPace is how often an Alarm looks in any case: a change of which its manager knows nothing may have been made, such
	// as one whose commit was not confirmed.
	leastPace = time.Hour
	// An Alarm with a function Woke wakes up lead before a time, and then every beat, so that a pause of the process that ends
	// around that time makes a wake-up late.
	lead = 10 * time.Second
	beat = time.Second
)

// An Alarm says when a manager must look at the store: at the earliest of the times that were set. The manager sets a time
// after each change that it makes, and each look returns the earliest time that is stored. The zero Alarm is ready to use,
// and safe for concurrent use.
type Alarm struct {
	Woke func() // called at each wake-up and after each look, nil for none

	mu      sync.Mutex
	at      time.Time     // the zero time for none
	earlier chan struct{} // closed when `at` becomes earlier; nil while Run does not sleep
	planned time.Time     // when Run wakes up, or has begun to look; the zero time while Run does not run
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
	defer a.plan(time.Time{})
	var pause Pause
	for {
		now := time.Now()
		a.plan(now)
		a.mu.Lock()
		a.at = time.Time{} // times that are set from here on may be of changes that `look` does not see
		a.mu.Unlock()
		next, again := look(now)
		a.woke() // the look may have been late
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
		a.plan(time.Now().Add(lookRest))
		if Sleep(ctx, lookRest) != nil {
			return
		}
		a.woke()
		if !a.sleep(ctx) {
			return
		}
	}
}

// sleep waits for the earliest time that is set. It returns false if ctx ends first. It wakes up every minute: timers
// follow monotonic time, and wall time may be set.
func (a *Alarm) sleep(ctx context.Context) bool {
	for {
		now := time.Now()
		wait := now.Truncate(time.Minute).Add(time.Minute).Sub(now)
		a.mu.Lock()
		left := a.at.Sub(now) // there always is a time: see leastPace
		switch {
		case a.Woke == nil:
			wait = min(wait, left)
		case left > lead:
			wait = min(wait, left-lead)
		default:
			wait = min(wait, left, beat)
		}
		earlier := make(chan struct{})
		a.earlier, a.planned = earlier, now.Add(max(wait, 0))
		a.mu.Unlock()
		if left <= 0 {
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
		a.woke()
	}
}

func (a *Alarm) woke() {
	if a.Woke != nil {
		a.Woke()
	}
}

func (a *Alarm) plan(at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.planned = at
}

// Late returns how late the next wake-up of Run is, or how long its look has taken, if that is more than `most`: this
// process was paused, or what it looks at is slow. Otherwise, or if Late has returned this just now, it returns 0.
func (a *Alarm) Late(most time.Duration) time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	late := now.Sub(a.planned)
	if a.planned.IsZero() || late <= most {
		return 0
	}
	a.planned = now
	return late
}
