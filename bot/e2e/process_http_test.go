package e2e

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/game/match"
)

// A slowStore is a store that delays Save, Load and CarriedOut by a duration that tests can change.
type slowStore struct {
	store.Store
	takes    atomic.Int64 // a time.Duration
	stubborn atomic.Bool  // the delay goes on after ctx has ended
}

// slow sets the delay of the store from now on.
func (s *slowStore) slow(d time.Duration) { s.takes.Store(int64(d)) }

func (s *slowStore) wait(ctx context.Context) error {
	timer := time.NewTimer(time.Duration(s.takes.Load()))
	defer timer.Stop()
	over := ctx.Done()
	if s.stubborn.Load() {
		over = nil
	}
	select {
	case <-timer.C:
	case <-over:
	}
	return ctx.Err()
}

func (s *slowStore) Save(ctx context.Context, c store.Change) (match.Record, error) {
	if err := s.wait(ctx); err != nil {
		return match.Record{}, err
	}
	return s.Store.Save(ctx, c)
}

func (s *slowStore) Load(ctx context.Context, id match.ID) (match.Record, error) {
	if err := s.wait(ctx); err != nil {
		return match.Record{}, err
	}
	return s.Store.Load(ctx, id)
}

func (s *slowStore) CarriedOut(ctx context.Context, key string) (match.ID, error) {
	if err := s.wait(ctx); err != nil {
		return "", err
	}
	return s.Store.CarriedOut(ctx, key)
}

// onSluggish runs a test over the gateway and over HTTP, on a slowStore whose delay is zero at first.
func onSluggish(t *testing.T, test func(t *testing.T, w *world, kept *slowStore)) {
	t.Helper()
	for name, in := range ways() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kept := &slowStore{Store: storetest.Memory(t)}
			in(t, func(t *testing.T, w *world) { test(t, w, kept) }, storedIn(kept))
		})
	}
}

// TestASlowDatabaseCostsNoAnswer checks that commands and presses are answered although each store call
// takes four seconds, longer than Discord waits.
func TestASlowDatabaseCostsNoAnswer(t *testing.T) {
	t.Parallel()
	onSluggish(t, func(t *testing.T, w *world, kept *slowStore) {
		alice, bob := w.player("alice"), w.player("bob")
		kept.slow(4 * time.Second)
		board := alice.Uses("/classic opponent:@bob")
		bob.PressesID("/accept")
		settles(5 * time.Second)
		if !offersMove(alice.Message(board.ID)) {
			t.Fatalf("after the challenge was accepted the board shows\n%s", discordtest.Text(alice.Message(board.ID)))
		}
		alice.PressesID("/b2")
		settles(5 * time.Second)
		if _, free := actions(bob.Message(board.ID))["b2"]; free {
			t.Errorf("after the move the board shows\n%s", discordtest.Text(bob.Message(board.ID)))
		}
		stale, err := alice.Client().Press(t.Context(), board.ID, actions(bob.Message(board.ID))["a1"].CustomID)
		if err != nil {
			t.Fatal(err)
		}
		if stale.Type == 6 {
			settles(5 * time.Second)
			alice.SeesPrivately("It isn't your turn")
		}
		kept.slow(0)
		w.goesOn(alice, bob)
	})
}

// TestADatabaseThatHangsIsSaidSo checks that a command on a store that hangs gets an error message, and
// that no message keeps loading.
func TestADatabaseThatHangsIsSaidSo(t *testing.T) {
	t.Parallel()
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

// TestNoGatewayIsOpenedOverHTTP checks that a bot with a public key opens no gateway connection, registers
// its commands once, and refuses wrong signatures.
func TestNoGatewayIsOpenedOverHTTP(t *testing.T) {
	t.Parallel()
	ops, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := inhabited(t, onNetwork)
	w.startOverHTTP(l, "http://"+l.Addr().String(), func(_ *bot.Config, deps *bot.Deps) { deps.OpsListener = ops })
	if answer, err := http.Get("http://" + ops.Addr().String() + "/readyz"); err != nil || answer.StatusCode != 200 {
		t.Errorf("/readyz: %v, %v", answer, err)
	} else {
		_ = answer.Body.Close()
	}
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
}

// TestAPressCostsOneRequestOverHTTP checks that over HTTP the answer to a press is inline (in the HTTP response), and
// that the bot sends no other request to Discord within a second. A mention of the opponent may follow later.
func TestAPressCostsOneRequestOverHTTP(t *testing.T) {
	t.Parallel()
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

// TestALostInlineAnswerIsMadeGoodAtTheNextPress loses the answer to a press on its way to Discord, which
// the bot does not notice. The next press shows the move on the board.
func TestALostInlineAnswerIsMadeGoodAtTheNextPress(t *testing.T) {
	t.Parallel()
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

// TestALostInlineBoardIsNotTheLiveOne loses the answer to /board over HTTP. The next move must show on the
// newest board, and no second board may be playable.
func TestALostInlineBoardIsNotTheLiveOne(t *testing.T) {
	t.Parallel()
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

// TestAStopWaitsForAnswersOverHTTP stops the bot while a press waits for a slow store. The press is
// answered, and later commands fail.
func TestAStopWaitsForAnswersOverHTTP(t *testing.T) {
	t.Parallel()
	kept := &slowStore{Store: storetest.Memory(t)}
	inBubbleOverHTTP(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		alice.Uses("/classic level:random")
		kept.takes.Store(int64(time.Second))
		pressed := make(chan error, 1)
		go func() {
			board, _ := live(alice)
			_, err := alice.Client().Press(context.Background(), board.ID, actions(board)["b2"].CustomID)
			pressed <- err
		}()
		synctest.Wait()
		begun := time.Now()
		w.halt()
		if took := time.Since(begun); took > 10*time.Second {
			t.Errorf("the stop took %v", took)
		}
		if err := <-pressed; err != nil {
			t.Errorf("the press under way: %v", err)
		}
		if _, err := alice.Client().Type(t.Context(), "/board"); !errors.Is(err, discordtest.ErrFailed) {
			t.Errorf("after the stop: %v", err)
		}
	}, storedIn(kept))
}

// TestWrongSettingsOfHTTPEndTheBot checks that a wrong public key, a wrong token and an address in use each
// end the bot with an error that names the setting.
func TestWrongSettingsOfHTTPEndTheBot(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*bot.Config)
		want   string
	}{
		"another application's key": {func(cfg *bot.Config) { cfg.PublicKey = make(ed25519.PublicKey, 32) }, "DISCORD_PUBLIC_KEY is not"},
		"another token":             {func(cfg *bot.Config) { cfg.Token = "wrong.token" }, string(bot.ErrToken)},
		"an address that is taken":  {func(*bot.Config) {}, "HTTP_ADDR"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := inhabited(t, onNetwork)
			key, err := hex.DecodeString(w.app.PublicKey)
			if err != nil {
				t.Fatal(err)
			}
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = l.Close() })
			w.start(func(cfg *bot.Config, deps *bot.Deps) {
				cfg.PublicKey = key
				if name == "an address that is taken" {
					cfg.HTTPAddr = l.Addr().String()
				} else {
					deps.HTTPListener = l
				}
				c.change(cfg)
			})
			if err := w.ends(); err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("Run returned %v, want %s", err, c.want)
			}
		})
	}
}

// TestStrangersAreRefusedOverHTTP checks that the real HTTP server refuses unsigned requests, unknown paths
// and methods, and headers that are too long.
func TestStrangersAreRefusedOverHTTP(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := inhabited(t, onNetwork)
	w.startOverHTTP(l, "http://"+l.Addr().String())
	base := "http://" + l.Addr().String()
	for _, c := range []struct {
		method, path, body string
		want               []int
	}{
		{"POST", "/interactions", `{"type":1}`, []int{401}},
		{"GET", "/interactions", "", []int{405}},
		{"POST", "/", `{"type":1}`, []int{404}},
		{"POST", "/interactions", strings.Repeat(" ", 1<<20), []int{401}},
	} {
		r, err := http.NewRequest(c.method, base+c.path, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
		if !slices.Contains(c.want, answer.StatusCode) {
			t.Errorf("%s %s: %d, want %d", c.method, c.path, answer.StatusCode, c.want)
		}
	}
	long, err := http.NewRequest("POST", base+"/interactions", strings.NewReader(`{"type":1}`))
	if err != nil {
		t.Fatal(err)
	}
	long.Header.Set("X-Long", strings.Repeat("x", 64<<10))
	if answer, err := http.DefaultTransport.RoundTrip(long); err != nil || answer.StatusCode != 431 {
		t.Errorf("long headers: %v, %v", answer, err)
	}
}
