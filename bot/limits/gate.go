package limits

import (
	"sync"
	"time"
)

// A Verdict is what becomes of an interaction.
type Verdict uint8

// The verdicts.
const (
	Pass   Verdict = iota // it is handled
	Tell                  // its member is too fast and is told so
	Silent                // its member is too fast and has been told
)

// A Gate keeps the rates: it decides about each interaction before anything is
// done for it. It is safe for concurrent use, and takes a microsecond.
type Gate struct {
	window time.Duration
	vain   int

	mu      sync.Mutex
	members *buckets
	typing  *buckets
	servers *buckets
}

// NewGate returns a gate that keeps the rates of l.
func NewGate(l Limits) *Gate {
	return &Gate{
		window:  l.Window,
		vain:    l.Vain,
		members: newBuckets(l.Member, l.Buckets),
		typing:  newBuckets(l.Typing, l.Buckets),
		servers: newBuckets(l.Server, l.Buckets),
	}
}

// Press decides about a press or a command of a member in a server, "" for none.
// A member who is too fast, or in a server that is, is told so once a window. What
// a member does in vain does not count against the server.
func (g *Gate) Press(member, server string, now time.Time) (Verdict, Limit) {
	g.mu.Lock()
	defer g.mu.Unlock()
	own, ok := g.members.take(member, now)
	if !ok {
		return g.tell(own, now), Member
	}
	if server == "" {
		return Pass, None
	}
	if _, ok := g.servers.take(server, now); !ok {
		return g.tell(own, now), Server
	}
	return Pass, None
}

// Refused notes that what a member did, and was let through with, was refused: it
// counts for more.
func (g *Gate) Refused(member string, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.members.charge(member, now, g.vain-1)
}

// Type decides whether a member who types is offered anything. It has no
// sentence to tell with, so it says Pass or Silent. Typing is counted by itself:
// it costs nobody a move.
func (g *Gate) Type(member string, now time.Time) (Verdict, Limit) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, ok := g.typing.take(member, now); !ok {
		return Silent, Typing
	}
	return Pass, None
}

// tell returns Tell once a window. Callers hold g.mu.
func (g *Gate) tell(b *bucket, now time.Time) Verdict {
	if !b.told.IsZero() && now.Sub(b.told) < g.window {
		return Silent
	}
	b.told = now
	return Tell
}

// Size returns how many buckets are kept, of all kinds.
func (g *Gate) Size() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.members.byUse.Len() + g.typing.byUse.Len() + g.servers.byUse.Len()
}
