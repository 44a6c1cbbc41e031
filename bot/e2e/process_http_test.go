package e2e

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/bot/gateway"
	"noughts/bot/store/storetest"
)

// A slowStore is a store that delays Save, Load and CarriedOut by a duration that tests can change.
type slowStore struct {
	hookedStore
	takes    atomic.Int64 // a time.Duration
	stubborn atomic.Bool  // the delay goes on after ctx has ended
}

func newSlowStore(t *testing.T) *slowStore {
	s := &slowStore{}
	s.hookedStore = hookedStore{unclosed{storetest.Memory(t)}, s.wait}
	return s
}

// slow sets the delay of the store from now on.
func (s *slowStore) slow(d time.Duration) { s.takes.Store(int64(d)) }

func (s *slowStore) wait(ctx context.Context, method string, _ any, call func() error) error {
	if !slices.Contains([]string{"Save", "Load", "CarriedOut"}, method) {
		return call()
	}
	over := ctx.Done()
	if s.stubborn.Load() {
		over = nil
	}
	select {
	case <-time.After(time.Duration(s.takes.Load())):
	case <-over:
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return call()
}

// onSluggish runs a test over the gateway and over HTTP, on a slowStore whose delay is zero at first.
func onSluggish(t *testing.T, test func(t *testing.T, w *world, kept *slowStore)) {
	t.Helper()
	each(t, ways(), func(t *testing.T, in way) {
		t.Parallel()
		kept := newSlowStore(t)
		in(t, func(t *testing.T, w *world) { test(t, w, kept) }, storedIn(kept))
	})
}

func TestADatabaseThatHangsIsSaidSo(t *testing.T) {
	onSluggish(t, func(t *testing.T, w *world, kept *slowStore) {
		alice := w.player("alice")
		kept.slow(time.Hour)
		if _, err := alice.Client().Type(t.Context(), "/classic size:3"); err != nil {
			t.Fatal(err)
		}
		settles(30 * time.Second)
		alice.SeesPrivately("Something went wrong")
		for _, m := range alice.Client().Messages() {
			if m.Loading() {
				t.Error("a message thinks for ever")
			}
		}
		kept.slow(0)
		alice.Uses("/classic size:3")
	})
}

func TestNoGatewayIsOpenedOverHTTP(t *testing.T) {
	inBubbleOverHTTP(t, func(t *testing.T, w *world) {
		w.player("alice").Uses("/classic")
		if n := len(w.requested("GET", "/gateway")); n > 0 || w.app.Identifies() > 0 || w.app.Connected() {
			t.Errorf("%d requests for the gateway, %d identifies", n, w.app.Identifies())
		}
		if n := len(w.requested("PUT", "/commands")); n != 1 {
			t.Errorf("the commands were registered %d times", n)
		}
		if err := w.app.ProbeSignature(); err != nil {
			t.Errorf("a wrong signature: %v", err)
		}
	})
}

// The answer is the HTTP response. A mention of the opponent may follow later.
func TestAPressCostsOneRequestOverHTTP(t *testing.T) {
	inBubbleOverHTTP(t, func(t *testing.T, w *world) {
		alice, bob := w.played()
		settles(time.Second)
		before := len(w.requested("", ""))
		bob.PressesID("/a1")
		settles(time.Second)
		for _, e := range w.requested("", "")[before:] {
			if !strings.HasSuffix(e.Path, "/callback") { // the emulator records an inline answer as a callback
				t.Errorf("%s %s", e.Method, e.Route)
			}
		}
		alice.PressesID("/c3")
	})
}

// The bot does not notice that an HTTP response is lost.
func TestALostInlineAnswerIsMadeGoodAtTheNextPress(t *testing.T) {
	inBubbleOverHTTP(t, func(t *testing.T, w *world) {
		_, bob := w.played()
		settles(time.Minute)
		w.suffers(discordtest.Fault{Kind: discordtest.FaultLoseRequest, Route: discordtest.RouteCallback})
		if err := newestSquare(t, bob, "a1"); !errors.Is(err, discordtest.ErrFailed) {
			t.Fatalf("a press whose answer is lost: %v", err)
		}
		if err := newestSquare(t, bob, "a1"); err != nil {
			t.Fatal(err)
		}
		settles(time.Minute)
		board, _ := live(bob)
		if _, free := actions(board)["a1"]; free {
			t.Errorf("the move is made, and the board shows\n%s", discordtest.Text(board))
		}
	})
}

func TestALostInlineBoardIsNotTheLiveOne(t *testing.T) {
	inBubbleOverHTTP(t, func(t *testing.T, w *world) {
		_, bob := w.played()
		old, _ := live(bob)
		w.suffers(discordtest.Fault{Kind: discordtest.FaultLoseRequest, Route: discordtest.RouteCallback})
		if _, err := bob.Client().Type(t.Context(), "/board"); !errors.Is(err, discordtest.ErrFailed) {
			t.Fatalf("a board that is lost: %v", err)
		}
		settles(time.Minute)
		bob.Uses("/move square:a1")
		settles(time.Minute)
		board, _ := live(bob)
		if board.ID != old.ID && offersMove(bob.Message(old.ID)) {
			t.Errorf("two boards can be played on")
		}
		if _, free := actions(board)["a1"]; free {
			t.Errorf("the board shows\n%s", discordtest.Text(board))
		}
	})
}

func TestWrongSettingsOfHTTPEndTheBot(t *testing.T) {
	t.Parallel()
	taken := listen(t)
	t.Cleanup(func() { _ = taken.Close() })
	for want, change := range map[string]func(cfg *bot.Config, deps *bot.Deps){
		"DISCORD_PUBLIC_KEY is not": func(cfg *bot.Config, _ *bot.Deps) { cfg.PublicKey = make(ed25519.PublicKey, 32) },
		string(gateway.ErrToken):    func(cfg *bot.Config, _ *bot.Deps) { cfg.Token = "wrong.token" },
		"HTTP_ADDR": func(cfg *bot.Config, deps *bot.Deps) {
			cfg.HTTPAddr, deps.HTTPListener = taken.Addr().String(), nil
		},
	} {
		t.Run(want, func(t *testing.T) {
			inBubbleAlone(t, func(t *testing.T, w *world) {
				w.start(func(cfg *bot.Config, deps *bot.Deps) {
					cfg.PublicKey, _ = hex.DecodeString(w.app.PublicKey)
					deps.HTTPListener = w.discord.Listen("noughts.test")
					change(cfg, deps)
				})
				if err := w.ends(); err == nil || !strings.HasPrefix(err.Error(), want) {
					t.Errorf("Run returned %v, want %s", err, want)
				}
			})
		})
	}
}
