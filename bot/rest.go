package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"
)

// A restClient makes the bot's REST calls.
//
// It is not discordgo's: there every answer to an interaction leaves a bucket in
// memory for ever, all late edits of the process wait for each other in one
// bucket, waiting for a rate limit ignores the context, and no answer says which
// message it made. Here a call is one request that ends with its context, there
// are no buckets but one for all calls with the bot's token, and a rate limit is an
// error that says when to come back.
type restClient struct {
	http  *http.Client
	token Secret
	own   *allowance // of the calls with the token
}

func newREST(transport http.RoundTripper, token Secret) *restClient {
	return &restClient{&http.Client{Transport: transport}, token, newAllowance()}
}

// An apiError is an answer of Discord's other than success.
type apiError struct {
	Status     int
	Code       int    // Discord's JSON error code, 0 when it gave none
	Message    string // Discord's, or the status text
	RetryAfter time.Duration
	Global     bool // it is a rate limit of all calls with the token
}

// Error returns what Discord said.
func (e *apiError) Error() string {
	return fmt.Sprintf("Discord answered %d (code %d): %s", e.Status, e.Code, e.Message)
}

// Codes of errors that the bot tells apart.
const (
	codeUnknownMessage = 10008
)

// maxAnswer bounds what is read of an answer; the largest is the list of
// commands.
const maxAnswer = 4 << 20

// withToken makes do send the bot's token; calls that carry an interaction's
// token in their path go without.
type auth bool

const (
	withToken    auth = true
	withoutToken auth = false
)

// do makes one request. body is sent as JSON unless it is nil; the answer is
// decoded into answer unless that is nil or there is none. Errors: *apiError, ctx's, network
// errors.
func (c *restClient) do(ctx context.Context, method, url string, a auth, body, answer any) error {
	request, err := c.request(ctx, method, url, a, body)
	if err != nil {
		return err
	}
	if a == withToken {
		if err := c.own.wait(ctx); err != nil {
			return err
		}
	}
	response, err := c.http.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	switch {
	case response.StatusCode >= 300:
		refused := refusal(response, content)
		c.own.learn(refused)
		return refused
	case err != nil:
		return fmt.Errorf("reading Discord's answer: %w", err)
	case answer == nil || len(content) == 0:
		return nil
	}
	if err := json.Unmarshal(content, answer); err != nil {
		return fmt.Errorf("decoding Discord's answer: %w", err)
	}
	return nil
}

func (c *restClient) request(ctx context.Context, method, url string, a auth, body any) (*http.Request, error) {
	var content io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return nil, fmt.Errorf("encoding a request: %w", err)
		}
		content = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(ctx, method, url, content)
	if err != nil {
		return nil, err
	}
	request.Header.Set("User-Agent", userAgent)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if a == withToken {
		request.Header.Set("Authorization", "Bot "+string(c.token))
	}
	return request, nil
}

// refusal reads an answer other than success. Its body is not always JSON: the
// ban at Discord's edge answers in HTML.
func refusal(r *http.Response, content []byte) *apiError {
	var body struct {
		Code       int     `json:"code"`
		Message    string  `json:"message"`
		RetryAfter float64 `json:"retry_after"`
		Global     bool    `json:"global"`
	}
	e := &apiError{Status: r.StatusCode, Message: http.StatusText(r.StatusCode)}
	if json.Unmarshal(content, &body) == nil && body.Message != "" {
		e.Code, e.Message = body.Code, body.Message
	}
	if e.Status == http.StatusTooManyRequests {
		e.RetryAfter = retryAfter(r.Header, body.RetryAfter)
		e.Global = body.Global
	}
	return e
}

// retryAfter returns how long to wait after a 429: the longer of what body and
// header say, and a second when neither says anything.
func retryAfter(h http.Header, body float64) time.Duration {
	header, _ := strconv.ParseFloat(h.Get("Retry-After"), 64)
	seconds := max(header, body)
	if !(seconds > 0) { // also for NaN
		seconds = 1
	}
	return time.Duration(min(seconds, 3600) * float64(time.Second))
}

// gatewayBot asks how many shards to open and how fast.
func (c *restClient) gatewayBot(ctx context.Context) (g discordgo.GatewayBotResponse, err error) {
	err = c.patiently(ctx, http.MethodGet, discordgo.EndpointGatewayBot, nil, &g)
	return g, err
}
