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

func shows(t *testing.T, m discordtest.Message, at, label string, colour int, enabled bool) {
	t.Helper()
	if c := pad(m)[at]; c.Label != label || c.Style != colour || c.Disabled == enabled {
		t.Errorf("the button of %s is %q in colour %d, disabled %t; want %q, %d, %t", at, c.Label, c.Style, c.Disabled, label, colour, !enabled)
	}
}

func TestTheButtonsAreTheBoard(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		begins(alice, bob, "/classic opponent:@bob", "b2 a1")
		board, _ := live(carol)
		shows(t, board, "b2", "𝗫", red, true)
		shows(t, board, "a1", "[𝗢]", blurple, true)
		shows(t, board, "c3", "c3", grey, true)
		text := discordtest.Text(board)
		if strings.Contains(text, "9️⃣") || strings.Contains(text, "🔘") { // a free square and the last move
			t.Errorf("a board is drawn, too:\n%s", text)
		}
		if !strings.Contains(text, "> to move") && !strings.Contains(text, ">** to move") || !strings.Contains(text, "O played a1") {
			t.Errorf("neither the turn nor the last move is told:\n%s", text)
		}
		carol.PressesID("/c3")
		carol.SeesPrivately("You aren't playing in this game")
		turns(alice, bob, "c3 a2 a3 c1")
		alice.PressesID("/b3") // completes row 3
		board, _ = live(carol)
		shows(t, board, "a3", "𝗫", green, true)
		shows(t, board, "b3", "[𝗫]", green, true)
		shows(t, board, "c3", "𝗫", green, true)
		shows(t, board, "b2", "𝗫", red, true)
		shows(t, board, "a1", "𝗢", blurple, true)
		shows(t, board, "c2", "c2", grey, false)
		w.says(board, "wins · a3–c3")
	})
}

func TestTheButtonsWhileTheComputerThinks(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		alice.Uses("/classic level:random size:5")
		board := alice.PressesID("/e5")
		shows(t, board, "e5", "[𝗫]", red, true)
		shows(t, board, "a1", "a1", grey, false)
		if len(pad(board)) != 25 {
			t.Errorf("%d squares", len(pad(board)))
		}
		settles(5 * time.Second)
		board = alice.Uses("/watch size:4 game:classic level_x:random level_o:random")
		if shows(t, board, "d4", "d4", grey, false); len(pad(board)) != 16 {
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

// fromMenu has a player choose a square in a menu. On large boards, menus list the squares that have no button.
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

func TestALargeBoardHasButtonsWherePlayIs(t *testing.T) {
	each(t, map[string]string{"smallest": "6", "largest": "9"}, func(t *testing.T, size string) {
		overBoth(t, func(t *testing.T, w *world) {
			alice, bob := w.game("/classic opponent:@bob size:" + size)
			alice.PressesID("/d4")
			board := bob.Sees("X played d4")
			if n := len(actions(board)); n > 16 {
				t.Errorf("%d buttons and menus", n)
			}
			if len(pad(board)) != 10 || pad(board)["d4"].CustomID != "" {
				t.Errorf("the squares with buttons are %v", slices.Sorted(maps.Keys(pad(board))))
			}
			w.fromMenu(bob, board, game.At(0, 5))
			alice.Sees("O played a6")
		})
	})
}

func TestWhoBeginsHasX(t *testing.T) {
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
