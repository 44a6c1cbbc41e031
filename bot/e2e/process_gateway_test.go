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
	bob.PressesID("/a1")
	alice.PressesID("/c3")
	if refused := bob.Uses("/move square:b2"); !strings.Contains(discordtest.Text(refused), "already has your opponent's mark") {
		w.t.Errorf("b2 was not kept: %s", discordtest.Text(refused))
	}
}

// reconnects waits until the bot is connected and returns how long that took. It fails the test after five minutes.
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

// TestALostConnectionIsResumed checks that after each kind of lost connection the bot resumes its session
// within seconds, without a new IDENTIFY.
func TestALostConnectionIsResumed(t *testing.T) {
	t.Parallel()
	faults := map[string]struct {
		strike func(w *world)
		within time.Duration
	}{
		"dropped":               {func(w *world) { w.app.DropConnections() }, 5 * time.Second},
		"op 7":                  {func(w *world) { w.app.SendReconnect() }, 5 * time.Second},
		"op 9, resumable":       {func(w *world) { w.app.InvalidateSessions(true) }, 5 * time.Second},
		"close code 4000":       {func(w *world) { w.app.CloseConnections(4000) }, 5 * time.Second},
		"close code 4008":       {func(w *world) { w.app.CloseConnections(4008) }, 5 * time.Second},
		"op 7 after RESUME":     {func(w *world) { w.app.ReconnectAfterResume(1); w.app.DropConnections() }, 10 * time.Second},
		"op 7 instead of HELLO": {func(w *world) { w.discord.ReconnectInsteadOfHello(1); w.app.DropConnections() }, 10 * time.Second},
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inBubble(t, func(_ *testing.T, w *world) {
				w.t = t
				alice, bob := w.played()
				resumes := w.app.Resumes()
				fault.strike(w)
				synctest.Wait()
				if took := w.reconnects(); took > fault.within {
					t.Errorf("it took %v, want at most %v", took, fault.within)
				}
				w.goesOn(alice, bob)
				if w.app.Identifies() != 1 || w.app.Resumes() == resumes {
					t.Errorf("%d identifies and %d resumes, want 1 and more than %d", w.app.Identifies(), w.app.Resumes(), resumes)
				}
			})
		})
	}
}

// TestALostSessionIsMadeAnew checks that the bot identifies again after Discord has ended the session.
func TestALostSessionIsMadeAnew(t *testing.T) {
	t.Parallel()
	faults := map[string]func(w *world){
		"op 9":            func(w *world) { w.app.InvalidateSessions(false) },
		"close code 4007": func(w *world) { w.app.CloseConnections(4007) },
		"close code 4009": func(w *world) { w.app.CloseConnections(4009) },
	}
	for name, strike := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inBubble(t, func(_ *testing.T, w *world) {
				w.t = t
				alice, bob := w.played()
				strike(w)
				synctest.Wait()
				w.reconnects()
				w.goesOn(alice, bob)
				if got := w.app.Identifies(); got != 2 {
					t.Errorf("%d identifies, want 2", got)
				}
			})
		})
	}
}

// TestSilenceIsNoticedWithinAHeartbeatAndAHalf checks that the bot leaves a connection without any traffic within 75
// seconds and resumes its session on a new connection.
func TestSilenceIsNoticedWithinAHeartbeatAndAHalf(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, w *world) {
		alice, bob := w.played()
		w.app.Silence(true)
		silent := time.Now()
		for w.app.Resumes() == 0 && time.Since(silent) < 5*time.Minute {
			time.Sleep(time.Second)
			synctest.Wait()
		}
		if took := time.Since(silent); took > 75*time.Second {
			t.Errorf("the half-open connection was left after %v", took)
		}
		w.goesOn(alice, bob)
	})
}

// TestFatalCloseCodesEndTheBot checks that close codes that forbid a reconnect end the bot with a FatalError.
func TestFatalCloseCodesEndTheBot(t *testing.T) {
	t.Parallel()
	for _, code := range []int{4004, 4010, 4011, 4012, 4013, 4014} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			t.Parallel()
			inBubble(t, func(t *testing.T, w *world) {
				w.app.CloseConnections(code)
				err := w.ends()
				var fatal bot.FatalError
				if !errors.As(err, &fatal) || bot.ExitCode(err) != bot.ExitConfig {
					t.Errorf("Run returned %v", err)
				}
			})
		})
	}
}

// TestARejectedTokenEndsTheBot checks that the bot ends with ErrToken if Discord rejects its token.
func TestARejectedTokenEndsTheBot(t *testing.T) {
	t.Parallel()
	w := inhabited(t, onNetwork)
	w.start(func(cfg *bot.Config, _ *bot.Deps) { cfg.Token = "wrong.token.entirely" })
	if err := w.ends(); !errors.Is(err, bot.ErrToken) {
		t.Errorf("Run returned %v, want ErrToken", err)
	}
}

// TestInteractionsMissedWhileAwayAreAnswered presses while the connection is down. Discord replays the
// press after the RESUME, and the bot answers it.
func TestInteractionsMissedWhileAwayAreAnswered(t *testing.T) {
	t.Parallel()
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

// TestWhatNoGatewaySaysEndsTheConnection sends frames that no real gateway sends and that must neither end
// the process nor fill its memory. The bot reconnects and resumes its session.
func TestWhatNoGatewaySaysEndsTheConnection(t *testing.T) {
	t.Parallel()
	for name, strike := range map[string]func(w *world){
		"null":               func(w *world) { w.app.SendFrame(1, 4, []byte("null")) },
		"a binary frame":     func(w *world) { w.app.SendFrame(2, 8, []byte(`{"op":7}`)) },
		"2^62 bytes":         func(w *world) { w.app.SendFrame(1, 1<<62, []byte("{")) },
		"HELLO without rest": func(w *world) { w.discord.HelloIntervals(0); w.app.DropConnections() },
		"HELLO from before":  func(w *world) { w.discord.HelloIntervals(-time.Millisecond); w.app.DropConnections() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inBubble(t, func(_ *testing.T, w *world) {
				w.t = t
				alice, bob := w.played()
				strike(w)
				synctest.Wait()
				if took := w.reconnects(); took > 10*time.Second || w.app.Resumes() != 1 {
					t.Errorf("it took %v and %d resumes", took, w.app.Resumes())
				}
				w.goesOn(alice, bob)
			})
		})
	}
}

// TestAGatewayThatSendsEverybodyAwayIsNotStormed has the gateway ask for a reconnect as soon as a
// connection is up. The bot waits between attempts: at most ten resumes in 40 seconds.
func TestAGatewayThatSendsEverybodyAwayIsNotStormed(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, w *world) {
		w.app.ReconnectAfterReady(true)
		w.app.DropConnections()
		settles(40 * time.Second)
		if n := w.app.Resumes(); n > 10 {
			t.Errorf("%d resumes in 40 seconds", n)
		}
	})
}

// TestAfterAnOutageTheWayBackIsShort has Discord forget all sessions in an outage, so that Discord answers the bot's
// RESUME with Invalid Session (opcode 9). The bot does not count that answer as a failure, and is connected within six
// seconds after that answer.
func TestAfterAnOutageTheWayBackIsShort(t *testing.T) {
	t.Parallel()
	for seed := range 10 {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			inBubble(t, func(_ *testing.T, w *world) {
				w.t = t
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
