package e2e

import (
	"testing"

	"noughts/bot/store"
)

// In the first five rated games of a pool the card, the profile and the history say how far the placement is, and no number.
// The fifth game brings the number, and those after it say what they changed.
func TestTheFirstGamesPlaceAMember(t *testing.T) {
	t.Parallel()
	onStores(t, func(t *testing.T, w *world, _ store.Store) {
		alice, bob := w.player("alice"), w.player("bob")
		alice.Uses("/classic opponent:@bob")
		bob.PressesID("/accept")
		board := w.winsQuickly(alice, bob)
		for _, game := range []string{"1", "2", "3", "4"} {
			if game != "1" {
				board = w.beats("alice", "bob")
			}
			w.says(board, "❌ @alice placement "+game+" of 5")
			w.doesNotSay(board, "→")
		}
		profile := alice.Uses("/profile")
		w.says(profile, "placement 4 of 5")
		w.doesNotSay(profile, "?**")
		w.says(w.beats("alice", "bob"), "❌ @alice is placed at **1")
		w.says(w.beats("alice", "bob"), "→ **1")
	})
}
