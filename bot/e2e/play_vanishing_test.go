package e2e

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/game"
)

// Alice is taught the rules, wins after her oldest mark has gone, and looks at the game again.
func TestVanishingAgainstTheComputer(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		w.says(alice.Uses("/classic variant:vanishing size:4"), "Vanishing is for the 3×3 board")
		rules := alice.Uses("/rules variant:vanishing")
		w.says(rules, "each side has at most three marks")
		w.says(alice.PressesIDOn(rules.ID, "/1/c1"), "Three in a row: you win!")

		alice.Uses("/classic variant:vanishing")
		w.says(w.board(alice), "### Vanishing tic-tac-toe, casual\n-# only your last three marks stay\n")
		for _, square := range []string{"a1", "c1"} {
			alice.PressesID("/" + square)
		}
		w.doesNotSay(w.board(alice), "goes next")
		alice.PressesID("/c3")
		w.says(w.board(alice), "a1 goes next")
		if styles := actions(w.board(alice)); styles["taken-a1"].Style == styles["taken-c1"].Style {
			t.Error("the button of the mark that goes next looks like the others")
		}
		w.says(alice.PressesID("/taken-a1"), "took a1 on move 1. It goes with ")
		w.says(alice.Uses("/move square:a1"), "a1 isn't free yet")
		alice.Uses("/move square:c2")
		over, _ := live(alice)
		w.says(over, "@alice wins · c1–c3")

		settles(time.Second)
		replay := alice.PressesOn(alice.PressesOn(over.ID, "⋯ More").ID, "Replay")
		w.says(alice.PressesIDOn(replay.ID, "/last"), "❎") // the winning line
		review := alice.PressesOn(over.ID, "Review")
		w.says(alice.PressesOn(review.ID, "Move by move"), "Move 1")
		w.says(alice.Uses("/puzzle game:vanishing"), "Vanishing tic-tac-toe")
	}, playing(game.At(0, 1), game.At(1, 2), game.At(0, 2)))
}

// Two members repeat a position, and a team and two computers play.
func TestVanishingBetweenOthers(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		begins(alice, bob, "/challenge member:@bob variant:vanishing")
		round := strings.Fields("a1 b1 b2 a2 c2 c3 c1 b3 a3") // each move goes to a square that was left three moves before
		for n := 0; !over(w.board(alice)); n++ {
			[]*discordtest.Player{alice, bob}[n%2].PressesID("/" + round[n%len(round)])
		}
		w.says(w.board(alice), "A draw: the same position for the third time")
		alice.Uses("/watch variant:vanishing")
		settles(time.Minute)
		w.says(w.board(alice), " wins · ") // who begins wins by force
	})
}

var (
	freeSquares = regexp.MustCompile(`Free squares: ([a-c1-3, ]+)\.`)
	goesNext    = regexp.MustCompile(`([a-c][1-3]) \(goes next\)`)
)

// The words are enough to play, and to know which mark goes next.
func TestVanishingByWordsAlone(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		alice.Uses("/settings")
		alice.Chooses("words")
		board := alice.Uses("/classic variant:vanishing level:random first:me")
		var played []string
		for range 200 {
			if over(board) {
				return
			}
			if len(played) >= 3 {
				oldest := played[len(played)-3]
				if going := goesNext.FindStringSubmatch(discordtest.Text(board)); going == nil || going[1] != oldest {
					t.Fatalf("%s does not go next:\n%s", oldest, discordtest.Text(board))
				}
				if label := actions(board)["taken-"+oldest].Label; label != oldest+", X, goes next" {
					t.Errorf("the button of %s says %q", oldest, label)
				}
			}
			free := strings.Split(freeSquares.FindStringSubmatch(discordtest.Text(board))[1], ", ")
			next := free[len(played)%len(free)]
			if answer := alice.Uses("/move square:" + next); answer.Ephemeral() {
				t.Fatalf("%s is refused:\n%s", next, discordtest.Text(answer))
			}
			played = append(played, next)
			board, _ = live(alice)
		}
		t.Error("the game does not end")
	})
}
