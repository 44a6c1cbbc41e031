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
	t.Parallel()
	bubble(t, test, settings...)
}

func bubble(t *testing.T, test func(t *testing.T, w *world), settings ...setting) {
	t.Helper()
	bubbleAlone(t, func(t *testing.T, w *world) {
		w.start(settings...)
		w.awaitReady()
		synctest.Wait() // until the bot's start is over
		test(t, w)
	})
}

func inMemory(s *discordtest.Server) error {
	s.StartInMemory()
	return nil
}

// settles waits for d, and then until all goroutines of the bubble are idle.
func settles(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func TestAChallengeExpires(t *testing.T) {
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

func TestAClockRunsOut(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, _ := w.game("/classic opponent:@bob clock:3600", "a1 b2")
		settles(59 * time.Minute)
		if message, _ := live(alice); over(message) {
			t.Fatal("the game ended before the hour was over")
		}
		settles(2 * time.Minute) // the interactions' tokens expired long ago
		if message, _ := live(alice); !over(message) || !strings.Contains(discordtest.Text(message), "time") {
			t.Errorf("after an hour the board shows\n%s", discordtest.Text(message))
		}
	})
}

func TestWatchingToTheEnd(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"/watch size:3", "/watch game:classic size:4", "/watch game:ultimate level_x:random level_o:local"} {
		t.Run(command, func(t *testing.T) {
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

// brought returns a channel of a server that has not installed the app. Alice and bob are members there and
// have installed the app for themselves.
func (w *world) brought() *discordtest.Channel {
	lounge := w.discord.NewGuild("Lounge")
	lounge.Add(w.users["alice"], w.users["bob"])
	for _, name := range []string{"alice", "bob"} {
		w.app.InstallFor(w.users[name])
	}
	return lounge.NewChannel("lounge")
}

// The bot cannot edit its boards there, so the end shows when the opponent claims the win.
func TestTimeIsClaimedWhereTheBotCannotShowIt(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		for name, channel := range map[string]*discordtest.Channel{
			"a server without the app": w.brought(),
			"a direct message of two":  w.discord.DirectMessage(w.users["alice"], w.users["bob"]),
		} {
			alice, bob := w.at("alice", channel), w.at("bob", channel)
			board := alice.Uses("/classic opponent:@bob clock:3600")
			bob.PressesID("/accept")
			turns(alice, bob, "b2 a1")
			bob.PressesID("/claim")
			bob.SeesPrivately("still has time")
			settles(61 * time.Minute)
			if shown := bob.Message(board.ID); over(shown) || actions(shown)["claim"].CustomID == "" {
				t.Errorf("in %s the board shows\n%s", name, discordtest.Text(shown))
				continue
			}
			bob.PressesID("/claim")
			if shown := bob.Message(board.ID); !over(shown) || !strings.Contains(discordtest.Text(shown), "time") {
				t.Errorf("in %s the board shows after the claim\n%s", name, discordtest.Text(shown))
			}
		}
		begins(w.player("alice"), w.player("bob"), "/classic opponent:@bob clock:3600")
		w.offers(w.board(w.player("bob")), "more", "claim")
	})
}
