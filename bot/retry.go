package bot

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"
)

// plainTimeout is how long one attempt at a plain REST call may take.
const plainTimeout = 10 * time.Second

// plainAttempts is how often a plain REST call is made before its error counts.
const plainAttempts = 6

// patiently makes one of the few calls that are no answer to anybody and can
// wait: with the bot's token, and again after rate limits, server errors and
// lost connections. It returns as do does.
func (c *restClient) patiently(ctx context.Context, method, url string, body, answer any) error {
	var pause backoff
	for attempt := 1; ; attempt++ {
		err := c.once(ctx, method, url, body, answer)
		wait, again := mayRetry(err)
		if !again || attempt == plainAttempts || ctx.Err() != nil {
			return err
		}
		if sleep(ctx, max(wait, pause.next())) != nil {
			return err
		}
	}
}

func (c *restClient) once(ctx context.Context, method, url string, body, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, plainTimeout)
	defer cancel()
	return c.do(ctx, method, url, withToken, body, answer)
}

// mayRetry says whether the same request may succeed later, and how long Discord
// asked to wait.
func mayRetry(err error) (wait time.Duration, again bool) {
	var refused *apiError
	switch {
	case err == nil:
		return 0, false
	case !errors.As(err, &refused):
		return 0, true // the network's, not Discord's
	}
	return refused.RetryAfter, refused.Status == http.StatusTooManyRequests || refused.Status >= 500
}

// rateLimit says whether Discord has refused a request because there were too many,
// and how long it asked to wait.
func rateLimit(err error) (wait time.Duration, limited bool) {
	var refused *apiError
	if !errors.As(err, &refused) || refused.Status != http.StatusTooManyRequests {
		return 0, false
	}
	return refused.RetryAfter, true
}

// A backoff is how long to wait between attempts: longer each time, with jitter
// so that many processes do not come back at once. The zero backoff is ready.
type backoff struct {
	failures int
}

const (
	shortestPause = time.Second
	longestPause  = 30 * time.Second
)

// next returns the next pause: between a half and the whole of one second, two,
// four, up to thirty.
func (b *backoff) next() time.Duration {
	whole := min(shortestPause<<min(b.failures, 10), longestPause)
	b.failures++
	return whole/2 + rand.N(whole/2)
}

// reset begins again with the shortest pause, after a success.
func (b *backoff) reset() { b.failures = 0 }

// sleep waits, or returns ctx's error as soon as it has one.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
