package discordtest

import (
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"net/http"
	"strconv"
	"time"
)

// A bucket counts the requests of one route and major parameter.
type bucket struct {
	used  int
	reset time.Time
}

// take counts one request. It returns how many remain, -1 when this one is
// already too many, and how long until the bucket is empty again.
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

// majorParameters are the path values that give a route a bucket of its own.
var majorParameters = []string{"channel", "guild", "webhook", "token"}

// bucketKey names the bucket of a request, and bucketID what of it is public.
func bucketKey(r *request, path string) (key, id string) {
	h := fnv.New64a()
	_, _ = io.WriteString(h, r.Method+path) // a hash takes everything
	id = strconv.FormatUint(h.Sum64(), 16)
	key = id
	if r.app != nil {
		key += "/" + r.app.ID
	}
	for _, p := range majorParameters {
		if v := r.PathValue(p); v != "" {
			key += "/" + v
		}
	}
	return key, id
}

// underLimit counts the request against its route's bucket and writes the
// headers; it answers with 429 and returns false when there are too many.
func (s *Server) underLimit(w http.ResponseWriter, r *request, path string, rt route) bool {
	if rt.limit == 0 {
		return true
	}
	now := time.Now()
	key, id := bucketKey(r, path)
	remaining, wait := s.count(key, now, rt)
	h := w.Header()
	h.Set("X-RateLimit-Limit", strconv.Itoa(rt.limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(max(remaining, 0)))
	h.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(now.Add(wait).UnixMilli())/1000))
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", wait.Seconds()))
	h.Set("X-RateLimit-Bucket", id)
	if remaining >= 0 {
		return true
	}
	h.Set("X-RateLimit-Scope", "user")
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	s.log.Info("rate limited", "method", r.Method, "route", path)
	writeJSON(w, http.StatusTooManyRequests, map[string]any{
		"message": "You are being rate limited.", "retry_after": wait.Seconds(), "global": false,
	})
	return false
}

// sweepBuckets is the number of buckets at which the idle ones are forgotten.
const sweepBuckets = 4096

// count takes one request from a bucket.
func (s *Server) count(key string, now time.Time, rt route) (int, time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.buckets[key]
	if b == nil {
		if len(s.buckets) >= sweepBuckets {
			s.forgetBuckets(now)
		}
		b = &bucket{}
		s.buckets[key] = b
	}
	return b.take(now, rt.limit, rt.span)
}

// forgetBuckets drops the buckets that have run out. Callers hold s.mu.
func (s *Server) forgetBuckets(now time.Time) {
	for key, b := range s.buckets {
		if !now.Before(b.reset) {
			delete(s.buckets, key)
		}
	}
}
