package discordtest

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"sync"
	"time"

	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/object"
)

// ErrEndpoint is wrapped by the errors about an interactions endpoint: Discord would not accept its URL or its answers.
var ErrEndpoint = errors.New("discordtest: the interactions endpoint could not be verified")

const verifyTime = 3 * time.Second

// InteractionsURL returns the URL that interactions are sent to over HTTP, or "" over the gateway.
func (a *Application) InteractionsURL() string {
	a.server.mu.Lock()
	defer a.server.mu.Unlock()
	return a.endpoint
}

// SetInteractionsURL makes the application receive its interactions over HTTP, like the field "Interactions Endpoint
// URL" in Discord's developer portal; the address "" switches back to the gateway. Unlike Discord it accepts http. If
// the endpoint does not answer a PING correctly or does not reject invalid signatures with 401, the URL stays unchanged
// and the error wraps ErrEndpoint.
func (a *Application) SetInteractionsURL(address string) error {
	if address != "" {
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return fmt.Errorf("%w: %q is no URL of a web server", ErrEndpoint, address)
		}
		err = a.checkPong(address)
		if err == nil {
			err = a.probe(address)
		}
		if err != nil {
			return fmt.Errorf("%w: %w", ErrEndpoint, err)
		}
	}
	a.server.mu.Lock()
	defer a.server.mu.Unlock()
	a.endpoint = address
	return nil
}

// ProbeSignature sends requests with invalid signatures to the endpoint, as Discord does from time to time. If one is
// answered with another status than 401, it removes the URL, as Discord does, and returns an error that wraps
// ErrEndpoint.
func (a *Application) ProbeSignature() error {
	address := a.InteractionsURL()
	if address == "" {
		return nil
	}
	err := a.probe(address)
	if err == nil {
		return nil
	}
	return errors.Join(fmt.Errorf("%w: %w", ErrEndpoint, err), a.SetInteractionsURL(""))
}

// probe returns an error unless a PING is refused with each kind of wrong signature.
func (a *Application) probe(address string) error {
	ping, now := a.newPing(), time.Now()
	_, stranger, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		panic(err) // cannot go on without randomness
	}
	late := a.sign(ping, now.Add(-time.Second))
	late.stamp = a.sign(ping, now).stamp
	for name, forged := range map[string]signature{
		"a signature by another key":  signWith(stranger, ping, now),
		"a signature of another body": a.sign(append(bytes.Clone(ping), ' '), now),
		"a signature of another time": late,
	} {
		if err := a.checkRefused(address, ping, forged); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func (a *Application) checkPong(address string) error {
	ping := a.newPing()
	ctx, cancel := context.WithTimeout(context.Background(), verifyTime)
	defer cancel()
	response, err := a.server.interactions.outbox.post(ctx, address, ping, a.sign(ping, time.Now()))
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	var pong struct {
		Type int `json:"type"`
	}
	switch err := json.NewDecoder(io.LimitReader(response.Body, object.MaxRequest)).Decode(&pong); {
	case response.StatusCode != http.StatusOK:
		return fmt.Errorf("a PING was answered with HTTP %d", response.StatusCode)
	case kind != "application/json":
		return fmt.Errorf("a PING was answered with the Content-Type %q", kind)
	case err != nil:
		return fmt.Errorf("a PING was answered with no JSON: %w", err)
	case pong.Type != callbackPong:
		return fmt.Errorf("a PING was answered with type %d", pong.Type)
	}
	return nil
}

func (a *Application) checkRefused(address string, body []byte, signed signature) error {
	ctx, cancel := context.WithTimeout(context.Background(), verifyTime)
	defer cancel()
	response, err := a.server.interactions.outbox.post(ctx, address, body, signed)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, object.MaxRequest)) // so that the connection can be reused
	if response.StatusCode != http.StatusUnauthorized {
		return fmt.Errorf("answered with HTTP %d, not 401", response.StatusCode)
	}
	return nil
}

// newPing returns the JSON of a new PING. It takes the lock.
func (a *Application) newPing() []byte {
	a.server.mu.Lock()
	defer a.server.mu.Unlock()
	return encode(map[string]any{
		"id": a.server.snowflake(), "application_id": a.ID, "type": typePing, "token": randomText(86), "version": 1,
		"user": a.owner(), "entitlements": []any{}, "authorizing_integration_owners": map[string]string{},
	})
}

type signature struct {
	stamp string // the timestamp, in seconds since 1970
	hex   string // the signature of timestamp and body
}

func (a *Application) sign(body []byte, at time.Time) signature { return signWith(a.private, body, at) }

func signWith(key ed25519.PrivateKey, body []byte, at time.Time) signature {
	stamp := strconv.FormatInt(at.Unix(), 10)
	return signature{stamp, hex.EncodeToString(ed25519.Sign(key, append([]byte(stamp), body...)))}
}

func (d *desk) deliverHTTP(it *interaction, address string, o interactionObject) {
	body := encode(o)
	send := func(ctx context.Context) {
		ctx, cancel := context.WithDeadline(ctx, it.deadline)
		defer cancel()
		if err := d.exchange(ctx, it, address, body); err != nil && ctx.Err() == nil { // an answer after the deadline counts as no answer, not as a wrong one
			d.server.log.Info("refused", "endpoint", address, "error", err)
			d.server.mu.Lock()
			defer d.server.mu.Unlock()
			if it.refused == nil {
				it.refused = err
			}
		}
	}
	d.outbox.start(send)
	if _, twice := it.app.TakeFault(gateway.FaultDuplicate); twice {
		d.outbox.start(send)
	}
}

// exchange posts an interaction. With status 200, the answer's body is the bot's initial response. With 202 and no
// body, the bot will respond by a callback request.
func (d *desk) exchange(ctx context.Context, it *interaction, address string, body []byte) error {
	response, err := d.outbox.post(ctx, address, body, it.app.sign(body, time.Now()))
	if err != nil {
		return fmt.Errorf("the interactions endpoint cannot be reached: %w", err)
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(io.LimitReader(response.Body, object.MaxRequest+1))
	switch {
	case err != nil:
		return fmt.Errorf("the interactions endpoint's answer broke off: %w", err)
	case response.StatusCode == http.StatusOK:
		return d.takeInline(ctx, it, response.Header, answer)
	case response.StatusCode == http.StatusAccepted && len(answer) == 0:
		return nil
	}
	return fmt.Errorf("the interactions endpoint answered HTTP %d with %d bytes", response.StatusCode, len(answer))
}

// takeInline handles an inline answer as a request to the callback route, so that the same checks, observers and faults
// apply.
func (d *desk) takeInline(ctx context.Context, it *interaction, header http.Header, body []byte) (err error) {
	path := "/api/v10/interactions/" + it.id + "/" + it.token + "/callback"
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", header.Get("Content-Type"))
	r.Header.Set("User-Agent", "DiscordBot (inline answer, 1)") // required by the API; the endpoint's answer has none
	r.RemoteAddr = "endpoint of " + it.app.ID
	defer func() {
		if p := recover(); p == http.ErrAbortHandler { //nolint:errorlint // faults panic with this value
			err = fmt.Errorf("the inline answer was lost by a fault")
		} else if p != nil {
			panic(p)
		}
	}()
	answer := httptest.NewRecorder()
	d.server.rest().ServeHTTP(answer, r)
	if answer.Code >= http.StatusBadRequest {
		return fmt.Errorf("the inline answer was refused: HTTP %d: %s", answer.Code, answer.Body)
	}
	return nil
}

// An outbox sends interactions to endpoints. It has a lock of its own. The zero value is ready to use.
type outbox struct {
	mu      sync.Mutex
	client  *http.Client // created at first use, so that it belongs to the synctest bubble of that use
	ctx     context.Context
	cancel  context.CancelFunc
	hosts   map[string]*gateway.Listener
	closed  bool
	sending sync.WaitGroup
}

func (o *outbox) listen(host string) net.Listener {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.hosts == nil {
		o.hosts = map[string]*gateway.Listener{}
	}
	o.hosts[host] = gateway.Listen()
	if o.client != nil {
		o.client.CloseIdleConnections() // net/http may not have noticed yet that the old listener's connections are closed
	}
	return o.hosts[host]
}

func (o *outbox) open() (*http.Client, context.Context) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.client == nil {
		o.ctx, o.cancel = context.WithCancel(context.Background())
		o.client = &http.Client{
			Transport:     &http.Transport{DialContext: o.dial, MaxIdleConnsPerHost: 64},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
	}
	return o.client, o.ctx
}

// dial connects to the host's in-memory listener, if it has one, or over the network.
func (o *outbox) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	o.mu.Lock()
	l := o.hosts[host]
	o.mu.Unlock()
	if l != nil {
		return l.Dial(ctx)
	}
	var d net.Dialer
	return d.DialContext(ctx, network, addr)
}

// post sends a signed body. The caller closes the answer's body.
func (o *outbox) post(ctx context.Context, address string, body []byte, signed signature) (*http.Response, error) {
	client, _ := o.open()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)")
	r.Header.Set("X-Signature-Ed25519", signed.hex)
	r.Header.Set("X-Signature-Timestamp", signed.stamp)
	return client.Do(r)
}

func (o *outbox) start(send func(context.Context)) {
	_, ctx := o.open()
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.closed {
		o.sending.Go(func() { send(ctx) })
	}
}

// close cancels the requests in progress and waits for them.
func (o *outbox) close() {
	o.mu.Lock()
	o.closed = true
	client, cancel := o.client, o.cancel
	o.mu.Unlock()
	if client == nil {
		return
	}
	cancel()
	o.sending.Wait()
	client.CloseIdleConnections()
}
