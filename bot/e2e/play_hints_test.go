package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/game/match"
)

func plays(p *discordtest.Player, moves string) {
	for _, move := range strings.Fields(moves) {
		p.Uses("/move square:" + move)
		settles(2 * time.Second)
	}
}

func TestAHintInSteps(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		alice.Uses("/classic level:perfect style:plain")
		plays(alice, "b2")
		asked := alice.Uses("/hint")
		w.privately(asked, "Hints are free. This game just won't raise your strength.")
		if board, _ := live(alice); strings.Contains(discordtest.Text(board), "had help") {
			t.Error("the question alone is help")
		}
		page := alice.PressesOn(asked.ID, "Yes, a hint")
		w.privately(page, "💡 ")
		settles(time.Second)
		board, _ := live(alice)
		w.says(board, "💡 ❌ @alice had help")
		page = alice.PressesOn(page.ID, "Next")
		w.privately(page, "<*>")
		page = alice.PressesOn(page.ID, "Next")
		w.privately(page, "Play **")
		page = alice.PressesOn(page.ID, "Rate every square")
		w.privately(page, "What each square is worth to you")
		w.privately(page, ".5")
		alice.Presses("⋯ More") // the game goes on after the hint
		alice.Presses("Resign")
		alice.Presses("Yes, resign")
		settles(time.Second)
		if board, _ = live(alice); strings.Contains(discordtest.Text(board), " → ") {
			t.Errorf("the game is rated:\n%s", discordtest.Text(board))
		}
	})
}

func TestHintsBetweenMembers(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		begins(alice, bob, "/ultimate opponent:@bob")
		w.privately(alice.Uses("/hint"), "This game counts for both of your ratings")
		alice.Uses("/resign")
		settles(time.Second)

		begins(alice, bob, "/ultimate opponent:@bob rated:casual style:emoji")
		w.privately(carol.Uses("/hint"), "You have no game in this channel")
		w.privately(bob.Uses("/hint"), "It isn't your turn")
		page := alice.Uses("/hint")
		w.privately(page, "💡 ")
		settles(time.Second)
		bob.Sees("💡 ❌ <@" + w.users["alice"].ID + "> had help")
		page = alice.PressesOn(page.ID, "Next")
		w.privately(page, "🎯")
		page = alice.PressesOn(page.ID, "Next")
		page = alice.PressesOn(page.ID, "Rate every square")
		w.privately(page, "🟧 about even")
		alice.Presses("5")
		alice.Presses("5")
		settles(time.Second)
		w.privately(alice.Uses("/hint"), "It isn't your turn")
	})
}

func TestTheComputerExplainsItself(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		alice.Uses("/ultimate level:casual rated:casual")
		plays(alice, "e5")
		page := alice.Presses("Why?")
		w.privately(page, "Why O played ")
		settles(time.Second) // the board says that alice had help
		w.privately(bob.Presses("Why?"), "Why O played ")
		settles(time.Second)
		board, _ := live(alice)
		w.says(board, "💡 ❌ @alice had help")
		w.doesNotSay(board, w.users["bob"].ID)
		alice.Uses("/resign")

		alice.Uses("/watch game:classic size:5")
		settles(5 * time.Second)
		m := bob.Presses("⋯ More")
		w.privately(bob.PressesOn(m.ID, "Why?"), "played ")
		refused := bob.Presses("Stop")
		alice.Presses("Stop")
		w.says(bob.PressesOn(refused.ID, "Watch your own"), "Tic-tac-toe 5×5")
		bob.Presses("Stop")

		alice.Uses("/classic level:scores rated:casual")
		plays(alice, "b2")
		w.privately(alice.Presses("Why?"), "This level gives every square a score")
	})
}

func TestTheCoachWarns(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		w.privately(alice.Uses("/classic opponent:@bob coach:true"), "The coach only helps against the computer")
		alice.Uses("/classic level:perfect coach:true first:them")
		settles(2 * time.Second)
		board, _ := live(alice)
		w.says(board, "casual, with the coach")
		losing := losingReply(t, board)
		warned := alice.PressesID("/" + losing)
		w.privately(warned, "Think again about "+losing)
		w.privately(alice.PressesOn(warned.ID, "Choose again"), "You didn't play it.")
		w.privately(alice.Uses("/move square:"+losing), "Think again")
		bob.CannotPress("Play it")
		warned = alice.PressesID("/" + losing)
		w.privately(alice.PressesOn(warned.ID, "Play it"), "You played "+losing)
		settles(3 * time.Second)
		board, _ = live(alice)
		if n := strings.Count(buttonLabels(board), "𝗫") + strings.Count(buttonLabels(board), "𝗢"); n != 3 {
			t.Errorf("%d marks on the board after the blunder and the answer to it", n)
		}
		m := alice.Presses("⋯ More")
		w.privately(alice.PressesOn(m.ID, "Turn the coach off"), "The coach won't warn you")
	})
}

// losingReply returns a square that loses against the first move on a board of 3×3.
func losingReply(t *testing.T, board discordtest.Message) string {
	t.Helper()
	replies := map[string]string{"b2": "b1", "a1": "b1", "c1": "b1", "a3": "b3", "c3": "b3", "b1": "a2", "a2": "b1", "c2": "b1", "b3": "a2"}
	for _, c := range discordtest.Buttons(board) {
		if c.Label == "[𝗫]" {
			return replies[strings.TrimPrefix(action(c), "taken-")]
		}
	}
	t.Fatalf("no move on\n%s", discordtest.Text(board))
	return ""
}

func buttonLabels(m discordtest.Message) string {
	var b strings.Builder
	for _, c := range discordtest.Buttons(m) {
		b.WriteString(c.Label + " ")
	}
	return b.String()
}

func TestABeginnersBoardOffersHelp(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		bob := w.player("bob")
		board := bob.Uses("/classic level:club first:me")
		for number := 1; number <= 4; number++ {
			labels := allLabels(board)
			if first := number <= match.FirstGames; slices.Contains(labels, "Hint") != first || slices.Contains(labels, "Coach") != first {
				t.Errorf("board %d offers %q", number, labels)
			}
			settles(2 * time.Second) // the computer may begin
			bob.PressesIDOn(board.ID, matching(actions(bob.Message(board.ID)), square)[0].CustomID)
			settles(2 * time.Second)
			resigns(bob)
			board = bob.PressesOn(w.board(bob).ID, "Rematch")
		}
	})
}
