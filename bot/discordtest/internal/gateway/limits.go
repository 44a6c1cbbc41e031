package gateway

import "time"

// A client may send SendLimit payloads in each SendPeriod.
const (
	SendLimit  = 120
	SendPeriod = time.Minute
)

// An application may identify IdentifyTotal times in each IdentifyWindow.
const (
	IdentifyTotal  = 1000
	IdentifyWindow = 24 * time.Hour
)

// A sendWindow counts a client's payloads over the last SendPeriod.
type sendWindow struct {
	times [SendLimit]time.Time // a ring
	next  int
}

// allow counts a payload and says whether it is within the limit.
func (w *sendWindow) allow(now time.Time) bool {
	oldest := w.times[w.next]
	if !oldest.IsZero() && now.Sub(oldest) < SendPeriod {
		return false
	}
	w.times[w.next] = now
	w.next = (w.next + 1) % SendLimit
	return true
}

// An identifyBudget is how often an application may still identify.
type identifyBudget struct {
	last  map[int]time.Time // by concurrency key
	since time.Time         // when the current day of the budget began
	used  int
}

// An identifyVerdict says whether an IDENTIFY is allowed.
type identifyVerdict int

const (
	identifyAllowed identifyVerdict = iota
	identifyTooSoon                 // after the last one with the same concurrency key
	identifySpent                   // the day's budget is
)

// take counts an IDENTIFY of a concurrency key if it is allowed. pause is the least time since the last one.
func (b *identifyBudget) take(now time.Time, key int, pause time.Duration) identifyVerdict {
	b.renew(now)
	if last, ok := b.last[key]; ok && now.Sub(last) < pause {
		return identifyTooSoon
	}
	if b.used >= IdentifyTotal {
		return identifySpent
	}
	if b.last == nil {
		b.last = map[int]time.Time{}
	}
	b.last[key] = now
	b.used++
	return identifyAllowed
}

// renew starts a new day when the old one is over.
func (b *identifyBudget) renew(now time.Time) {
	if b.since.IsZero() || now.Sub(b.since) >= IdentifyWindow {
		b.since, b.used = now, 0
	}
}
