package gateway

import "time"

// SendLimit is how many payloads a client may send within SendPeriod.
const (
	SendLimit  = 120
	SendPeriod = time.Minute
)

// IdentifyTotal is how many times an application may identify within IdentifyWindow.
const (
	IdentifyTotal  = 1000
	IdentifyWindow = 24 * time.Hour
)

type sendWindow struct {
	times [SendLimit]time.Time // a ring buffer with the times of the last payloads
	next  int
}

func (w *sendWindow) allow(now time.Time) bool {
	oldest := w.times[w.next]
	if !oldest.IsZero() && now.Sub(oldest) < SendPeriod {
		return false
	}
	w.times[w.next] = now
	w.next = (w.next + 1) % SendLimit
	return true
}

type identifyBudget struct {
	last  map[int]time.Time // the time of the last IDENTIFY by concurrency key (shard id modulo MaxConcurrency)
	since time.Time         // the start of the current day
	used  int
}

type identifyVerdict int

const (
	identifyAllowed identifyVerdict = iota
	identifyTooSoon                 // too little time has passed since the last IDENTIFY with the same key
	identifySpent                   // the day's budget is used up
)

// take counts an IDENTIFY if it is allowed. `key` is its concurrency key.
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

func (b *identifyBudget) renew(now time.Time) {
	if b.since.IsZero() || now.Sub(b.since) >= IdentifyWindow {
		b.since, b.used = now, 0
	}
}
