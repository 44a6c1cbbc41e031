package e2e

import (
	"testing"
	"time"
)

// TestALossAsksFirst checks that /resign, /takeback and a team's Stop first ask the member privately: /resign in a
// rated game, /takeback if the game then counts as a loss in the ratings, and Stop because the game ends for the whole
// team. Nothing happens before the member agrees.
func TestALossAsksFirst(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		alice.Uses("/classic opponent:@bob")
		bob.PressesID("/accept")
		alice.PressesID("/a1")
		bob.PressesID("/b1")
		asked := bob.Uses("/resign")
		w.privately(asked, "Resign this game of")
		board, _ := live(alice)
		w.says(board, "move 3")
		bob.PressesOn(asked.ID, "Yes, resign")
		settles(time.Second)
		w.says(alice.Message(board.ID), "@alice wins: 🔵 @bob has resigned")

		alice.Uses("/classic level:newcomer first:me")
		alice.PressesID("/b2")
		settles(2 * time.Second)
		asked = alice.Uses("/takeback")
		w.privately(asked, "If you take a move back, this game of Tic-tac-toe 3×3 counts as a loss")
		board, _ = live(alice)
		w.says(board, "move 3")
		alice.PressesIDOn(asked.ID, "/takeback-sure")
		settles(time.Second)
		w.says(alice.Message(board.ID), "move 1")

		team := carol.Uses("/team level:random size:5 vote_clock:3600 first:me")
		asked = carol.PressesOn(team.ID, "Stop")
		w.privately(asked, "It ends for the whole team")
		w.says(carol.Message(team.ID), "can vote")
		carol.PressesIDOn(asked.ID, "/stop-yes")
		settles(time.Second)
		w.doesNotSay(carol.Message(team.ID), "can vote")
	})
}
