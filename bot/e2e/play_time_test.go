package e2e

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
)

// inBubble runs a test in a synctest bubble, so that waiting takes no real time. The test gets a world in
// memory whose bot is connected by the gateway.
func inBubble(t *testing.T, test func(t *testing.T, w *world), settings ...setting) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := inhabited(t, inMemory)
		w.start(settings...)
		w.awaitReady()
		synctest.Wait() // until the bot's start is over
		test(t, w)
		synctest.Wait()
	})
}

// inMemory starts a Discord that works in memory, without a network.
func inMemory(s *discordtest.Server) error {
	s.StartInMemory()
	return nil
}

// settles waits for d, and then until all goroutines of the bubble are idle.
func settles(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// TestAChallengeExpires checks that a challenge expires after ten minutes.
func TestAChallengeExpires(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		message := w.player("alice").Uses("/challenge member:@bob")
		settles(9 * time.Minute)
		if _, open := actions(w.player("bob").Message(message.ID))["accept"]; !open {
			t.Fatal("the challenge ended before its ten minutes")
		}
		settles(2 * time.Minute)
		shown := w.player("bob").Message(message.ID)
		if _, open := actions(shown)["accept"]; open || !strings.Contains(discordtest.Text(shown), "expired") {
			t.Errorf("after eleven minutes the challenge shows\n%s", discordtest.Text(shown))
		}
	})
}

// TestAClockRunsOut checks that a game with a clock of a minute ends by timeout after a minute without a move.
func TestAClockRunsOut(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		alice.Uses("/classic opponent:@bob clock:60")
		bob.PressesID("/accept")
		alice.PressesID("/a1")
		bob.PressesID("/b2")
		settles(55 * time.Second)
		if message, _ := live(alice); over(message) {
			t.Fatal("the game ended before the minute was over")
		}
		settles(7 * time.Second)
		message, _ := live(alice)
		if !over(message) || !strings.Contains(discordtest.Text(message), "time") {
			t.Errorf("after a minute the board shows\n%s", discordtest.Text(message))
		}
	})
}

// TestWatchingToTheEnd checks that games of two computers are played to their end, at a speed that members can follow.
func TestWatchingToTheEnd(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"/watch size:3", "/watch game:classic size:4", "/watch game:ultimate level_x:random level_o:local"} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			overBoth(t, func(t *testing.T, w *world) {
				alice := w.player("alice")
				begun := time.Now()
				message := alice.Uses(command)
				settles(3 * time.Second)
				early := discordtest.Text(alice.Message(message.ID))
				settles(3 * time.Second)
				if discordtest.Text(alice.Message(message.ID)) == early {
					t.Error("no move came in three seconds")
				}
				for !over(alice.Message(message.ID)) {
					settles(time.Second)
					if time.Since(begun) > 5*time.Minute {
						t.Fatalf("after five minutes the game goes on:\n%s", discordtest.Text(alice.Message(message.ID)))
					}
				}
				if time.Since(begun) < 6*time.Second {
					t.Error("the moves came too fast to be followed")
				}
			})
		})
	}
}
