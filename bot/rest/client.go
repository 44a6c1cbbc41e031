// Package rest is the bot's client of Discord's REST API.
//
// It replaces the client of discordgo. That client keeps a rate limit bucket in memory for every
// interaction, and makes all late edits wait for each other. It ignores contexts while it waits for
// a rate limit. It does not return the id of an answer's message.
//
// In this package a call is one request that ends with its context. All calls share one rate limiter. A rate limit is an
// error that has the time to wait.
package rest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/config"
)

// UserAgent has the form that Discord requires.
const UserAgent = "DiscordBot (https://github.com/bwmarrin/discordgo, v" + discordgo.VERSION + ") Noughts"

// A Client makes REST calls. Its methods are safe for concurrent use. Set the fields before the first call.
type Client struct {
	// Base replaces the scheme and host of Discord's API, for a REST proxy or a test server. The
	// paths stay the same. Default: Discord's own.
	Base string
	// NoRateLimit is for an emulated Discord without rate limits: no call waits for the rate limiter.
	NoRateLimit bool
	// Log gets a line for each failure that CallWithRetries retries.
	Log *slog.Logger

	transport http.RoundTripper
	token     config.Secret
	allowance *allowance
}

// New returns a client that sends requests over a transport, such as NewTransport's.
func New(transport http.RoundTripper, token config.Secret) *Client {
	return &Client{Log: slog.New(slog.DiscardHandler), transport: transport, token: token, allowance: newAllowance()}
}

// NewTransport returns a transport that keeps more idle connections than the default, because
// interactions come in bursts.
func NewTransport() *http.Transport {
	return &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		ForceAttemptHTTP2:     true,
		MaxIdleConns:          64,
		MaxIdleConnsPerHost:   64,
		IdleConnTimeout:       90 * time.Second,
		TLSHandshakeTimeout:   5 * time.Second,
		ResponseHeaderTimeout: 10 * time.Second,
	}
}

// CloseIdleConnections closes idle connections.
func (c *Client) CloseIdleConnections() {
	(&http.Client{Transport: c.transport}).CloseIdleConnections()
}

// maxAnswer limits the size of a response, in bytes. The largest response is the list of an
// application's emoji: up to 2,000, with some 500 bytes each.
const maxAnswer = 4 << 20

// auth says whether a call sends the bot's token. Calls with an interaction's token in the path do not.
type auth bool

const (
	withToken    auth = true
	withoutToken auth = false
)

// do makes one request. `endpoint` is one of discordgo's endpoints. `body` is sent as it is if it is a Body, otherwise
// as JSON; nil sends no body. The response is decoded into `answer`, unless that is nil or the response is empty. do
// does not follow redirects. Errors: *Error, and those of ctx and of the network.
func (c *Client) do(ctx context.Context, method, endpoint string, a auth, body, answer any) error {
	encoded, ok := body.(Body)
	if !ok {
		var err error
		if encoded, err = encode(body, nil); err != nil {
			return err
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, c.address(endpoint), bytes.NewReader(encoded.Data))
	if err != nil {
		return err
	}
	request.Header["User-Agent"] = []string{UserAgent}
	if encoded.Type != "" {
		request.Header["Content-Type"] = []string{encoded.Type}
	}
	if a == withToken {
		request.Header["Authorization"] = []string{"Bot " + string(c.token)}
	}
	limit := rateLimit(method, request.URL.EscapedPath())
	if !c.NoRateLimit {
		if err := c.allowance.wait(ctx, limit, a); err != nil {
			return err
		}
	}
	response, err := c.transport.RoundTrip(request)
	if err != nil {
		return &url.Error{Op: request.Method, URL: request.URL.String(), Err: err}
	}
	defer func() { _ = response.Body.Close() }()
	limited := io.LimitReader(response.Body, maxAnswer)
	if response.StatusCode < 300 && answer == nil {
		_, _ = io.Copy(io.Discard, limited) // so that the connection can be reused
		return nil
	}
	content, err := io.ReadAll(limited)
	switch {
	case response.StatusCode >= 300:
		refused := refusal(response, content)
		c.allowance.noteRefusal(limit, refused)
		return refused
	case err != nil:
		return fmt.Errorf("reading Discord's answer: %w", err)
	case len(content) == 0:
		return nil
	}
	if err := json.Unmarshal(content, answer); err != nil {
		kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
		return fmt.Errorf("answer %d with %s that cannot be read: %w", response.StatusCode, cmp.Or(kind, "something"), err)
	}
	return nil
}

// segment escapes an id or a token for use as one segment of a path. No value, not even "..", can
// then change the rest of the path.
func segment(id string) string {
	if id == "." || id == ".." {
		return strings.ReplaceAll(id, ".", "%2E")
	}
	return url.PathEscape(id)
}

func (c *Client) address(endpoint string) string {
	if path, ok := strings.CutPrefix(endpoint, discordgo.EndpointDiscord); ok && c.Base != "" {
		return strings.TrimSuffix(c.Base, "/") + "/" + path
	}
	return endpoint
}
