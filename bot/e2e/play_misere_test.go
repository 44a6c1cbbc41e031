package e2e

import (
	"strings"
	"testing"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/game"
	"noughts/game/ai"
)

// TestMisereAgainstTheComputer checks that completing a line loses a game of misère, and that the rematch
// has the same rules.
func TestMisereAgainstTheComputer(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		w.says(alice.Uses("/classic variant:misere size:4 in_a_row:3"), "Misère is for classic boards from 3×3 to 5×5")
		alice.Uses("/classic variant:misere")
		alice.Sees("### Misère tic-tac-toe 3×3\n-# misère: a full line loses\n")
		for _, square := range []string{"a1", "b1", "c1"} {
			alice.Uses("/move square:" + square)
		}
		board, _ := live(alice)
		w.says(board, "has completed row 1 (a1–c1)")
		w.says(board, "wins")
		alice.Presses("Rematch")
		alice.Sees("Misère tic-tac-toe 3×3")
	}, func(_ *bot.Config, deps *bot.Deps) {
		deps.NewPlayer = func(game.Variant, string, uint64) (ai.Player, error) { return bottomUp{}, nil }
	})
}

// TestAMemberLearnsMisere goes through the pages of /rules for misère, answers their questions, and starts
// a game from the last page.
func TestAMemberLearnsMisere(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		page := alice.Uses("/rules variant:misere")
		for _, step := range []struct{ square, says string }{
			{"/3/c1", "you lose"}, {"/3/c3", "still has a safe square"}, {"/4/a3", "You win"}, {"/5/c3", "you can't lose"},
		} {
			for !strings.Contains(discordtest.Text(page), "Page "+step.square[1:2]+" of 5") {
				page = alice.PressesOn(page.ID, "Next")
			}
			w.says(alice.PressesID(step.square), step.says)
			page = alice.Presses("Try another square")
		}
		alice.Presses("Play now")
		alice.Sees("Misère tic-tac-toe 3×3")
	})
}
