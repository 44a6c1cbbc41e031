// Package rest is the bot's client of Discord's REST API.
//
// It is not discordgo's: there every answer to an interaction leaves a bucket in
// memory for ever, all late edits of the process wait for each other in one
// bucket, waiting for a rate limit ignores the context, and no answer says which
// message it made. Here a call is one request that ends with its context, there
// are no buckets but one for all calls with the bot's token, and a rate limit is an
// error that says when to come back.
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
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/config"
)

// UserAgent is the form that Discord asks for; others are turned away.
const UserAgent = "DiscordBot (https://github.com/bwmarrin/discordgo, v" + discordgo.VERSION + ") Noughts"

// A Client makes the bot's REST calls. Its methods may be called at the same time. The
// fields are set before the first call.
type Client struct {
	// Base is the scheme and host of another API than Discord's own, such as a REST
	// proxy or a test server. The paths are the same there.
	Base string
	// Counter is told of every call. Nil: nobody is.
	Counter Counter
	// Log gets a line for each failure that CallWithRetries repeats.
	Log *slog.Logger

	transport http.RoundTripper
	token     config.Secret
	allowance *allowance // of the calls with the token
}

// New returns a client that sends requests over a transport, such as NewTransport's.
func New(transport http.RoundTripper, token config.Secret) *Client {
	return &Client{Log: slog.New(slog.DiscardHandler), transport: transport, token: token, allowance: newAllowance()}
}

// NewTransport returns a transport for REST. Interactions are answered in
// bursts, so that more connections are kept than by default.
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

// CloseIdleConnections closes the connections that wait for another request.
func (c *Client) CloseIdleConnections() {
	(&http.Client{Transport: c.transport}).CloseIdleConnections()
}

// maxAnswer bounds the size of an answer; the largest is the list of an application's emoji, up to
// 2,000 with some 500 bytes each.
const maxAnswer = 4 << 20

// auth says whether a call sends the bot's token. Calls that carry an interaction's
// token in their path go without.
type auth bool

const (
	withToken    auth = true
	withoutToken auth = false
)

// do makes one request. endpoint is an address of discordgo's. body is sent as JSON
// unless it is nil, and as it is if it is a Body; the answer is decoded into answer
// unless that is nil or there is none. Redirects are not followed. Errors: *Error,
// ctx's, network errors.
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
		if err := c.allowance.wait(ctx); err != nil {
			return err
		}
	}
	return c.exchange(request, answer)
}

// segment escapes an id or a token for use as one segment of a path. No content can lead to another
// path, not even "..".
func segment(id string) string {
	if id == "." || id == ".." {
		return strings.ReplaceAll(id, ".", "%2E")
	}
	return url.PathEscape(id)
}

// address returns where an endpoint is.
func (c *Client) address(endpoint string) string {
	if path, ok := strings.CutPrefix(endpoint, discordgo.EndpointDiscord); ok && c.Base != "" {
		return strings.TrimSuffix(c.Base, "/") + "/" + path
	}
	return endpoint
}

// exchange sends a request, counts it, and reads the answer.
func (c *Client) exchange(request *http.Request, answer any) error {
	begun := time.Now()
	response, err := c.transport.RoundTrip(request)
	if c.Counter != nil {
		route, status := classes(request.URL.Path, response)
		c.Counter.Called(route, status, time.Since(begun))
	}
	if err != nil {
		return &url.Error{Op: request.Method, URL: request.URL.String(), Err: err}
	}
	defer func() { _ = response.Body.Close() }()
	limited := io.LimitReader(response.Body, maxAnswer)
	if response.StatusCode < 300 && answer == nil {
		_, _ = io.Copy(io.Discard, limited) // so that the connection can be used again
		return nil
	}
	var content bytes.Buffer
	if 0 < response.ContentLength && response.ContentLength <= maxAnswer {
		content.Grow(int(response.ContentLength) + bytes.MinRead)
	}
	_, err = content.ReadFrom(limited)
	switch {
	case response.StatusCode >= 300:
		refused := refusal(response, content.Bytes())
		c.allowance.noteRefusal(refused)
		return refused
	case err != nil:
		return fmt.Errorf("reading Discord's answer: %w", err)
	case content.Len() == 0:
		return nil
	}
	if err := json.Unmarshal(content.Bytes(), answer); err != nil {
		kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
		return fmt.Errorf("answer %d with %s that cannot be read: %w", response.StatusCode, cmp.Or(kind, "something"), err)
	}
	return nil
}

// The classes of calls, for counts: no ids, and few.
const (
	routeCallback = "callback" // the first answer to an interaction
	routeWebhook  = "webhook"  // what comes later by its token
	routeMessage  = "message"  // edits with the bot's own token
	routeCommands = "commands"
	routeEmojis   = "emojis" // the application's
	routeGateway  = "gateway"
	routeOther    = "other"
)

// Routes are the classes of calls that a Counter is told of.
var Routes = []string{routeCallback, routeWebhook, routeMessage, routeCommands, routeEmojis, routeGateway, routeOther}

// Statuses are the classes of answers to them.
var Statuses = []string{"2xx", "3xx", "4xx", "429", "5xx", statusLost}

// statusLost stands for a call without an answer, also because its sender has given up.
const statusLost = "lost"

// classes returns the class of a call by its path, and that of the answer, which is nil
// when there was none.
func classes(path string, r *http.Response) (route, status string) {
	switch {
	case strings.Contains(path, "/interactions/"):
		route = routeCallback
	case strings.Contains(path, "/webhooks/"):
		route = routeWebhook
	case strings.Contains(path, "/channels/"):
		route = routeMessage
	case strings.Contains(path, "/commands"):
		route = routeCommands
	case strings.Contains(path, "/emojis"):
		route = routeEmojis
	case strings.Contains(path, "/gateway"):
		route = routeGateway
	default:
		route = routeOther
	}
	switch {
	case r == nil:
		return route, statusLost
	case r.StatusCode == http.StatusTooManyRequests:
		return route, "429"
	}
	return route, strconv.Itoa(r.StatusCode/100) + "xx"
}

// A Counter counts calls. Its method returns at once.
type Counter interface {
	// Called counts a call by the class of its path and of its answer, one of Routes and
	// one of Statuses, with the time until the answer began.
	Called(route, status string, took time.Duration)
}
