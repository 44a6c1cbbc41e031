package e2e

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/game"
)

// These are Discord's button styles.
const (
	blurple = iota + 1
	grey
	green
	red
)

// blank is the label of a free square on a board of buttons.
const blank = "\u200b"

// pad returns the buttons of a message that play on a square. The keys are the names of the squares.
func pad(m discordtest.Message) map[string]discordtest.Component {
	found := map[string]discordtest.Component{}
	for _, c := range discordtest.Buttons(m) {
		if at := strings.TrimPrefix(action(c), "taken-"); square.MatchString(at) {
			found[at] = c
		}
	}
	return found
}

// shows checks the label, the colour and the enabled state of a square's button.
func shows(t *testing.T, m discordtest.Message, at, label string, colour int, enabled bool) {
	t.Helper()
	if c := pad(m)[at]; c.Label != label || c.Style != colour || c.Disabled == enabled {
		t.Errorf("the button of %s is %q in colour %d, disabled %t; want %q, %d, %t", at, c.Label, c.Style, c.Disabled, label, colour, !enabled)
	}
}

// TestTheButtonsAreTheBoard checks a board of buttons, without a drawing above them, while two members
// play. The buttons show marks, colours and the last move, and at the end the winning line.
func TestTheButtonsAreTheBoard(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		alice.Uses("/classic opponent:@bob")
		bob.Presses("Accept")
		alice.PressesID("/b2")
		bob.PressesID("/a1")
		board, _ := live(carol)
		shows(t, board, "b2", "𝗫", red, true)
		shows(t, board, "a1", "[𝗢]", blurple, true)
		shows(t, board, "c3", blank, grey, true)
		text := discordtest.Text(board)
		if strings.Contains(text, "9️⃣") || strings.Contains(text, "⏺️") { // a free square and the last move
			t.Errorf("a board is drawn, too:\n%s", text)
		}
		if !strings.Contains(text, "> to move") && !strings.Contains(text, ">** to move") || !strings.Contains(text, "O played a1") {
			t.Errorf("neither the turn nor the last move is told:\n%s", text)
		}
		carol.PressesID("/c3")
		carol.SeesPrivately("You aren't playing in this game")
		alice.PressesID("/c3")
		bob.PressesID("/a2")
		alice.PressesID("/a3")
		bob.PressesID("/c1")
		alice.PressesID("/b3") // completes row 3
		board, _ = live(carol)
		shows(t, board, "a3", "𝗫", green, true)
		shows(t, board, "b3", "[𝗫]", green, true)
		shows(t, board, "c3", "𝗫", green, true)
		shows(t, board, "b2", "𝗫", red, true)
		shows(t, board, "a1", "𝗢", blurple, true)
		shows(t, board, "c2", blank, grey, false)
		if !strings.Contains(discordtest.Text(board), "wins in row 3") {
			t.Errorf("the end is not told:\n%s", discordtest.Text(board))
		}
	})
}

// TestTheButtonsWhileTheComputerThinks checks that free squares cannot be pressed while the computer thinks or plays
// against itself. It also checks a monospace style, where the board is drawn as text above grey buttons. In such a
// style there are no buttons at all while the computer thinks.
func TestTheButtonsWhileTheComputerThinks(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		alice.Uses("/classic level:random size:5")
		board := alice.PressesID("/e5")
		shows(t, board, "e5", "[𝗫]", red, true)
		shows(t, board, "a1", blank, grey, false)
		if len(pad(board)) != 25 {
			t.Errorf("%d squares", len(pad(board)))
		}
		settles(5 * time.Second)
		board = alice.Uses("/watch size:4 game:classic level_x:random level_o:random")
		if shows(t, board, "d4", blank, grey, false); len(pad(board)) != 16 {
			t.Errorf("%d squares are watched", len(pad(board)))
		}
		board = alice.Uses("/classic style:ansi level:random")
		if shows(t, board, "b2", "b2", grey, true); !strings.Contains(discordtest.Text(board), "```ansi") {
			t.Errorf("there is no chequerboard:\n%s", discordtest.Text(board))
		}
		board = alice.PressesID("/b2")
		if len(pad(board)) != 0 || !strings.Contains(discordtest.Text(board), "```ansi") {
			t.Errorf("below a drawn board that nobody can play on:\n%s", discordtest.Text(board))
		}
	}, slowly(3*time.Second, 2))
}

// TestAFreeChoiceExplainsItself checks the buttons of Ultimate. If the player may choose any local board, the buttons
// first offer the boards, then the squares of the chosen board, and a way back. If the last move forces a local board,
// the buttons show its squares at once.
func TestAFreeChoiceExplainsItself(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		alice.Uses("/ultimate opponent:@bob")
		bob.Presses("Accept")
		alice.Sees("Choose a board first")
		alice.Presses("5")
		alice.Sees("Choose a square in the center board")
		alice.Presses("Another board")
		alice.Sees("Choose a board first")
		alice.Presses("5")
		alice.Presses("1")
		board := bob.Sees("play in the top left board")
		if text := discordtest.Text(board); strings.Contains(text, "Choose") {
			t.Errorf("a forced board is to be chosen:\n%s", text)
		}
		bob.Presses("9")
		alice.Sees("O played c3")
	})
}

// fromMenu has a player choose a square in a menu. On large boards, menus list the squares that have no button. The
// test fails if no menu has the square.
func (w *world) fromMenu(p *discordtest.Player, on discordtest.Message, s game.Square) discordtest.Message {
	w.t.Helper()
	for _, menu := range discordtest.Menus(on) {
		if slices.ContainsFunc(menu.Options, func(o discordtest.SelectOption) bool { return o.Value == s.String() }) {
			return w.selects(p, on, menu.CustomID, s.String())
		}
	}
	w.t.Fatalf("no menu has %s:\n%s", s, discordtest.Text(on))
	return on
}

// TestALargeBoardHasButtonsWherePlayIs checks that a large board has at most twelve buttons, so that it fits on a
// phone. Squares near earlier moves have buttons, and all other squares are in menus.
func TestALargeBoardHasButtonsWherePlayIs(t *testing.T) {
	t.Parallel()
	for _, size := range []string{"6", "7", "8", "9"} {
		overBoth(t, func(t *testing.T, w *world) {
			alice, bob := w.player("alice"), w.player("bob")
			alice.Uses("/classic opponent:@bob size:" + size)
			bob.Presses("Accept")
			alice.Presses("d4")
			board := bob.Sees("X played d4")
			if n := len(discordtest.Buttons(board)); n > 12 {
				t.Errorf("%d buttons", n)
			}
			if len(pad(board)) != 10 || pad(board)["d4"].CustomID != "" {
				t.Errorf("the squares with buttons are %v", slices.Sorted(maps.Keys(pad(board))))
			}
			w.fromMenu(bob, board, game.At(0, 5))
			alice.Sees("O played a6")
		})
	}
}

// TestWhoBeginsHasX checks that the player who goes first has X, and that the players swap in a rematch.
func TestWhoBeginsHasX(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		first, second := "❌ <@"+w.users["bob"].ID+">", "❌ <@"+w.users["alice"].ID+">"
		alice.Uses("/challenge member:@bob first:them size:1")
		alice.Sees(first + " goes first")
		bob.Presses("Accept")
		bob.PressesID("/a1")
		alice.Sees(first + " wins")
		bob.Presses("Rematch")
		alice.Sees(second + " goes first")
		alice.Presses("Accept")
		alice.PressesID("/a1")
		bob.Sees(second + " wins")
		board := alice.Uses("/classic first:them level:random")
		if !slices.ContainsFunc(discordtest.Buttons(board), func(c discordtest.Component) bool { return c.Label == "[𝗫]" }) {
			t.Errorf("the computer has begun, and not with X:\n%s", discordtest.Text(board))
		}
	})
}
