package e2e

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/bot/gateway"
)

// played starts a game between alice and bob, and has alice play b2. It returns both players.
func (w *world) played() (alice, bob *discordtest.Player) {
	w.t.Helper()
	alice, bob = w.player("alice"), w.player("bob")
	alice.Uses("/classic opponent:@bob")
	synctest.Wait() // the slower of two processes may still be handling the command
	bob.PressesID("/accept")
	synctest.Wait()
	alice.PressesID("/b2")
	return alice, bob
}

// goesOn checks a game that the method `played` has started: alice's move is kept, and both players can make moves.
func (w *world) goesOn(alice, bob *discordtest.Player) {
	w.t.Helper()
	turns(bob, alice, "a1 c3")
	if refused := bob.Uses("/move square:b2"); !strings.Contains(discordtest.Text(refused), "already has your opponent's mark") {
		w.t.Errorf("b2 was not kept: %s", discordtest.Text(refused))
	}
}

func (w *world) reconnects() time.Duration {
	w.t.Helper()
	begun := time.Now()
	for time.Since(begun) < 5*time.Minute {
		synctest.Wait()
		if w.app.Connected() {
			return time.Since(begun)
		}
		time.Sleep(100 * time.Millisecond)
	}
	w.t.Fatal("the bot did not come back in five minutes")
	return 0
}

func TestALostConnectionIsResumed(t *testing.T) {
	t.Parallel()
	for _, of := range []struct {
		within     time.Duration
		identifies int
		faults     map[string]func(w *world)
	}{
		{5 * time.Second, 1, map[string]func(w *world){
			"dropped":         func(w *world) { w.app.DropConnections() },
			"op 7":            func(w *world) { w.app.SendReconnect() },
			"op 9, resumable": func(w *world) { w.app.InvalidateSessions(true) },
			"close code 4000": func(w *world) { w.app.CloseConnections(4000) },
			"close code 4008": func(w *world) { w.app.CloseConnections(4008) },
		}},
		{10 * time.Second, 1, map[string]func(w *world){
			"op 7 after RESUME":     func(w *world) { w.app.ReconnectAfterResume(1); w.app.DropConnections() },
			"op 7 instead of HELLO": func(w *world) { w.discord.ReconnectInsteadOfHello(1); w.app.DropConnections() },
			// No gateway says these. They must neither end the process nor fill its memory.
			"null":               func(w *world) { w.app.SendFrame(1, 4, []byte("null")) },
			"a binary frame":     func(w *world) { w.app.SendFrame(2, 8, []byte(`{"op":7}`)) },
			"2^62 bytes":         func(w *world) { w.app.SendFrame(1, 1<<62, []byte("{")) },
			"HELLO without rest": func(w *world) { w.discord.HelloIntervals(0); w.app.DropConnections() },
			"HELLO from before":  func(w *world) { w.discord.HelloIntervals(-time.Millisecond); w.app.DropConnections() },
		}},
		{5 * time.Minute, 2, map[string]func(w *world){ // Discord has ended the session
			"op 9":            func(w *world) { w.app.InvalidateSessions(false) },
			"close code 4007": func(w *world) { w.app.CloseConnections(4007) },
			"close code 4009": func(w *world) { w.app.CloseConnections(4009) },
		}},
	} {
		for name, strike := range of.faults {
			t.Run(name, func(t *testing.T) {
				inBubble(t, func(t *testing.T, w *world) {
					alice, bob := w.played()
					resumes := w.app.Resumes()
					strike(w)
					synctest.Wait()
					if took := w.reconnects(); took > of.within {
						t.Errorf("it took %v, want at most %v", took, of.within)
					}
					w.goesOn(alice, bob)
					if n, r := w.app.Identifies(), w.app.Resumes()-resumes; n != of.identifies || n == 1 && r == 0 {
						t.Errorf("%d identifies and %d resumes", n, r)
					}
				})
			})
		}
	}
}

func TestARejectedTokenEndsTheBot(t *testing.T) {
	t.Parallel()
	w := inhabited(t, onNetwork)
	w.start(func(cfg *bot.Config, _ *bot.Deps) { cfg.Token = "wrong.token.entirely" })
	if err := w.ends(); !errors.Is(err, gateway.ErrToken) {
		t.Errorf("Run returned %v, want ErrToken", err)
	}
}

func TestInteractionsMissedWhileAwayAreAnswered(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		alice, bob := w.played()
		w.app.DropConnections()
		bob.PressesID("/a1") // is sent while nobody listens, and replayed on RESUME
		alice.PressesID("/c3")
		if got := w.app.Identifies(); got != 1 {
			t.Errorf("%d identifies, want 1", got)
		}
	})
}

// Discord forgets all sessions in an outage and answers RESUME with Invalid Session (opcode 9), which counts as no
// failure.
func TestAfterAnOutageTheWayBackIsShort(t *testing.T) {
	t.Parallel()
	for seed := range 10 {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			inBubble(t, func(t *testing.T, w *world) {
				w.app.ForgetSessions(true)
				w.app.HoldShard(0, true)
				settles(time.Minute)
				w.app.HoldShard(0, false)
				resumed := len(w.logs.String())
				back := time.Now()
				w.reconnects()
				log := w.logs.String()[resumed:]
				at := strings.Index(log, `reason="invalid session"`)
				if at < 0 {
					t.Fatalf("no RESUME was refused: %s", log)
				}
				stamp, _, _ := strings.Cut(log[strings.LastIndex(log[:at], "time=")+len("time="):], " ")
				refused, err := time.Parse(time.RFC3339, stamp)
				if took := time.Since(refused); err != nil || took > 6*time.Second {
					t.Errorf("back %v after the op 9, %v after the outage, %v", took, time.Since(back), err)
				}
			})
		})
	}
}
