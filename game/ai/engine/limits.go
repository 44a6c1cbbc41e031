package engine

import (
	"context"
	"sync/atomic"
	"time"
)

// Limits end a search when the first of them is reached; a zero field is no limit.
type Limits struct {
	Time  time.Duration
	Nodes int64
	Depth int
	// Rests makes the search pause a third of the time, so that others who need the processor wait less.
	Rests bool
}

// workTime is how long a search that rests works before each pause.
const workTime = 2 * time.Millisecond

// quantum is the number of positions visited between two checks of the clock.
const quantum = 1024

// A Budget enforces the limits of a running search. All goroutines of a search share it.
type Budget struct {
	ctx     context.Context
	start   time.Time
	limits  Limits
	granted atomic.Int64
	stopped atomic.Bool
}

// NewBudget returns a budget that is exhausted when a limit of l is reached or ctx ends.
func NewBudget(ctx context.Context, l Limits) *Budget {
	return &Budget{ctx: ctx, start: time.Now(), limits: l}
}

// grant returns how many positions may be visited before the next call; 0 means that the search must stop.
func (b *Budget) grant() int64 {
	if b.stopped.Load() || b.ctx.Err() != nil || b.limits.Time > 0 && b.Elapsed() >= b.limits.Time {
		b.Stop()
		return 0
	}
	grant := int64(quantum)
	if over := b.granted.Add(grant) - b.limits.Nodes; b.limits.Nodes > 0 && over > 0 {
		refused := min(over, grant)
		b.granted.Add(-refused)
		grant -= refused
	}
	return grant
}

// Stop ends the search early.
func (b *Budget) Stop() { b.stopped.Store(true) }

// Elapsed returns the time since the search began.
func (b *Budget) Elapsed() time.Duration { return time.Since(b.start) }

// A Pace counts the positions that one goroutine of a search visits, and reports when the search must stop.
type Pace struct {
	budget  *Budget
	quota   int64
	stopped bool
	worked  time.Time // since when a search that rests has worked
}

// NewPace returns the pace of one goroutine of a search.
func NewPace(b *Budget) Pace { return Pace{budget: b} }

// Step must be called before each position is searched. If it returns false, unfinished searches are invalid.
func (p *Pace) Step() bool {
	if p.quota > 0 {
		p.quota--
		return true
	}
	return p.refill()
}

func (p *Pace) refill() bool {
	if p.stopped {
		return false
	}
	if p.budget.limits.Rests {
		p.rest()
	}
	p.quota = p.budget.grant()
	p.stopped = p.quota == 0
	return !p.stopped && p.Step()
}

func (p *Pace) rest() {
	if p.worked.IsZero() {
		p.worked = time.Now()
	}
	if worked := time.Since(p.worked); worked >= workTime {
		time.Sleep(worked / 2)
		p.worked = time.Now()
	}
}

// Stopped reports whether Step has returned false.
func (p *Pace) Stopped() bool { return p.stopped }

// Nodes returns the number of positions that the whole search has visited, about those of other goroutines.
func (p *Pace) Nodes() int64 { return p.budget.granted.Load() - p.quota }

// Elapsed returns the time since the search began.
func (p *Pace) Elapsed() time.Duration { return p.budget.Elapsed() }
