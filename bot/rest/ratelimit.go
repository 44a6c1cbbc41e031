package rest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"noughts/bot/backoff"
)

const (
	// ownRate is the largest number of calls a second with the bot's token. Discord allows fifty in
	// all.
	ownRate = 45
	// mostInvalid is the largest number of refused calls in each invalidSpan. After ten thousand in
	// ten minutes Discord bans the machine's address, and no member gets an answer.
	mostInvalid = 5000
	invalidSpan = 10 * time.Minute
)

// An allowance is the rate limiter for calls with the bot's token, which no member waits for. It
// limits the calls a second, waits while Discord asks for a pause, and keeps refusals far below a
// ban.
type allowance struct {
	limiter *rate.Limiter

	mu      sync.Mutex
	free    time.Time // the next call must wait until then
	invalid int       // refused calls in the current span
	span    time.Time
}

// A ThrottledError is the error for a call that the rate limiter did not send.
type ThrottledError struct {
	RetryAfter time.Duration
}

func (e *ThrottledError) Error() string {
	return fmt.Sprintf("not asked, as Discord allows no more calls for %v", e.RetryAfter.Round(time.Millisecond))
}

func newAllowance() *allowance {
	return &allowance{limiter: rate.NewLimiter(ownRate, ownRate)}
}

// wait waits until a call may be sent. Errors: ctx's, and at once a *ThrottledError if ctx would
// end first.
func (a *allowance) wait(ctx context.Context) error {
	for {
		pause := time.Until(a.freeAt())
		if pause <= 0 {
			err := a.limiter.Wait(ctx)
			if err == nil || ctx.Err() != nil {
				return err
			}
			return &ThrottledError{backoff.Longest/2 + rand.N(backoff.Longest/2)} // random, so that callers do not return together
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

// noteRefusal counts a refusal of any call, since all count toward the ban. It pauses calls if
// Discord's rate limit is global, or if too many were refused.
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

// retryAfter returns how long to wait after a 429: the longer time of body and header, or one
// second without either.
func retryAfter(h http.Header, body float64) time.Duration {
	header, _ := strconv.ParseFloat(h.Get("Retry-After"), 64)
	seconds := max(header, body)
	if !(seconds > 0) { // also for NaN
		seconds = 1
	}
	return time.Duration(min(seconds, 3600) * float64(time.Second))
}

// RateLimited reports whether a request was rejected by a rate limit, without any effect, and how long
// to wait.
func RateLimited(err error) (wait time.Duration, limited bool) {
	var throttled *ThrottledError
	if errors.As(err, &throttled) {
		return throttled.RetryAfter, true
	}
	var refused *Error
	if !errors.As(err, &refused) || refused.Status != http.StatusTooManyRequests {
		return 0, false
	}
	return refused.RetryAfter, true
}
