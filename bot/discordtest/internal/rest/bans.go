package rest

import (
	"fmt"
	"io"
	"math"
	"net/http"
	"strconv"
	"time"
)

// guarded bans a client's network address after too many refused requests, as Cloudflare does in front of Discord.
func (api *API) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		from := address(r)
		if left := api.limits.banned(from, time.Now()); left > 0 {
			writeCloudflare(w, http.StatusTooManyRequests, left)
			return
		}
		w.Header().Set("Via", ViaDiscord)
		seen := &statusWriter{ResponseWriter: w}
		defer func() {
			if invalid(seen) && api.limits.refused(from, time.Now()) {
				api.Log.Warn("banned for too many invalid requests", "address", from, "for", BanTime)
			}
		}()
		next.ServeHTTP(seen, r)
	})
}

// invalid reports whether an answer counts towards a ban. A 429 for a shared limit does not count.
func invalid(w *statusWriter) bool {
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
	if remaining, _ := l.takeFrom(l.invalid, from, now, InvalidLimit, invalidSpan); remaining > 0 {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.bans[from] = now.Add(BanTime)
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

// A statusWriter records an answer's status.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}
