package discordtest

import (
	"net/http"
	"time"
)

// SetLatency makes every REST request take effect so much later than it comes,
// from now on; 0 ends it. The gateway's payloads are not held up.
func (api *api) SetLatency(d time.Duration) { api.latency.Store(int64(d)) }

// Latency returns what SetLatency has set.
func (api *api) Latency() time.Duration { return time.Duration(api.latency.Load()) }

// delayed holds requests up for the latency of the moment.
func (api *api) delayed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d := api.Latency(); d > 0 {
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
