package e2e

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

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

// TestTimeIsClaimedWhereTheBotCannotShowIt lets a clock run out in channels where the bot cannot edit its own message.
// The board stays as it is until the opponent claims the win on time. A claim before that is refused.
func TestTimeIsClaimedWhereTheBotCannotShowIt(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		for name, channel := range map[string]*discordtest.Channel{
			"a server without the app": w.brought(),
			"a direct message of two":  w.discord.DirectMessage(w.users["alice"], w.users["bob"]),
		} {
			alice, bob := discordtest.Play(t, w.users["alice"].In(channel)), discordtest.Play(t, w.users["bob"].In(channel))
			board := alice.Uses("/classic opponent:@bob clock:3600")
			bob.PressesID("/accept")
			alice.PressesID("/b2")
			bob.PressesID("/a1")
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
	})
}

// TestNoClaimWhereTheBotShowsTheEndItself checks that boards that the bot can edit offer no claim of a win on time.
func TestNoClaimWhereTheBotShowsTheEndItself(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		alice.Uses("/classic opponent:@bob clock:3600")
		bob.PressesID("/accept")
		if board, _ := live(bob); actions(board)["claim"].CustomID != "" {
			t.Errorf("the board shows\n%s", discordtest.Text(board))
		}
	})
}
