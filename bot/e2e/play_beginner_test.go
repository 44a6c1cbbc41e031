package e2e

import (
	"slices"
	"testing"
	"time"
)

// Hint and coach stand on the board of a member's first game of a variant against the computer. Both ask first, as the game
// would count as lost. After a game that counts they are behind More.
func TestABeginnersBoardOffersHelp(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		board := alice.Uses("/classic level:newcomer first:me")
		if labels := allLabels(board); !slices.Contains(labels, "Hint") || !slices.Contains(labels, "Coach") || slices.Contains(labels, "Why?") {
			t.Errorf("the first board offers %q", labels)
		}
		w.privately(alice.PressesOn(board.ID, "Hint"), "counts as a loss")
		asked := alice.PressesOn(board.ID, "Coach")
		w.privately(asked, "counts as a loss")
		alice.PressesIDOn(asked.ID, "/coach-yes")
		settles(time.Second)
		alice.PressesID("/b2")
		settles(2 * time.Second)
		board, _ = live(alice)
		if labels := allLabels(board); !slices.Contains(labels, "Hint") || slices.Contains(labels, "Coach") {
			t.Errorf("with the coach the board offers %q", labels)
		}
		alice.Uses("/resign")
		settles(time.Second)
		board = alice.Uses("/classic level:newcomer first:me")
		if labels := allLabels(board); slices.Contains(labels, "Hint") || slices.Contains(labels, "Coach") {
			t.Errorf("the second board offers %q", labels)
		}
	})
}
