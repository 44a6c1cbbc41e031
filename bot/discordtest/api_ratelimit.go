package discordtest

import (
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// The limits on the number of requests, and the length of a ban.
const (
	// globalLimit is Discord's limit on an application's requests in a second. Interaction callbacks and requests
	// with a webhook's token in the path do not count. Requests without a bot token count per IP address.
	globalLimit = 50
	globalSpan  = time.Second

	// invalidLimit is how many refusals with 401, 403 or 429 in ten minutes ban a client's IP address.
	// The last of these refusals starts the ban.
	invalidLimit = 10_000
	invalidSpan  = 10 * time.Minute

	// banTime is the length of a ban. Discord does not publish it.
	banTime = time.Hour

	// sweepBuckets is the number of buckets that triggers the first removal of idle buckets.
	sweepBuckets = 1024
)

// The scopes of a 429 say which requests the exceeded limit counts.
const (
	scopeUser   = "user"   // requests of this bot to this route
	scopeGlobal = "global" // requests of this bot to all routes
	scopeShared = "shared" // requests of all bots to this resource
)

type limiter struct {
	mu      sync.Mutex
	routes  *buckets             // the keys are those of bucketKey
	global  *buckets             // by application id; for requests without a bot token, by the client's network address
	invalid *buckets             // by the client's network address
	bans    map[string]time.Time // the end of each ban, by the client's network address
}

func newLimiter() *limiter {
	return &limiter{routes: newBuckets(), global: newBuckets(), invalid: newBuckets(), bans: map[string]time.Time{}}
}

// buckets are counted requests by key. Idle buckets are removed when the set has doubled in size since the last removal.
type buckets struct {
	of    map[string]*bucket
	sweep int // the size that triggers the removal of idle buckets
}

func newBuckets() *buckets { return &buckets{of: map[string]*bucket{}, sweep: sweepBuckets} }

// A bucket counts requests in a period. The period begins with its first request.
type bucket struct {
	used  int
	reset time.Time
}

// take counts one request in the bucket with a key. It returns the number of remaining requests, or -1 if the request
// exceeds the limit, and the time until the bucket resets.
func (l *limiter) take(set *buckets, key string, now time.Time, limit int, span time.Duration) (int, time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := set.of[key]
	if b == nil {
		if len(set.of) >= set.sweep {
			maps.DeleteFunc(set.of, func(_ string, b *bucket) bool { return !now.Before(b.reset) })
			set.sweep = max(sweepBuckets, 2*len(set.of))
		}
		b = &bucket{}
		set.of[key] = b
	}
	if !now.Before(b.reset) {
		b.used, b.reset = 0, now.Add(span)
	}
	if b.used >= limit {
		return -1, b.reset.Sub(now)
	}
	b.used++
	return limit - b.used, b.reset.Sub(now)
}

// majorParameters are the path parameters whose values are counted separately.
var majorParameters = []string{"channel", "guild", "webhook", "token"}

// bucketKey returns the key of a request's bucket and, as `id`, the part of the key that clients see. Routes with a
// webhook's token do not count per application: requests with and without a bot token share a bucket.
func bucketKey(r *request, path string, rt route) (key, id string) {
	h := fnv.New64a()
	_, _ = fmt.Fprint(h, r.Method, path) // a hash never fails
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

func address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// underLimit counts a request against the global limit and its route's limit, and writes the headers of the route's
// limit. If a limit is exceeded, underLimit answers with 429 and returns false.
func (api *api) underLimit(w http.ResponseWriter, r *request, path string, rt route) bool {
	now := time.Now()
	if !rt.exempt {
		who := "address " + address(r.Request)
		if r.app != nil {
			who = r.app.ID
		}
		if remaining, wait := api.limits.take(api.limits.global, who, now, api.globalLimit, globalSpan); remaining < 0 {
			api.tooMany(w, r, path, scopeGlobal, wait)
			return false
		}
	}
	if rt.limit == 0 {
		return true
	}
	key, id := bucketKey(r, path, rt)
	remaining, wait := api.limits.take(api.limits.routes, key, now, rt.limit, rt.span)
	bucketHeaders(w.Header(), rt.limit, max(remaining, 0), id, now, wait)
	if remaining < 0 {
		api.tooMany(w, r, path, scopeUser, wait)
		return false
	}
	return true
}

func bucketHeaders(h http.Header, limit, remaining int, id string, now time.Time, wait time.Duration) {
	h.Set("X-RateLimit-Limit", strconv.Itoa(limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(remaining))
	h.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(now.Add(wait).UnixMilli())/1000))
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", wait.Seconds()))
	h.Set("X-RateLimit-Bucket", id)
}

// tooMany answers with 429. Unless the scope is global, the caller has set the bucket's headers.
func (api *api) tooMany(w http.ResponseWriter, r *request, path, scope string, wait time.Duration) {
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
	api.server.log.Info("rate limited", "method", r.Method, "route", path, "scope", scope)
	writeJSON(w, http.StatusTooManyRequests, map[string]any{
		"message": message, "retry_after": wait.Seconds(), "global": scope == scopeGlobal,
	})
}

// guarded bans a client's network address after too many refused requests, as Cloudflare does in front of Discord.
func (api *api) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		from := address(r)
		if left := api.limits.banned(from, time.Now()); left > 0 {
			writeCloudflare(w, http.StatusTooManyRequests, left)
			return
		}
		w.Header().Set("Via", viaDiscord)
		seen := &statusWriter{ResponseWriter: w}
		defer func() {
			if invalidAnswer(seen) && api.limits.refused(from, time.Now()) {
				api.server.log.Warn("banned for too many invalid requests", "address", from, "for", banTime)
			}
		}()
		next.ServeHTTP(seen, r)
	})
}

// invalidAnswer reports whether an answer counts towards a ban. A 429 for a shared limit does not count.
func invalidAnswer(w *statusWriter) bool {
	switch w.status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return true
	case http.StatusTooManyRequests:
		return w.Header().Get("X-RateLimit-Scope") != scopeShared
	}
	return false
}

// banned returns how much longer a client's network address is banned. The result is not positive if there is no ban.
func (l *limiter) banned(from string, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	until, ok := l.bans[from]
	if ok && !now.Before(until) {
		delete(l.bans, from)
	}
	return until.Sub(now)
}

// refused counts an invalid request and reports whether the client's network address is banned from now on.
func (l *limiter) refused(from string, now time.Time) bool {
	if remaining, _ := l.take(l.invalid, from, now, invalidLimit, invalidSpan); remaining > 0 {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.bans[from] = now.Add(banTime)
	delete(l.invalid.of, from)
	return true
}

// writeCloudflare answers like Cloudflare in front of Discord: in HTML, not in JSON. If `wait` is
// 0, the answer has no Retry-After header.
func writeCloudflare(w http.ResponseWriter, status int, wait time.Duration) {
	h := w.Header()
	h.Del("Via")
	h.Set("Server", "cloudflare")
	h.Set("Content-Type", "text/html; charset=UTF-8")
	if wait > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	}
	w.WriteHeader(status)
	title := fmt.Sprintf("%d %s", status, http.StatusText(status))
	if status == http.StatusTooManyRequests {
		title = "Error 1015: You are being rate limited"
	}
	_, _ = io.WriteString(w, "<!DOCTYPE html>\n<html><head><title>"+title+"</title></head><body><h1>"+title+
		"</h1><p>discord.com | Cloudflare</p></body></html>\n") // an error means that the client has gone away
}
