package discordtest

import (
	"net/http"
	"time"
)

// SetLatency makes every REST request take effect so much later than it comes,
// from now on; 0 ends it. The gateway's payloads are not held up.
func (s *Server) SetLatency(d time.Duration) { s.latency.Store(int64(d)) }

// Latency returns what SetLatency has set.
func (s *Server) Latency() time.Duration { return time.Duration(s.latency.Load()) }

// delayed holds requests up for the latency of the moment.
func (s *Server) delayed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d := s.Latency(); d > 0 {
			timer := time.NewTimer(d)
			defer timer.Stop()
			select {
			case <-timer.C:
			case <-r.Context().Done():
			}
		}
		next.ServeHTTP(w, r)
	})
}
