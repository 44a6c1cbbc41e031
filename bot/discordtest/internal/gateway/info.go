package gateway

import (
	"strings"
	"time"

	"noughts/bot/discordtest/internal/world"
)

// An Info is the answer to GET /gateway/bot: the gateway's URL and how a bot should use it. The
// answer to GET /gateway has only the URL.
type Info struct {
	URL    string             `json:"url"`
	Shards int                `json:"shards,omitempty"`
	Limit  *SessionStartLimit `json:"session_start_limit,omitempty"`
}

// A SessionStartLimit says how many more times an application may identify.
type SessionStartLimit struct {
	Total          int   `json:"total"`
	Remaining      int   `json:"remaining"`
	ResetAfter     int64 `json:"reset_after"` // ms
	MaxConcurrency int   `json:"max_concurrency"`
}

// URL returns the URL for new sessions.
func (g *Gateway) URL() string {
	return "ws" + strings.TrimPrefix(g.base(), "http") + "/gateway"
}

// resumeURL returns the URL for resuming sessions.
func (g *Gateway) resumeURL() string { return g.URL() + "/resume" }

// StartLimit returns how many more sessions the application may start, for GET /gateway/bot.
func (g *Gateway) StartLimit(a *world.Application) *SessionStartLimit {
	g.mu.Lock()
	defer g.mu.Unlock()
	b, now := &g.app(a).budget, time.Now()
	b.renew(now)
	return &SessionStartLimit{
		Total:          IdentifyTotal,
		Remaining:      IdentifyTotal - b.used,
		ResetAfter:     b.since.Add(IdentifyWindow).Sub(now).Milliseconds(),
		MaxConcurrency: g.Settings.MaxConcurrency,
	}
}
