package e2e

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store/storetest"
	"noughts/game/match"
)

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
