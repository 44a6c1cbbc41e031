package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

// behindMore opens the page behind the More button of a finished game's board and presses a button on that page.
func (w *world) behindMore(p *discordtest.Player, board discordtest.Snowflake, label string) discordtest.Message {
	w.t.Helper()
	return p.PressesOn(p.PressesOn(board, "⋯ More").ID, label)
}

// TestTheEndCardIsShort checks that the card of a finished game is short enough for a phone's screen. It
// has the winner, the score, one line about the game and the ratings, the board and three buttons.
// Everything else is behind More.
func TestTheEndCardIsShort(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		earned := func(line string) bool { return strings.HasPrefix(line, "-# 🏅") }
		for _, size := range []string{"3", "5"} {
			alice.Uses("/classic opponent:@bob rated:casual size:" + size)
			bob.Presses("Accept")
			alice.Uses("/move square:a1")
			bob.Uses("/move square:b1")
			alice.Uses("/resign")
			settles(time.Second)
			board, _ := live(bob)
			lines := strings.Split(discordtest.Text(board), "\n")
			if lines = slices.DeleteFunc(lines, earned); len(lines) != 3 || !strings.HasPrefix(lines[0], "### 🔵") || !strings.HasPrefix(lines[1], "Today in this channel: ") ||
				lines[2] != "-# Tic-tac-toe "+size+"×"+size+", casual · 2 moves" {
				t.Errorf("the card says\n%s", discordtest.Text(board))
			}
			var labels []string
			for _, c := range discordtest.Buttons(board) {
				if action(c) != "" && !square.MatchString(strings.TrimPrefix(action(c), "taken-")) {
					labels = append(labels, c.Label)
				}
			}
			if !slices.Equal(labels, []string{"Rematch", "Review", "⋯ More"}) {
				t.Errorf("the card has the buttons %q", labels)
			}
			page := alice.PressesOn(board.ID, "⋯ More")
			for _, label := range []string{"Share", "Replay"} {
				if !slices.Contains(allLabels(page), label) {
					t.Errorf("behind More there is no %s, but %q", label, allLabels(page))
				}
			}
		}
	})
}
