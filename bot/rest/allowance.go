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
	// ownRate is the limit of calls per second with the bot's token. Discord's own limit is fifty.
	ownRate = 45
	// mostInvalid is the largest number of refused calls in ten minutes (invalidSpan). After ten thousand in that time
	// Discord bans the machine's IP address, so that no member gets an answer.
	mostInvalid = 5000
	invalidSpan = 10 * time.Minute
)

// An allowance is the rate limiter for calls with the bot's token. Calls with an interaction's token do
// not wait for it. It limits the calls per second, waits while Discord asks for a pause, and keeps the
// number of refused calls far below Discord's limit for a ban.
type allowance struct {
	limiter *rate.Limiter

	mu      sync.Mutex
	free    time.Time // the next call may be sent at this time
	invalid int       // number of refused calls since the time `span`
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
	return &allowance{limiter: rate.NewLimiter(ownRate, ownRate)}
}

// wait waits until a call may be sent. If ctx would end before that, wait returns a *ThrottledError
// at once. Errors: *ThrottledError, and those of ctx.
func (a *allowance) wait(ctx context.Context) error {
	for {
		pause := time.Until(a.freeAt())
		if pause <= 0 {
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

func (a *allowance) freeAt() time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.free
}

// noteRefusal counts refused calls, with or without the bot's token, because all count toward the ban. It pauses the
// calls with the bot's token if Discord has sent a global rate limit, or if too many calls were refused.
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

// putOff makes calls with the bot's token wait until the time `until`, unless they must wait even longer. Callers hold
// a.mu.
func (a *allowance) putOff(until time.Time) {
	if a.free.Before(until) {
		a.free = until
	}
}
