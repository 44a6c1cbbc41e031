package interaction

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"sync"

	"noughts/bot/discordtest/internal/network"
	"noughts/bot/discordtest/object"
)

// An outbox sends interactions to endpoints. The zero outbox is ready.
type outbox struct {
	mu      sync.Mutex
	client  *http.Client // made when it is first used, for the bubble that it is used in
	ctx     context.Context
	cancel  context.CancelFunc
	hosts   map[string]*network.Listener
	closed  bool
	sending sync.WaitGroup
}

// Listen returns a listener in memory: whatever this Discord sends to an
// interactions endpoint on that host ("bot.test", any port) arrives there
// without a network. For bots in synctest bubbles. A second listener for the
// host takes the place of the first: connections that led to that are used no more.
func (d *Desk) Listen(host string) net.Listener {
	o := &d.outbox
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.hosts == nil {
		o.hosts = map[string]*network.Listener{}
	}
	o.hosts[host] = network.Listen()
	if o.client != nil {
		o.client.CloseIdleConnections() // net/http may not have seen yet that their other ends are closed
	}
	return o.hosts[host]
}

// open returns the client, and the context that ends with the outbox.
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

// dial connects to a listener in memory, or over the network.
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

// start sends something in the background, unless the outbox is closed.
func (o *outbox) start(send func(context.Context)) {
	_, ctx := o.open()
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.closed {
		o.sending.Go(func() { send(ctx) })
	}
}

// close gives up what is being sent.
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

// endpointAgent is the User-Agent of Discord's requests to endpoints.
const endpointAgent = "Discord-Interactions/1.0 (+https://discord.com)"

// Post sends a signed body to an endpoint. The caller closes the answer's body.
func (d *Desk) Post(ctx context.Context, address string, body []byte, signed Signature) (*http.Response, error) {
	client, _ := d.outbox.open()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", endpointAgent)
	r.Header.Set(headerSignature, signed.Hex)
	r.Header.Set(headerTimestamp, signed.Stamp)
	return client.Do(r)
}

// checkPong sends a PING and returns what is wrong with the answer.
func (d *Desk) checkPong(ctx context.Context, address string, ping []byte, signed Signature) error {
	response, err := d.Post(ctx, address, ping, signed)
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
	case pong.Type != CallbackPong:
		return fmt.Errorf("a PING was answered with type %d", pong.Type)
	}
	return nil
}

// checkRefused sends a body with a wrong signature and returns an error when it
// is not refused.
func (d *Desk) checkRefused(ctx context.Context, address string, body []byte, signed Signature) error {
	response, err := d.Post(ctx, address, body, signed)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, object.MaxRequest)) // so that the connection can be used again
	if response.StatusCode != http.StatusUnauthorized {
		return fmt.Errorf("answered with HTTP %d, not 401", response.StatusCode)
	}
	return nil
}
