package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/backoff"
)

// plainTimeout is how long one attempt at a plain REST call may take.
const plainTimeout = 10 * time.Second

// plainAttempts is how often a plain REST call is made before its error counts.
const plainAttempts = 6

// CallWithRetries makes one of the few calls that answer nobody and can wait: with the bot's token,
// and again after rate limits, server errors, lost connections and answers that are not JSON, each
// with a log line. endpoint is an address of discordgo's. body is sent as JSON unless it is nil;
// the answer is decoded into answer unless that is nil. Errors, with the address that was asked:
// *Error, ctx's, network errors.
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

// GatewayBot asks how many shards to open and how fast. Errors: as CallWithRetries's.
func (c *Client) GatewayBot(ctx context.Context) (g discordgo.GatewayBotResponse, err error) {
	err = c.CallWithRetries(ctx, http.MethodGet, discordgo.EndpointGatewayBot, nil, &g)
	return g, err
}

// persist makes a call by an interaction's token, and again as long as Discord
// asks to come back and ctx lasts. It is not repeated when the network fails:
// nobody knows whether it was carried out.
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

// firstLook is how long after an inline answer Discord is asked again whether it
// has it. The pause doubles each time.
const firstLook = 100 * time.Millisecond

// AwaitOriginal waits until Discord has an interaction's inline answer. Errors: *Error,
// ctx's, network errors.
func (c *Client) AwaitOriginal(ctx context.Context, app, token string) error {
	for pause := firstLook; ; pause *= 2 {
		_, _, err := c.Original(ctx, app, token)
		wait, again := MayRetry(err)
		if !again && !Unknown(err) || backoff.Sleep(ctx, max(wait, pause)) != nil {
			return err
		}
	}
}
