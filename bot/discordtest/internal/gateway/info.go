package gateway

import (
	"strings"
	"time"

	"noughts/bot/discordtest/internal/world"
)

// An Info is the answer to GET /gateway and, with all fields, to GET /gateway/bot: where the gateway is and how
// a bot should use it.
type Info struct {
	URL    string             `json:"url"`
	Shards int                `json:"shards,omitempty"`
	Limit  *SessionStartLimit `json:"session_start_limit,omitempty"`
}

// A SessionStartLimit says how often an application may still identify.
type SessionStartLimit struct {
	Total          int   `json:"total"`
	Remaining      int   `json:"remaining"`
	ResetAfter     int64 `json:"reset_after"` // ms
	MaxConcurrency int   `json:"max_concurrency"`
}

// URL returns where sessions start.
func (g *Gateway) URL() string {
	return "ws" + strings.TrimPrefix(g.base(), "http") + "/gateway"
}

// resumeURL returns where sessions resume.
func (g *Gateway) resumeURL() string { return g.URL() + "/resume" }

// StartLimit returns the application's budget for GET /gateway/bot.
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
