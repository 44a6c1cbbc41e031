package e2e

import (
	"encoding/json"
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
		w.says(first, "@alice wins in column a (a1–a3)")
		w.says(first, "3×3 · 5 moves")
		w.says(first, "Today in this channel: ❌ @alice **1\u00a0–\u00a00** ")
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
		w.says(shared, "@alice wins in column a (a1–a3)")
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

func TestALadderToClimb(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		alice.Uses("/classic size:1 level:random")
		board, _ := live(alice)
		w.says(board, "🎲 the computer (random)")
		alice.PressesID("/a1") // alice wins, as there is only one square
		board, _ = live(alice)
		again := w.behindMore(alice, board.ID, "Next level")
		w.says(again, "🐣 the computer (newcomer)")
		w.says(again, "Tic-tac-toe 1×1")
		w.says(w.behindMore(alice, board.ID, "Next level"), "You already have another game or challenge with the same opponent here")

		alice.PressesIDOn(again.ID, "/a1")
		alice.Uses("/classic level:newcomer first:me size:4")
		alice.PressesID("/a1")
		settles(2 * time.Second)
		resigns(alice)
		board, _ = live(alice)
		w.says(board, "🐣 the computer (newcomer) wins")
		w.says(w.behindMore(alice, board.ID, "Easier"), "🎲 the computer (random)")
		w.says(w.player("bob").PressesOn(board.ID, "Rematch"), "You aren't playing in this game")
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
		alice.Sees("### Misère tic-tac-toe 3×3\n-# misère: a full line loses\n")
		for _, square := range []string{"a1", "b1", "c1"} {
			alice.Uses("/move square:" + square)
		}
		board, _ := live(alice)
		w.says(board, "has completed row 1 (a1–c1)")
		w.says(board, "wins")
		alice.Presses("Rematch")
		alice.Sees("Misère tic-tac-toe 3×3")
	}, against(bottomUp))
}
