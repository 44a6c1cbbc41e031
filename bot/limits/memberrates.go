package limits

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/time/rate"
)

// A Verdict is what becomes of an interaction.
type Verdict uint8

// The verdicts.
const (
	Pass   Verdict = iota // it is handled
	Tell                  // its member is too fast and is told so
	Silent                // its member is too fast and has been told
)

// MemberRates are the rates of members and servers: they decide about each
// interaction before anything is done for it. They are safe for concurrent use, and
// take a microsecond.
type MemberRates struct {
	window      time.Duration
	refusedCost int

	mu      sync.Mutex
	members *buckets
	typing  *buckets
	servers *buckets
}

// NewMemberRates returns the rates of l.
func NewMemberRates(l Limits) *MemberRates {
	return &MemberRates{
		window:      l.Window,
		refusedCost: l.RefusedCost,
		members:     newBuckets(l.Member, l.Buckets),
		typing:      newBuckets(l.Typing, l.Buckets),
		servers:     newBuckets(l.Server, l.Buckets),
	}
}

// Allow decides about what a member does in a server, "" for none. A member who is too
// fast, or in a server that is, is told so once a window. What is not let through for the
// member's own rate does not count against the server.
//
// typing says that the member wants completions. Such a member cannot be told anything. Typing has
// a rate of its own, so that it costs no move.
func (g *MemberRates) Allow(member, server string, typing bool, now time.Time) (Verdict, Limit) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, b := range []*buckets{g.members, g.typing, g.servers} {
		b.tidy(now)
	}
	if typing {
		if !g.typing.of(member, now).tokens.AllowN(now, 1) {
			return Silent, Typing
		}
		return Pass, None
	}
	own := g.members.of(member, now)
	var met Limit
	switch {
	case !own.tokens.AllowN(now, 1):
		met = Member
	case server != "" && !g.servers.of(server, now).tokens.AllowN(now, 1):
		met = Server
	default:
		return Pass, None
	}
	if !own.told.IsZero() && now.Sub(own.told) < g.window {
		return Silent, met
	}
	own.told = now
	return Tell, met
}

// Refused notes that what a member did, and was let through with, was refused: it
// counts for more.
func (g *MemberRates) Refused(member string, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if more := g.refusedCost - 1; more > 0 { // also tokens that it has yet to get
		g.members.of(member, now).tokens.ReserveN(now, min(more, g.members.rate.Burst))
	}
}

// Size returns how many buckets are kept, of all kinds.
func (g *MemberRates) Size() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.members.byUse.Len() + g.typing.byUse.Len() + g.servers.byUse.Len()
}

// buckets are the token buckets of many, each known by an id: at most so many
// at a time. Who is forgotten begins with a full bucket, so those who have been
// idle longest go first, and those who have been idle for so long that theirs is
// full again go soon.
type buckets struct {
	rate  Rate
	byUse *simplelru.LRU[string, *bucket]
}

// A bucket is one member's or one server's.
type bucket struct {
	tokens *rate.Limiter
	used   time.Time
	told   time.Time // when its owner was last told to slow down
}

func newBuckets(r Rate, most int) *buckets {
	byUse, _ := simplelru.NewLRU[string, *bucket](max(most, 1), nil) // fails only for a size below one
	return &buckets{rate: r, byUse: byUse}
}

// tidied is how many buckets that are full again are dropped at once, so that the memory of a crowd
// is free a few hundred interactions after the crowd has gone.
const tidied = 100

// tidy drops buckets that are full again.
func (b *buckets) tidy(now time.Time) {
	for range tidied {
		_, oldest, any := b.byUse.GetOldest()
		if !any || now.Sub(oldest.used) < b.refill() {
			return
		}
		b.byUse.RemoveOldest()
	}
}

// of returns the bucket of an id, which is in use now: a full one for an id that is new.
func (b *buckets) of(id string, now time.Time) *bucket {
	found, ok := b.byUse.Get(id)
	if !ok {
		found = &bucket{tokens: rate.NewLimiter(rate.Limit(b.rate.PerSecond), b.rate.Burst)}
		b.byUse.Add(id, found)
	}
	found.used = now
	return found
}

// refill is how long an empty bucket takes to be full.
func (b *buckets) refill() time.Duration {
	return time.Duration(float64(b.rate.Burst) / b.rate.PerSecond * float64(time.Second))
}
