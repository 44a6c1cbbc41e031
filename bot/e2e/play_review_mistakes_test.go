package e2e

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
)

// loses has one member lose a game on 3×3 against another and returns the finished board. The game has a
// mistake of the winner (move 2) and two mistakes of the loser (moves 3 and 5).
func (w *world) loses(loser, winner string) discordtest.Message {
	w.t.Helper()
	x, o := w.player(loser), w.player(winner)
	begins(x, o, "/classic opponent:@"+winner, "a1 b1 c1 b2 a3 b3")
	return w.board(x)
}

func TestMyLastMistake(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		board := w.loses("alice", "bob")

		page := alice.PressesOn(board.ID, "Review")
		w.says(page, "Top: ❌, bottom: 🔵. • doubtful ● mistake ◆ blunder")
		w.doesNotSay(page, "engine")
		w.doesNotSay(page, "0.05")
		last := alice.PressesOn(page.ID, "My last mistake")
		w.says(last, "Move 5: ❌ @alice on a3, a blunder")
		w.says(last, "Better: **b3**.")
		w.says(last, "#️⃣│🇦")                                  // the drawing has the names of rows and columns
		if strings.Count(discordtest.Text(last), "1️⃣") != 2 { // once as the label of row 1, and once on the better move
			t.Errorf("the better move has no number:\n%s", discordtest.Text(last))
		}
		w.doesNotSay(last, "b3 a2")
		w.says(alice.PressesOn(page.ID, "My next mistake"), "Move 3: ❌ @alice on c1, a blunder") // after the last mistake comes the first
		alice.PressesOn(page.ID, "Overview")
		alice.PressesOn(page.ID, "Move by move")
		w.says(alice.PressesOn(page.ID, "My next mistake"), "Move 3: ❌ @alice on c1, a blunder")
		w.says(alice.PressesOn(page.ID, "My next mistake"), "Move 5: ❌ @alice on a3, a blunder")

		won := bob.PressesOn(board.ID, "Review")
		w.says(bob.PressesOn(won.ID, "My last mistake"), "Move 2: 🔵 @bob on b1, a blunder")
		watched := carol.PressesOn(board.ID, "Review")
		w.says(carol.PressesOn(watched.ID, "Mistakes"), "Move 2: 🔵 @bob on b1")
		w.says(carol.PressesOn(watched.ID, "Next mistake"), "Move 3: ❌ @alice on c1")
	})
}

func TestPractisingMistakes(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, carol := w.player("alice"), w.player("carol")
		board := w.loses("alice", "bob")
		seen := len(carol.Client().Messages())
		page := alice.PressesOn(board.ID, "Review")
		asked := alice.PressesOn(page.ID, "Practice")
		w.privately(asked, "Move 3: find something better than c1")
		w.says(asked, "Mistake 1 of 2")
		w.says(alice.PressesIDOn(page.ID, "/c3"), "isn't good enough")
		alice.PressesOn(page.ID, "Solution")
		w.says(alice.PressesOn(page.ID, "Next"), "Move 5: find something better than a3")
		w.says(alice.PressesIDOn(page.ID, "/b3"), "✅ **b3** is right: a draw with best play.")
		alice.CannotPress("Next")
		if now := len(carol.Client().Messages()); now != seen {
			t.Errorf("others see %d messages more", now-seen)
		}
	})
}

func TestOwnMistakesComeBack(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice, bob := w.player("alice"), w.player("bob")
		w.says(alice.Uses("/puzzle mode:mine"), "None of your mistakes is waiting")
		board := w.loses("alice", "bob")
		page := alice.PressesOn(board.ID, "Review")
		alice.PressesOn(page.ID, "Practice")
		w.says(bob.Uses("/puzzle mode:mine"), "None of your mistakes is waiting")

		asked := alice.Uses("/puzzle mode:mine") // move 3 is not asked, because several moves would have drawn
		w.privately(asked, "Move 5: find something better than a3")
		alice.PressesOn(asked.ID, "Solution")
		alice.CannotPress("Next")
		w.says(alice.Uses("/puzzle mode:mine"), "None of your mistakes is waiting")
		time.Sleep(3 * 24 * time.Hour)
		again := alice.Uses("/puzzle mode:mine")
		w.says(again, "Move 5: find something better than a3")
		w.says(alice.PressesIDOn(again.ID, "/b3"), "✅ **b3** is right")
		w.says(alice.Uses("/puzzle mode:mine"), "None of your mistakes is waiting")
		if s, err := kept.Solving(t.Context(), w.users["alice"].ID); err != nil || len(s.Mistakes) != 2 {
			t.Errorf("stored are %v, %v", s.Mistakes, err)
		}
	})
}

func TestTryingAgainAtAMistake(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		board := w.loses("alice", "bob")
		page := alice.PressesOn(board.ID, "Review")
		alice.PressesOn(page.ID, "My last mistake")
		tried := alice.PressesOn(page.ID, "Try again")
		w.privately(tried, "Move 5: find something better than a3")
		w.says(alice.PressesIDOn(tried.ID, "/taken-b2"), "find something better")
		w.says(alice.PressesIDOn(tried.ID, "/c3"), "**c3** isn't good enough: O wins")
		alice.PressesOn(tried.ID, "Try another square")
		w.says(alice.PressesIDOn(tried.ID, "/b3"), "✅ **b3** is right: a draw with best play.")
		w.says(alice.PressesOn(tried.ID, "Why?"), "For b3:")
		alice.PressesOn(tried.ID, "Back")
		alice.PressesOn(tried.ID, "Try again")
		w.says(alice.PressesOn(tried.ID, "Solution"), "Better: **b3**.")
		asked := alice.PressesOn(tried.ID, "Play on from here")
		w.privately(asked, "Play on instead of a3, move 5")

		// Alice lost this game with move 5. From the last page, too, play starts before that move.
		page = alice.PressesOn(board.ID, "Review")
		alice.PressesOn(page.ID, "Move by move")
		alice.PressesOn(page.ID, "⏭")
		w.privately(alice.PressesOn(page.ID, "Play on from here"), "Play on instead of a3, move 5")
		// The winner plays on from the position shown. After the last move there is nothing to play on from.
		page = bob.PressesOn(board.ID, "Review")
		bob.PressesOn(page.ID, "Move by move")
		bob.PressesOn(page.ID, "⏭")
		bob.CannotPress("Play on from here")
		bob.PressesOn(page.ID, "◀")
		w.privately(bob.PressesOn(page.ID, "Play on from here"), "Play on after move 5")
	})
}
