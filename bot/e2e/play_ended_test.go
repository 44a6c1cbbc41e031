package e2e

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

func (w *world) winsQuickly(begins, other *discordtest.Player) discordtest.Message {
	w.t.Helper()
	wins(begins, other)
	board, _ := live(begins)
	return board
}

func TestTheEndIsAnEvent(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		begins(alice, bob, "/classic opponent:@bob")
		first := w.winsQuickly(alice, bob)
		w.says(first, "@alice wins · a1–a3")
		w.says(first, "Today here: ❌ @alice **1\u00a0–\u00a00** ")
		alice.Presses("Rematch")
		bob.PressesID("/accept")
		turns(bob, alice, "a1 b1 c1")
		alice.Presses("⋯ More")
		alice.PressesID("/draw")
		settles(time.Second)
		bob.PressesID("/draw-yes")
		bob.PressesID("/draw-sure")
		settles(time.Second)
		board, _ := live(bob)
		w.says(board, "@bob **0\u00a0–\u00a01** ")
		w.says(board, ", 1 draw")

		begins(alice, bob, "/classic opponent:@bob size:5")
		types(alice, bob, "a1 b1 a2 b2 a3")
		resigns(bob)
		larger, _ := live(alice)
		w.says(larger, "@alice **1\u00a0–\u00a00** ") // the score of 3×3 is counted separately

		w.says(carol.PressesOn(first.ID, "Rematch"), "You aren't playing in this game")
		shared := w.behindMore(bob, first.ID, "Share")
		w.says(shared, "@alice wins · a1–a3")
		w.says(shared, "**1\u00a0–\u00a00**")
		w.hasPicture(shared, "The final position after 5 moves.")
		settles(time.Second)
		if _, offered := actions(alice.PressesOn(first.ID, "⋯ More"))["share"]; offered {
			t.Error("it can be shared again")
		}
		settles(24 * time.Hour)
		begins(alice, bob, "/classic opponent:@bob")
		w.says(w.winsQuickly(alice, bob), "**1\u00a0–\u00a00**") // the score of the new day
	})
}

// hasPicture checks that a message shows everybody one PNG picture between 500 and 40,000 bytes whose
// description contains `alt`.
func (w *world) hasPicture(m discordtest.Message, alt string) {
	w.t.Helper()
	seen := w.player("carol").Message(m.ID)
	for _, c := range parts(seen.Components) {
		if c.Type != discordtest.TypeMediaGallery || len(c.Items) != 1 {
			continue
		}
		var file struct {
			Type string `json:"content_type"`
			Size int    `json:"size"`
			URL  string `json:"url"`
		}
		if len(seen.Attachments) != 1 || json.Unmarshal(seen.Attachments[0], &file) != nil {
			w.t.Errorf("its files are %s", seen.Attachments)
		}
		if !strings.Contains(c.Items[0].Description, alt) {
			w.t.Errorf("the picture is called %q", c.Items[0].Description)
		}
		var media struct {
			URL string `json:"url"`
		}
		if err := json.Unmarshal(c.Items[0].Media, &media); err != nil {
			w.t.Error(err)
		}
		if file.Type != "image/png" || file.Size < 500 || file.Size > 40_000 || media.URL != file.URL {
			w.t.Errorf("the file is %+v, the picture %s", file, c.Items[0].Media)
		}
		return
	}
	w.t.Errorf("there is no picture in\n%s", discordtest.Text(seen))
}

// TestALadderToClimb plays a member up the ladder of 3×3, each game one press after the other, and shows what is left
// after a loss.
func TestALadderToClimb(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		alice.Uses("/classic first:me")
		for _, c := range []struct{ face, line, next string }{
			{"🐣 Chick", "🐌🐟🐣(🐰)▫️▫️▫️▫️ · 3 of 8", "Next: Rabbit"},
			{"🐰 Rabbit", "🐌🐟🐣🐰(🦊)▫️▫️▫️ · 4 of 8", "Next: Fox"},
			{"🦊 Fox", "5 of 8", "Next: Owl"},
			{"🦉 Owl", "6 of 8", "Next: Octopus"},
			{"🐙 Octopus", "🐌🐟🐣🐰🦊🦉🐙(👑) · 7 of 8", "Next: King"},
			{"👑 King", "🐌🐟🐣🐰🦊🦉🐙👑 · 8 of 8", "Rematch"},
		} {
			board, _ := live(alice)
			w.says(board, c.face)
			for _, square := range []string{"a1", "b1", "c1"} {
				alice.PressesIDOn(board.ID, "/"+square)
				settles(2 * time.Second)
			}
			board = alice.Message(board.ID)
			w.says(board, c.line)
			if first := discordtest.Buttons(board)[9]; first.Label != c.next {
				t.Fatalf("the first button is %q, want %q", first.Label, c.next)
			}
			if c.next == "Rematch" {
				w.says(board, "All the way up")
				break
			}
			alice.PressesOn(board.ID, c.next)
			settles(2 * time.Second)
		}
		const whole = "3×3\u00a0 🐌🐟🐣🐰🦊🦉🐙👑 · 8 of 8"
		w.privately(alice.Uses("/profile"), whole)
		w.privately(alice.Uses("/help"), whole)
		w.privately(alice.Uses("/leaderboard"), "1 member has climbed a whole ladder")
	}, against(bottomUp))
}

// TestAfterALoss checks what the board offers after a loss against a level: another game, the last mistake, an easier one.
func TestAfterALoss(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		alice.Uses("/classic level:newcomer first:me size:4")
		alice.PressesID("/a1")
		settles(2 * time.Second)
		resigns(alice)
		board, _ := live(alice)
		w.says(board, "🐟 Fish wins")
		if got := allLabels(board); !slices.Equal(got[len(got)-4:], []string{"Rematch", "My last mistake", "Easier", "⋯ More"}) {
			t.Errorf("the board offers %q", got)
		}
		w.says(w.player("bob").PressesOn(board.ID, "Rematch"), "You aren't playing in this game")
		page := alice.PressesOn(board.ID, "My last mistake")
		settles(5 * time.Second)
		w.privately(alice.Message(page.ID), "Move ")
		w.says(alice.PressesOn(board.ID, "Easier"), "🐌 Snail")
	})
}

// behindMore opens the page behind the More button of a finished game's board and presses a button on that page.
func (w *world) behindMore(p *discordtest.Player, board discordtest.Snowflake, label string) discordtest.Message {
	w.t.Helper()
	return p.PressesOn(p.PressesOn(board, "⋯ More").ID, label)
}

func TestMisereAgainstTheComputer(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		w.says(alice.Uses("/classic variant:misere size:4 in_a_row:3"), "Misère is for classic boards from 3×3 to 5×5")
		alice.Uses("/classic variant:misere")
		alice.Sees("### Misère tic-tac-toe 3×3\n-# a full line loses\n")
		for _, square := range []string{"a1", "b1", "c1"} {
			alice.Uses("/move square:" + square)
		}
		board, _ := live(alice)
		w.says(board, "has completed a1–c1")
		w.says(board, "wins")
		alice.Presses("Rematch")
		alice.Sees("Misère tic-tac-toe 3×3")
	}, against(bottomUp))
}
