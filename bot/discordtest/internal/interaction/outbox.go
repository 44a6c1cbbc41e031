package interaction

import (
	"context"
	"net"
	"net/http"
	"sync"

	"noughts/bot/discordtest/internal/network"
)

// endpointAgent is the User-Agent of Discord's requests to endpoints.
const endpointAgent = "Discord-Interactions/1.0 (+https://discord.com)"

// An outbox sends interactions to endpoints. The zero value is ready to use.
type outbox struct {
	mu      sync.Mutex
	client  *http.Client // created at first use, so that it belongs to the synctest bubble of that use
	ctx     context.Context
	cancel  context.CancelFunc
	hosts   map[string]*network.Listener
	closed  bool
	sending sync.WaitGroup
}

// listen returns a new in-memory listener for a host.
func (o *outbox) listen(host string) net.Listener {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.hosts == nil {
		o.hosts = map[string]*network.Listener{}
	}
	o.hosts[host] = network.Listen()
	if o.client != nil {
		o.client.CloseIdleConnections() // net/http may not have noticed yet that the old listener's connections are closed
	}
	return o.hosts[host]
}

// open returns the client, and a context that is cancelled when the outbox is closed.
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

// dial connects to an in-memory listener, or over the network if the host has none.
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

// start runs `send` in the background, unless the outbox is closed.
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
