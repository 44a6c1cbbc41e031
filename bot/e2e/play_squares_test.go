package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/render/tiles"
)

// Squares with a mark stay enabled, because Discord draws disabled buttons in a pale colour. A press on one costs one
// token of the rate limit, and not three as a refused press does.
func TestATakenSquareSaysWhoHoldsIt(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		begins(alice, bob, "/classic opponent:@bob", "b2 a1")
		board, _ := live(carol)
		for range 4 {
			w.privately(carol.PressesIDOn(board.ID, "/taken-b2"), "❌ @alice took b2 on move 1.")
			w.privately(bob.PressesIDOn(board.ID, "/taken-a1"), "🔵 @bob took a1 on move 2.")
		}
		for _, move := range []string{"c1", "a3", "c3", "a2"} { // the many presses above have not used up the players' rate limits
			alternate := map[string]*discordtest.Player{"c1": alice, "a3": bob, "c3": alice, "a2": bob}
			alternate[move].PressesID("/" + move)
			settles(time.Second)
		}
		board, _ = live(carol)
		w.says(board, "wins · a1–a3")
		for at, c := range pad(board) {
			if taken := strings.HasPrefix(action(c), "taken-"); c.Disabled == taken {
				t.Errorf("at the end %s is disabled: %t", at, c.Disabled)
			}
		}
		w.privately(carol.PressesIDOn(board.ID, "/taken-c3"), "❌ @alice took c3 on move 5.")
	})
}

func TestButtonsShowTiles(t *testing.T) {
	inBubbleAlone(t, func(t *testing.T, w *world) {
		w.haveTiles(w.app.User, tiles.Version, tiles.All())
		w.start(installing)
		w.awaitReady()
		alice, bob := w.game("/classic opponent:@bob", "b2")
		board := bob.PressesID("/a1")
		for at, want := range map[string]string{"b2": "x_t", "a1": "o_last_t", "c3": "c3_free_t"} {
			if c := pad(board)[at]; c.Emoji == nil || !strings.HasPrefix(c.Emoji.Name, want) || c.Label != "" {
				t.Errorf("%s is %q with %+v, want the tile %s", at, c.Label, c.Emoji, want)
			}
		}
		if text := discordtest.Text(board); !strings.Contains(text, ":cross_t") || !strings.Contains(text, ":ring_t") || strings.ContainsAny(text, "❌🔵") {
			t.Errorf("other marks stand in the text than on the board:\n%s", text)
		}
		w.says(bob.PressesIDOn(board.ID, "/taken-b2"), ":cross_t")
		w.selects(bob, bob.Uses("/settings"), "/settings/keypad", "named")
		settles(time.Second)
		alice.Uses("/classic opponent:@bob")
		board = bob.Presses("Accept")
		if labels := allLabels(board); !slices.Contains(labels, "a1") || !slices.Contains(labels, "c3") {
			t.Errorf("free squares do not show their names: %q", labels)
		}
	})
}
