package limits

import (
	"container/list"
	"time"

	"golang.org/x/time/rate"
)

// Buckets are the token buckets of many, each known by an id: at most so many
// at a time. Who is forgotten begins with a full bucket, so those who have been
// idle longest go first, and those who have been idle for so long that theirs is
// full again go soon.
type buckets struct {
	rate  Rate
	most  int
	byID  map[string]*list.Element // of *bucket
	byUse *list.List               // the newest first
}

// A bucket is one member's or one server's.
type bucket struct {
	id     string
	tokens *rate.Limiter
	used   time.Time
	told   time.Time // when its owner was last told to slow down
}

func newBuckets(r Rate, most int) *buckets {
	return &buckets{rate: r, most: most, byID: map[string]*list.Element{}, byUse: list.New()}
}

// take takes a token from a bucket, if there is one.
func (b *buckets) take(id string, now time.Time) (of *bucket, ok bool) {
	of = b.bucket(id, now)
	of.used = now
	return of, of.tokens.AllowN(now, 1)
}

// charge takes tokens from a bucket, also those that it has yet to get.
func (b *buckets) charge(id string, now time.Time, tokens int) {
	if tokens > 0 {
		b.bucket(id, now).tokens.ReserveN(now, min(tokens, b.rate.Burst))
	}
}

// bucket returns the bucket of an id, a full one for an id that is new.
func (b *buckets) bucket(id string, now time.Time) *bucket {
	if e, ok := b.byID[id]; ok {
		b.byUse.MoveToFront(e)
		return e.Value.(*bucket) //nolint:forcetypeassert // nothing else is in the list
	}
	b.makeRoom(now)
	made := &bucket{id: id, tokens: rate.NewLimiter(rate.Limit(b.rate.PerSecond), b.rate.Burst)}
	b.byID[id] = b.byUse.PushFront(made)
	return made
}

// tidied is how many buckets that are full again are let go for each that is
// made: more than one, so that a crowd does not stay in memory once it has gone.
const tidied = 2

// makeRoom makes room for one bucket.
func (b *buckets) makeRoom(now time.Time) {
	for range tidied {
		oldest := b.byUse.Back()
		if oldest == nil {
			return
		}
		of := oldest.Value.(*bucket) //nolint:forcetypeassert // nothing else is in the list
		if b.byUse.Len() < b.most && now.Sub(of.used) < b.refill() {
			return
		}
		b.byUse.Remove(oldest)
		delete(b.byID, of.id)
	}
}

// refill is how long an empty bucket takes to be full.
func (b *buckets) refill() time.Duration {
	return time.Duration(float64(b.rate.Burst) / b.rate.PerSecond * float64(time.Second))
}
