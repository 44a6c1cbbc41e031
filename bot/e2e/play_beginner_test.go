package e2e

import (
	"slices"
	"testing"
	"time"

	"noughts/game/match"
)

// TestABeginnersBoardOffersHelp checks that a member's first games against the computer show the buttons Hint and Coach
// on the board, rematches included. Both buttons warn that with help the game counts as a loss in the ratings. After
// the first games that count (match.FirstGames), the buttons are no longer on the board.
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

		bob := w.player("bob")
		board = bob.Uses("/classic level:newcomer first:me")
		for number := 1; number <= 4; number++ {
			labels := allLabels(board)
			if first := number <= match.FirstGames; slices.Contains(labels, "Hint") != first || slices.Contains(labels, "Coach") != first {
				t.Errorf("board %d offers %q", number, labels)
			}
			settles(2 * time.Second) // the computer may begin
			for s := range actions(bob.Message(board.ID)) {
				if square.MatchString(s) {
					bob.PressesIDOn(board.ID, "/"+s)
					break
				}
			}
			settles(2 * time.Second)
			bob.Uses("/resign")
			bob.PressesID("/resign-yes")
			settles(time.Second)
			board, _ = live(bob)
			board = bob.PressesOn(board.ID, "Rematch")
		}
	})
}
