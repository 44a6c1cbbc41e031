package rest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"noughts/bot/backoff"
)

const (
	// ownRate is how many calls with the bot's token are made in a second at most.
	// Discord takes fifty a second from a bot, whatever they are for.
	ownRate = 45
	// mostInvalid is how many calls that Discord refuses as invalid are made in each
	// invalidSpan. After ten thousand in ten minutes it bans the machine's address, and
	// then no member gets an answer any more.
	mostInvalid = 5000
	invalidSpan = 10 * time.Minute
)

// An allowance keeps calls with the bot's token, which no member waits for, within Discord's
// limits: so many a second, none while it asks for a pause, and far fewer refused ones than lead to
// a ban.
type allowance struct {
	limiter *rate.Limiter

	mu      sync.Mutex
	free    time.Time // no call before
	invalid int       // refused since span began
	span    time.Time
}

// A ThrottledError is the error for a call that was not made: the others take all that
// Discord allows, or it wants none at all.
type ThrottledError struct {
	RetryAfter time.Duration
}

func (e *ThrottledError) Error() string {
	return fmt.Sprintf("not asked, as Discord allows no more calls for %v", e.RetryAfter.Round(time.Millisecond))
}

func newAllowance() *allowance {
	return &allowance{limiter: rate.NewLimiter(ownRate, ownRate)}
}

// wait returns when a call may be made. Errors: ctx's, and at once a *ThrottledError when
// ctx would end before.
func (a *allowance) wait(ctx context.Context) error {
	for {
		pause := time.Until(a.freeAt())
		if pause <= 0 {
			err := a.limiter.Wait(ctx)
			if err == nil || ctx.Err() != nil {
				return err
			}
			return &ThrottledError{backoff.Longest/2 + rand.N(backoff.Longest/2)} // not all at once
		}
		if end, ok := ctx.Deadline(); ok && time.Until(end) < pause {
			return &ThrottledError{pause}
		}
		if err := backoff.Sleep(ctx, pause); err != nil {
			return err
		}
	}
}

func (a *allowance) freeAt() time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.free
}

// noteRefusal notes a refusal of any call, since all count for the ban. Calls are put off
// while Discord wants none of any kind, and when too many were refused.
func (a *allowance) noteRefusal(refused *Error) {
	now := time.Now()
	a.mu.Lock()
	defer a.mu.Unlock()
	if refused.Global {
		a.putOff(now.Add(refused.RetryAfter))
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
		a.putOff(a.span.Add(invalidSpan))
	}
}

// putOff makes calls wait at least until then. Callers hold a.mu.
func (a *allowance) putOff(until time.Time) {
	if a.free.Before(until) {
		a.free = until
	}
}
