package rest

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"noughts/bot/backoff"
)

const (
	// ownRate is the limit of calls per second with the bot's token. Discord's own limit is fifty.
	ownRate = 45
	// mostInvalid is the largest number of refused calls in ten minutes (invalidSpan). After ten thousand in that time
	// Discord bans the machine's IP address, so that no member gets an answer.
	mostInvalid = 5000
	invalidSpan = 10 * time.Minute
)

// An allowance is the rate limiter of all calls. It remembers each pause that Discord asks for, and sends nothing before
// the pause is over: refused calls prolong limits and count toward a ban. It also limits the calls per second with the
// bot's token, and keeps the number of refused calls far below Discord's limit for a ban.
type allowance struct {
	limiter *rate.Limiter

	mu      sync.Mutex
	all     time.Time            // the next call may be sent at this time
	own     time.Time            // the next call with the bot's token may be sent at this time
	routes  map[string]time.Time // the next call of a route may be sent at this time
	invalid int                  // number of refused calls since the time `span`
	span    time.Time
}

// A ThrottledError is the error of a call that the rate limiter did not send.
type ThrottledError struct {
	RetryAfter time.Duration
}

func (e *ThrottledError) Error() string {
	return fmt.Sprintf("not asked, as Discord allows no more calls for %v", e.RetryAfter.Round(time.Millisecond))
}

func newAllowance() *allowance {
	return &allowance{limiter: rate.NewLimiter(ownRate, ownRate), routes: map[string]time.Time{}}
}

// rateLimit returns the name of the rate limit that a call counts for. Discord limits a route for each channel, server
// and interaction, and for all other ids together.
func rateLimit(method, path string) string {
	parts := strings.Split(path, "/")
	at := slices.IndexFunc(parts, func(part string) bool {
		return slices.Contains([]string{"channels", "guilds", "webhooks", "interactions"}, part)
	})
	kept := 0 // up to here the path names what has a limit of its own
	if at >= 0 && !slices.Contains(parts[:at], "applications") && !slices.Contains(parts[:at], "users") {
		kept = at + 2
		if parts[at] == "webhooks" || parts[at] == "interactions" {
			kept++ // the interaction's token
		}
	}
	for i := min(kept, len(parts)); i < len(parts); i++ {
		if parts[i] != "" && strings.Trim(parts[i], "0123456789") == "" {
			parts[i] = "id"
		}
	}
	return method + " " + strings.Join(parts, "/")
}

// wait waits until a call of a route may be sent. If ctx would end before that, wait returns a *ThrottledError at once.
// Only calls with the bot's token share the limit per second. Errors: *ThrottledError, and those of ctx.
func (a *allowance) wait(ctx context.Context, route string, with auth) error {
	for {
		a.mu.Lock()
		at := later(a.all, a.routes[route])
		if with == withToken {
			at = later(at, a.own)
		}
		a.mu.Unlock()
		pause := time.Until(at)
		if pause <= 0 {
			if with == withoutToken {
				return nil
			}
			err := a.limiter.Wait(ctx)
			if err == nil || ctx.Err() != nil {
				return err
			}
			return &ThrottledError{backoff.Longest/2 + rand.N(backoff.Longest/2)} // random, so that not all callers retry at the same time
		}
		if end, ok := ctx.Deadline(); ok && time.Until(end) < pause {
			return &ThrottledError{pause}
		}
		if err := backoff.Sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// noteRefusal notes the pause that Discord asks for: of the route, of all calls with the bot's token, or of all calls if
// the machine's address is banned. It counts refused calls, with or without the bot's token, because all count toward
// such a ban, and pauses the calls with the bot's token if too many were refused.
func (a *allowance) noteRefusal(route string, refused *Error) {
	now := time.Now()
	a.mu.Lock()
	defer a.mu.Unlock()
	switch until := now.Add(refused.RetryAfter); {
	case refused.Status != http.StatusTooManyRequests:
	case refused.Banned:
		a.all = later(a.all, until)
	case refused.Global:
		a.own = later(a.own, until)
	default:
		maps.DeleteFunc(a.routes, func(_ string, over time.Time) bool { return !over.After(now) })
		a.routes[route] = later(a.routes[route], until)
	}
	switch refused.Status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests:
	default:
		return
	}
	if now.Sub(a.span) >= invalidSpan {
		a.span, a.invalid = now, 0
	}
	if a.invalid++; a.invalid >= mostInvalid {
		a.own = later(a.own, a.span.Add(invalidSpan))
	}
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
