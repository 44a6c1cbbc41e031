package bot_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"

	"noughts/bot"
	"noughts/bot/store"
)

// Pipes are a listener in memory.
type pipes struct {
	dialled chan net.Conn
	closed  chan struct{}
	once    sync.Once
}

func newPipes() *pipes { return &pipes{dialled: make(chan net.Conn), closed: make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.dialled:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes", Net: "unix"} }

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case p.dialled <- theirs:
		return ours, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// asks returns what the bot serves to its owner at a path.
func (w *world) asks(path string) (status int, body string) {
	w.t.Helper()
	transport := &http.Transport{DialContext: w.ops.dial}
	defer transport.CloseIdleConnections()
	response, err := (&http.Client{Transport: transport}).Get("http://ops" + path)
	if err != nil {
		w.t.Errorf("GET %s: %v", path, err)
		return 0, ""
	}
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		w.t.Errorf("GET %s: %v", path, err)
	}
	return response.StatusCode, string(content)
}

// A closing store does something before it is closed: nearly the last that
// happens when a bot stops.
type closing struct {
	store.Store
	first func()
}

func (c closing) Close() error {
	c.first()
	return c.Store.Close()
}

// A load balancer must learn that a bot stops while it still stops.
func TestHealthIsServedWhileTheBotStops(t *testing.T) {
	t.Parallel()
	var atTheEnd func()
	asked := false
	inBubbleOverHTTP(t, func(t *testing.T, w *world) {
		if status, body := w.asks("/readyz"); status != http.StatusOK {
			t.Errorf("while the bot runs, /readyz is %d %q", status, body)
		}
		atTheEnd = func() {
			asked = true
			if status, body := w.asks("/readyz"); status != http.StatusServiceUnavailable || !strings.HasPrefix(body, "the bot is stopping\n") {
				t.Errorf("while the bot stops, /readyz is %d %q", status, body)
			}
		}
		w.halt()
		if !asked {
			t.Error("the store was not closed")
		}
	}, func(_ *bot.Config, deps *bot.Deps) {
		deps.Store = closing{store.NewMemory(), func() { atTheEnd() }}
	})
}
