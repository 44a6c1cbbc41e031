package e2e

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
)

// pipes is a net.Listener that works in memory. dial connects to it.
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

// asks requests a path of the bot's health endpoint and returns the status and the body. It fails the test
// if the request fails.
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

// A closing is a store that calls a function before it closes. Closing the store is nearly the last
// step of a bot's stop.
type closing struct {
	store.Store
	first func()
}

func (c closing) Close() error {
	c.first()
	return c.Store.Close()
}

// TestHealthIsServedWhileTheBotStops checks that /readyz answers "the bot is stopping" with status 503
// while the bot still stops, so that load balancers notice.
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
		deps.Store = closing{storetest.Memory(t), func() { atTheEnd() }}
	})
}

// TestReadinessSaysThatEverythingIsStale sends a dozen interactions whose ids contain a future time. The bot then
// wrongly takes interactions with correct ids for stale. /readyz reports that, and recovers after more interactions
// with correct ids.
func TestReadinessSaysThatEverythingIsStale(t *testing.T) {
	t.Parallel()
	inBubbleOverHTTP(t, func(t *testing.T, w *world) {
		alice := w.player("alice").Client()
		const before = 12
		failed := 0
		for n := range 3 * before {
			if n < before {
				w.suffers(discordtest.Fault{Kind: discordtest.FaultFutureID, Wait: 10 * time.Second})
			}
			if _, err := alice.Type(t.Context(), "/help"); err != nil {
				failed++
			}
			settles(11 * time.Second)
			status, body := w.asks("/readyz")
			switch stale := strings.HasPrefix(body, "nearly every interaction arrives too late"); {
			case n < before && (failed > 0 || status != http.StatusOK):
				t.Fatalf("after %d from the future %d have failed, and /readyz is %d %q", n+1, failed, status, body)
			case n == before+8 && (status != http.StatusServiceUnavailable || !stale):
				t.Errorf("after 8 that are stale /readyz is %d %q", status, body)
			case n == 3*before-1 && status != http.StatusOK:
				t.Errorf("in the end /readyz is %d %q", status, body)
			}
		}
		if failed == 0 || failed > before+1 {
			t.Errorf("%d have failed", failed)
		}
	})
}

// A full is a store that behaves like one whose disk is full: Ping reports that the database cannot be written.
type full struct{ store.Store }

func (full) Ping(context.Context) error { return errors.New("disk full") }

// TestReadinessSaysThatTheStoreIsFull checks that /readyz reports a database that cannot be written.
func TestReadinessSaysThatTheStoreIsFull(t *testing.T) {
	t.Parallel()
	inBubbleOverHTTP(t, func(t *testing.T, w *world) {
		if status, body := w.asks("/readyz"); status != http.StatusServiceUnavailable || !strings.Contains(body, "database does not take changes: disk full") {
			t.Errorf("/readyz is %d %q", status, body)
		}
	}, func(_ *bot.Config, deps *bot.Deps) { deps.Store = full{storetest.Memory(t)} })
}
