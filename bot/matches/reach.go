package matches

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"noughts/bot/backoff"
)

const (
	// A wake-up that is more than mostLate late shows that this process was paused, and a look at the store that takes
	// longer is as bad. Wall time and monotonic time that part by more than mostApart show a clock that was set, or a
	// machine that was suspended.
	mostLate  = 3 * time.Second
	mostApart = 2 * time.Second
	// reachRest is how long members must have been able to move before this process ends a match by the clock. A clock
	// that runs out earlier starts again. Until then, the process that received the interactions before may end matches.
	reachRest = 5 * time.Second
)

// Reach reports whether the members of a server can move: their interactions reach this process, it runs, and its store
// takes changes. `since` is the time from which that has been so without a break, and without a step of the wall clock.
// Everything that ends by time asks this function.
func (o *Manager) Reach(guild string) (since time.Time, ok bool) {
	up, works := o.up.look()
	since, _, connected := o.deps.Connected(guild)
	if up.After(since) {
		since = up
	}
	return since, works && connected
}

// An uptime knows since when this process could take moves, whatever server they come from.
type uptime struct {
	log   *slog.Logger
	late  func(most time.Duration) time.Duration // see backoff.Alarm
	ahead func() time.Duration                   // how far wall time is ahead of monotonic time

	mu       sync.Mutex
	since    time.Time     // the end of the last break, zero for none
	wasAhead time.Duration // ahead at the start, or at the last break
	failed   bool          // the store takes no changes
}

func newUptime(log *slog.Logger, late func(most time.Duration) time.Duration) *uptime {
	begun := time.Now()
	ahead := func() time.Duration {
		now := time.Now()
		return time.Duration(now.UnixNano()) - now.Sub(begun)
	}
	return &uptime{log: log, late: late, ahead: ahead, wasAhead: ahead()}
}

// look notes a break if this process was paused, or its clock was set, since the last look. It returns the end of the
// last break, and whether the store takes changes.
func (u *uptime) look() (since time.Time, works bool) {
	late, ahead := u.late(mostLate), u.ahead()
	u.mu.Lock()
	defer u.mu.Unlock()
	if stepped := ahead - u.wasAhead; late > 0 || stepped.Abs() > mostApart {
		u.log.Warn("this process was paused or held up, or its clock was set, so clocks that ran out meanwhile start again",
			"paused", late, "clock_set_by", stepped)
		u.since, u.wasAhead = time.Now(), ahead
	}
	return u.since, !u.failed
}

func (u *uptime) breaks() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.since = time.Now()
}

// setFailed notes whether the store takes changes. It returns false if that was known.
func (u *uptime) setFailed(failed bool) (news bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if failed == u.failed {
		return false
	}
	u.failed = failed
	u.since = time.Now()
	return true
}

// noteHealth records a failure of the store, or with nil a success. After a failure it asks the store until it works
// again. A read that succeeds does not show that the store takes changes.
func (o *Manager) noteHealth(of *outage, err error) {
	of.note(err)
	switch {
	case errors.Is(err, context.Canceled):
	case err != nil && o.up.setFailed(true) && !o.closed.Load():
		o.thinking.Go(o.awaitStore)
	case err == nil && of == &o.failedSave:
		o.up.setFailed(false)
	}
}

// awaitStore waits until the store works again, with growing pauses. A save may note that earlier.
func (o *Manager) awaitStore() {
	var pause backoff.Pause
	for backoff.Sleep(o.untilStop, pause.Next()) == nil {
		ctx, cancel := context.WithTimeout(o.untilStop, callLimit)
		err := o.deps.Store.Ping(ctx)
		cancel()
		if _, works := o.up.look(); works {
			return
		}
		if err == nil {
			o.up.setFailed(false)
			return
		}
	}
}
