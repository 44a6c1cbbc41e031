package e2e

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot"
	"noughts/bot/config"
	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/game/match"
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

// asks requests a path of the bot's health endpoint and returns the status and the body.
func (p *process) asks(path string) (status int, body string) {
	p.w.t.Helper()
	transport := &http.Transport{DialContext: p.ops.dial}
	defer transport.CloseIdleConnections()
	response, err := (&http.Client{Transport: transport}).Get("http://ops" + path)
	if err != nil {
		p.w.t.Errorf("GET %s: %v", path, err)
		return 0, ""
	}
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		p.w.t.Errorf("GET %s: %v", path, err)
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

// Load balancers notice by /readyz.
func TestHealthIsServedWhileTheBotStops(t *testing.T) {
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

// Interactions whose ids contain a future time make the bot take correct ones for stale.
func TestReadinessSaysThatEverythingIsStale(t *testing.T) {
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

func TestReadinessSaysThatTheStoreIsFull(t *testing.T) {
	inBubbleOverHTTP(t, func(t *testing.T, w *world) {
		if status, body := w.asks("/readyz"); status != http.StatusServiceUnavailable || !strings.Contains(body, "database does not take changes: disk full") {
			t.Errorf("/readyz is %d %q", status, body)
		}
	}, func(_ *bot.Config, deps *bot.Deps) {
		deps.Store = hookedStore{storetest.Memory(t), onErrors(func(method string) error {
			if method == "Ping" {
				return errors.New("disk full")
			}
			return nil
		})}
	})
}

// A load balancer may still send requests in the first seconds of a stop.
func TestNoPressIsRefusedWhileTheBotStops(t *testing.T) {
	kept := unclosed{storetest.Memory(t)}
	draining := func(cfg *bot.Config, _ *bot.Deps) { cfg.Drain = config.DefaultDrain }
	inBubbleOverHTTP(t, func(t *testing.T, w *world) {
		alice, bob := w.played()
		w.stop()
		begun := time.Now()
		settles(config.DefaultDrain - 100*time.Millisecond)
		if err := newestSquare(t, bob, "a1"); err != nil {
			t.Errorf("a press on a bot that is to stop: %v", err)
		}
		if m := w.matchIn(kept); len(m.Moves) != 2 {
			t.Errorf("%d moves are stored", len(m.Moves))
		}
		w.halt()
		if took := time.Since(begun); took > 10*time.Second {
			t.Errorf("the bot stopped after %v", took)
		}
		if err := newestSquare(t, alice, "c3"); !errors.Is(err, discordtest.ErrFailed) {
			t.Errorf("a press on a bot that has stopped: %v", err)
		}
	}, storedIn(kept), draining)
}

func TestWhatIsInFlightIsAnsweredBeforeTheBotEnds(t *testing.T) {
	onSluggish(t, func(t *testing.T, w *world, kept *slowStore) {
		alice, bob := w.played()
		kept.slow(5 * time.Second)
		pressed := make(chan error, 1)
		go func() { pressed <- newestSquare(t, bob, "a1") }()
		time.Sleep(time.Second)
		begun := time.Now()
		w.halt()
		if err := <-pressed; err != nil {
			t.Errorf("the press: %v", err)
		}
		if took := time.Since(begun); took > 10*time.Second {
			t.Errorf("the bot stopped after %v", took)
		}
		synctest.Wait()
		if board, _ := live(bob); actions(board)["a1"].CustomID != "" || !strings.Contains(discordtest.Text(board), "a1") {
			t.Errorf("the board shows\n%s", discordtest.Text(board))
		}
		if _, err := alice.Client().Type(t.Context(), "/board"); !errors.Is(err, discordtest.ErrFailed) {
			t.Errorf("after the stop: %v", err)
		}
	})
}

// A proxied transport answers the bot's requests instead of Discord until a time: with a status, or not at all if that
// is 0.
type proxied struct {
	http.RoundTripper
	status int
	until  time.Time
}

func (o proxied) RoundTrip(r *http.Request) (*http.Response, error) {
	switch {
	case time.Now().After(o.until):
		return o.RoundTripper.RoundTrip(r)
	case o.status == 0:
		return nil, syscall.ENETUNREACH
	}
	return &http.Response{StatusCode: o.status, Request: r, Body: io.NopCloser(strings.NewReader("<html>"))}, nil
}

// Discord is out, or a proxy answers in its place.
func TestAnOutageAtTheStartIsWaitedFor(t *testing.T) {
	t.Parallel()
	for _, status := range []int{0, http.StatusOK, http.StatusForbidden, http.StatusNotFound, http.StatusTooManyRequests, http.StatusBadGateway} {
		for _, overHTTP := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d, HTTP %t", status, overHTTP), func(t *testing.T) {
				inBubbleAlone(t, func(t *testing.T, w *world) {
					out := func(cfg *bot.Config, deps *bot.Deps) {
						deps.Transport = proxied{deps.Transport, status, time.Now().Add(2 * time.Hour)}
						if overHTTP {
							cfg.PublicKey, _ = hex.DecodeString(w.app.PublicKey)
							deps.HTTPListener = w.discord.Listen(fmt.Sprint(time.Now().Unix(), ".test"))
						}
					}
					w.start(out)
					time.Sleep(time.Hour)
					w.halt()
					w.start(out)
					time.Sleep(2*time.Hour - time.Second)
					for path, want := range map[string]int{"/livez": http.StatusOK, "/readyz": http.StatusServiceUnavailable} {
						if got, body := w.asks(path); got != want {
							t.Errorf("in the outage %s is %d %q", path, got, body)
						}
					}
					time.Sleep(time.Minute)
					w.awaitReady()
					if got, body := w.asks("/readyz"); got != http.StatusOK {
						t.Errorf("after it /readyz is %d %q", got, body)
					}
				})
			})
		}
	}
}

// Each manager of the bot asks the store once an hour, or when something is due.
func TestNothingPolls(t *testing.T) {
	var asked atomic.Int64
	inBubbleAlone(t, func(t *testing.T, w *world) {
		w.start(storedIn(hookedStore{storetest.Memory(t), onErrors(func(method string) error {
			if strings.HasPrefix(method, "Due") || method == "Waiting" || method == "RoleGuilds" {
				asked.Add(1)
			}
			return nil
		})}))
		w.awaitReady()
		alice, _ := w.game("/classic opponent:@bob first:me", "b2 a1")
		alice.Uses("/ultimate")
		begun := asked.Load()
		settles(49 * time.Hour)
		if n := asked.Load() - begun; n > 500 {
			t.Errorf("asked %d times in 49 hours", n)
		}
		lounge := w.guild.NewChannel("lounge")
		there, bobThere := w.at("alice", lounge), w.at("bob", lounge)
		begins(there, bobThere, "/classic opponent:@bob clock:60 first:me", "b2 a1")
		for _, want := range []struct {
			after time.Duration
			match.Status
		}{{59 * time.Second, match.Playing}, {2 * time.Second, match.Over}} {
			settles(want.after)
			if board, _ := live(there); over(board) != (want.Status == match.Over) {
				t.Errorf("%v later the board shows\n%s", want.after, discordtest.Text(board))
			}
		}
	})
}
