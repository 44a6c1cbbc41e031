package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/backoff"
)

const plainTimeout = 10 * time.Second

const plainAttempts = 6

// CallWithRetries makes a call with the bot's token that no member waits for. It retries, with a log line, after rate
// limits, server errors, lost connections and responses that are not JSON. `endpoint` is one of discordgo's endpoints.
// `body` is sent as JSON unless it is nil, and the response is decoded into `answer` unless that is nil. Errors:
// *Error, and those of ctx and of the network, each with the URL.
func (c *Client) CallWithRetries(ctx context.Context, method, endpoint string, body, answer any) error {
	var pause backoff.Pause
	for attempt := 1; ; attempt++ {
		err := c.once(ctx, method, endpoint, body, answer)
		wait, again := MayRetry(err)
		if !again || attempt == plainAttempts || ctx.Err() != nil {
			return err
		}
		wait = max(wait, pause.Next())
		c.Log.Warn("a call to Discord failed and is made again", "in", wait.Round(time.Millisecond), "err", err)
		if backoff.Sleep(ctx, wait) != nil {
			return err
		}
	}
}

func (c *Client) once(ctx context.Context, method, endpoint string, body, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, plainTimeout)
	defer cancel()
	err := c.do(ctx, method, endpoint, withToken, body, answer)
	var named *url.Error
	if err == nil || errors.As(err, &named) {
		return err
	}
	return fmt.Errorf("%s %s: %w", method, c.address(endpoint), err)
}

// GatewayBot returns Discord's recommended number of shards, and how many sessions the bot may begin.
// Errors: those of CallWithRetries.
func (c *Client) GatewayBot(ctx context.Context) (g discordgo.GatewayBotResponse, err error) {
	err = c.CallWithRetries(ctx, http.MethodGet, discordgo.EndpointGatewayBot, nil, &g)
	return g, err
}

// persist makes a call with an interaction's token. It retries after rate limits and server errors until ctx ends. It
// does not retry after network errors, because it is then unknown whether the call had an effect.
func (c *Client) persist(ctx context.Context, method, endpoint string, body, answer any) error {
	var pause backoff.Pause
	for {
		err := c.do(ctx, method, endpoint, withoutToken, body, answer)
		var refused *Error
		wait, again := MayRetry(err)
		if !again || !errors.As(err, &refused) || backoff.Sleep(ctx, max(wait, pause.Next())) != nil {
			return err
		}
	}
}

// firstLook is how long AwaitOriginal waits after its first attempt. The pause doubles after each further attempt.
const firstLook = 100 * time.Millisecond

// AwaitOriginal waits until Discord has the first answer to an interaction. The caller has sent that answer in an HTTP
// response, which Discord does not confirm. Errors: *Error, and those of ctx and of the network.
func (c *Client) AwaitOriginal(ctx context.Context, app, token string) error {
	for pause := firstLook; ; pause *= 2 {
		_, _, err := c.Original(ctx, app, token)
		wait, again := MayRetry(err)
		if !again && !Unknown(err) || backoff.Sleep(ctx, max(wait, pause)) != nil {
			return err
		}
	}
}

// MayRetry reports whether the same request may succeed later. That is so after a rate limit, a server error or a
// network error. `wait` is the pause that Discord has asked for, 0 if it has asked for none.
func MayRetry(err error) (wait time.Duration, again bool) {
	var refused *Error
	wait, limited := RateLimited(err)
	switch {
	case err == nil, limited:
		return wait, limited
	case !errors.As(err, &refused):
		return 0, true // a network error
	}
	return 0, refused.Status >= 500
}

// retryAfter returns how long to wait after a 429 response. The response may name a time in its header and another one
// in its body. retryAfter returns the longer of the two but at most an hour, or one second if there is none.
func retryAfter(h http.Header, body float64) time.Duration {
	header, _ := strconv.ParseFloat(h.Get("Retry-After"), 64)
	seconds := max(header, body)
	if !(seconds > 0) { // true for NaN, too
		seconds = 1
	}
	return time.Duration(min(seconds, 3600) * float64(time.Second))
}

// RateLimited reports whether a call had no effect because of a rate limit of Discord or of this
// client. `wait` is the pause before another attempt.
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
