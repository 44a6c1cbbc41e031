package limits

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/time/rate"
)

// A Treatment says whether an interaction is handled.
type Treatment uint8

// The treatments.
const (
	Pass   Treatment = iota // the interaction is handled
	Tell                    // the member is above a rate and gets a warning
	Silent                  // the member is above a rate and was warned before
)

// MemberRates apply the rates of members and servers to each interaction before anything else is
// done for it. They are safe for concurrent use. A check takes a microsecond.
type MemberRates struct {
	window      time.Duration
	refusedCost int

	mu      sync.Mutex
	members *buckets
	typing  *buckets
	servers *buckets
}

// NewMemberRates returns MemberRates with the limits l.
func NewMemberRates(l Limits) *MemberRates {
	return &MemberRates{
		window:      l.Window,
		refusedCost: l.RefusedCost,
		members:     newBuckets(l.Member, l.Buckets),
		typing:      newBuckets(l.Typing, l.Buckets),
		servers:     newBuckets(l.Server, l.Buckets),
	}
}

// Allow decides about an action of a member; `server` is "" outside servers. A member above a rate is warned at most
// once in each Limits.Window. An action above the member's own rate does not count toward the server's.
//
// `typing` is set for a completion, which cannot show a warning. Completions have a rate of their
// own, so that they do not use up the member's presses.
func (g *MemberRates) Allow(member, server string, typing bool, now time.Time) (Treatment, Limit) {
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
	if !own.warned.IsZero() && now.Sub(own.warned) < g.window {
		return Silent, met
	}
	own.warned = now
	return Tell, met
}

// Refused charges a member for an action that Allow let pass but that the bot then refused. Together with the token
// that Allow took, the action costs RefusedCost tokens, at most the member's burst.
func (g *MemberRates) Refused(member string, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if more := g.refusedCost - 1; more > 0 { // ReserveN also takes tokens that the bucket does not have yet
		g.members.of(member, now).tokens.ReserveN(now, min(more, g.members.rate.Burst))
	}
}

// Shares divide something that all members use: each member gets a rate. They are safe for concurrent use.
type Shares struct {
	mu      sync.Mutex
	members *buckets
}

// NewShares returns Shares of the rate r, for at most `most` members at a time.
func NewShares(r Rate, most int) *Shares { return &Shares{members: newBuckets(r, most)} }

// Take takes n from a member's share. It returns false, and takes nothing, if that is more than the member has left.
func (s *Shares) Take(member string, n int, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.members.tidy(now)
	return s.members.of(member, now).tokens.AllowN(now, n)
}

// Size returns the number of buckets of all kinds.
func (g *MemberRates) Size() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.members.byUse.Len() + g.typing.byUse.Len() + g.servers.byUse.Len()
}

// buckets are token buckets by id, at most a fixed number. An id whose bucket is dropped gets a full bucket the next
// time. So full buckets are dropped soon, because that changes nothing. If there are too many buckets, the one that has
// been idle longest is dropped.
type buckets struct {
	rate   Rate
	refill time.Duration // how long an empty bucket takes to fill
	byUse  *simplelru.LRU[string, *bucket]
}

type bucket struct {
	tokens *rate.Limiter
	used   time.Time
	warned time.Time // when the member was last warned
}

func newBuckets(r Rate, most int) *buckets {
	byUse, _ := simplelru.NewLRU[string, *bucket](max(most, 1), nil) // fails only for a size below one
	refill := time.Duration(float64(r.Burst) / r.PerSecond * float64(time.Second))
	return &buckets{rate: r, refill: refill, byUse: byUse}
}

// tidied is how many full buckets one call of tidy drops at most. After many members have pressed at once, a
// few hundred further interactions are enough to drop all of their buckets.
const tidied = 100

func (b *buckets) tidy(now time.Time) {
	for range tidied {
		_, oldest, any := b.byUse.GetOldest()
		if !any || now.Sub(oldest.used) < b.refill {
			return
		}
		b.byUse.RemoveOldest()
	}
}

// `of` returns the token bucket of an id, a full one if the id is new, and marks the bucket as used now.
func (b *buckets) of(id string, now time.Time) *bucket {
	found, ok := b.byUse.Get(id)
	if !ok {
		found = &bucket{tokens: rate.NewLimiter(rate.Limit(b.rate.PerSecond), b.rate.Burst)}
		b.byUse.Add(id, found)
	}
	found.used = now
	return found
}
