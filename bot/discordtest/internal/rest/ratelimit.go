package rest

import (
	"fmt"
	"hash/fnv"
	"math"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// Limits on the number of requests.
const (
	// GlobalLimit is Discord's limit on the requests of an application in GlobalSpan. Requests that belong to
	// interactions do not count. Requests without a token count by IP address.
	GlobalLimit = 50
	// GlobalSpan is the period of GlobalLimit.
	GlobalSpan = time.Second

	// InvalidLimit is how many requests of one address may be refused with 401, 403 or 429 in invalidSpan. With
	// one more the address is banned.
	InvalidLimit = 10_000
	invalidSpan  = 10 * time.Minute

	// BanTime is how long a ban lasts. Discord does not say.
	BanTime = time.Hour

	// sweepBuckets is the number of buckets that starts the first removal of idle ones.
	sweepBuckets = 1024
)

// The scopes of a 429: whose requests are counted.
const (
	scopeUser   = "user"   // this bot, of this route
	scopeGlobal = "global" // this bot, of all routes
	scopeShared = "shared" // everybody, of this resource
)

// A limiter counts requests and refuses those that are too many.
type limiter struct {
	mu      sync.Mutex
	routes  *buckets             // by route and major parameter
	global  *buckets             // by application, else by address
	invalid *buckets             // by address
	bans    map[string]time.Time // when they end, by address
}

func newLimiter() *limiter {
	return &limiter{routes: newBuckets(), global: newBuckets(), invalid: newBuckets(), bans: map[string]time.Time{}}
}

// buckets are a set of buckets by key. Idle ones are removed when the set has doubled since the last removal.
type buckets struct {
	of    map[string]*bucket
	sweep int // the size at which idle ones are removed
}

func newBuckets() *buckets { return &buckets{of: map[string]*bucket{}, sweep: sweepBuckets} }

// A bucket counts the requests in a period that begins with the first.
type bucket struct {
	used  int
	reset time.Time
}

// take counts one request. It returns the number of remaining requests, -1 if this one exceeds the limit, and
// the time until the bucket resets.
func (b *bucket) take(now time.Time, limit int, span time.Duration) (remaining int, wait time.Duration) {
	if !now.Before(b.reset) {
		b.used, b.reset = 0, now.Add(span)
	}
	if b.used < limit {
		b.used++
		return limit - b.used, b.reset.Sub(now)
	}
	return -1, b.reset.Sub(now)
}

// takeFrom takes one request from the bucket of a key.
func (l *limiter) takeFrom(set *buckets, key string, now time.Time, limit int, span time.Duration) (int, time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := set.of[key]
	if b == nil {
		if len(set.of) >= set.sweep {
			set.forgetIdle(now)
		}
		b = &bucket{}
		set.of[key] = b
	}
	return b.take(now, limit, span)
}

// forgetIdle drops the buckets that have run out.
func (set *buckets) forgetIdle(now time.Time) {
	for key, b := range set.of {
		if !now.Before(b.reset) {
			delete(set.of, key)
		}
	}
	set.sweep = max(sweepBuckets, 2*len(set.of))
}

// majorParameters are the path values that give a route a bucket of its own.
var majorParameters = []string{"channel", "guild", "webhook", "token"}

// bucketKey returns the key of a request's bucket, and id, its public part. A webhook's token has buckets of
// its own, as an application has: requests that carry a bot's token too share them.
func bucketKey(r *request, path string, rt route) (key, id string) {
	h := fnv.New64a()
	_, _ = fmt.Fprint(h, r.Method, path) // a hash takes everything
	id = strconv.FormatUint(h.Sum64(), 16)
	key = id
	if r.app != nil && !rt.open {
		key += "/" + r.app.ID
	}
	for _, p := range majorParameters {
		if v := r.PathValue(p); v != "" {
			key += "/" + v
		}
	}
	return key, id
}

// address returns the network address of a request's sender.
func address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// underLimit counts the request against the global limit and its route's limit, and writes the headers of the
// latter. If one is exceeded it answers with 429 and returns false.
func (api *API) underLimit(w http.ResponseWriter, r *request, path string, rt route) bool {
	now := time.Now()
	if !rt.exempt {
		who := "address " + address(r.Request)
		if r.app != nil {
			who = r.app.ID
		}
		if remaining, wait := api.limits.takeFrom(api.limits.global, who, now, api.GlobalLimit, GlobalSpan); remaining < 0 {
			api.tooMany(w, r, path, scopeGlobal, wait)
			return false
		}
	}
	if rt.limit == 0 {
		return true
	}
	key, id := bucketKey(r, path, rt)
	remaining, wait := api.limits.takeFrom(api.limits.routes, key, now, rt.limit, rt.span)
	bucketHeaders(w.Header(), rt.limit, max(remaining, 0), id, now, wait)
	if remaining < 0 {
		api.tooMany(w, r, path, scopeUser, wait)
		return false
	}
	return true
}

// bucketHeaders describes a route's bucket.
func bucketHeaders(h http.Header, limit, remaining int, id string, now time.Time, wait time.Duration) {
	h.Set("X-RateLimit-Limit", strconv.Itoa(limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(remaining))
	h.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(now.Add(wait).UnixMilli())/1000))
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", wait.Seconds()))
	h.Set("X-RateLimit-Bucket", id)
}

// tooMany answers with 429. A global one has no bucket headers.
func (api *API) tooMany(w http.ResponseWriter, r *request, path, scope string, wait time.Duration) {
	h := w.Header()
	h.Set("X-RateLimit-Scope", scope)
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	message := "You are being rate limited."
	switch scope {
	case scopeGlobal:
		h.Set("X-RateLimit-Global", "true")
	case scopeShared:
		message = "The resource is being rate limited."
	}
	api.Log.Info("rate limited", "method", r.Method, "route", path, "scope", scope)
	writeJSON(w, http.StatusTooManyRequests, map[string]any{
		"message": message, "retry_after": wait.Seconds(), "global": scope == scopeGlobal,
	})
}
