package e2e

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot"
	"noughts/bot/config"
	"noughts/bot/discordtest"
	"noughts/bot/store/storetest"
)

// TestNoPressIsRefusedWhileTheBotStops presses in the first seconds of a stop, while a load balancer may
// still send requests. The press is answered and the move is stored.
func TestNoPressIsRefusedWhileTheBotStops(t *testing.T) {
	t.Parallel()
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

// TestWhatIsInFlightIsAnsweredBeforeTheBotEnds stops the bot while a press waits for a slow database. The
// bot answers the press before it ends, within ten seconds.
func TestWhatIsInFlightIsAnsweredBeforeTheBotEnds(t *testing.T) {
	t.Parallel()
	for name, in := range ways() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kept := &slowStore{Store: unclosed{storetest.Memory(t)}}
			in(t, func(t *testing.T, w *world) {
				_, bob := w.played()
				kept.takes.Store(int64(5 * time.Second))
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
			}, storedIn(kept))
		})
	}
}
