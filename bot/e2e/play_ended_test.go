package e2e

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

// winsQuickly has the player whose turn it is win a game on 3×3 in five moves, and returns the newest board.
func (w *world) winsQuickly(begins, other *discordtest.Player) discordtest.Message {
	w.t.Helper()
	wins(begins, other)
	board, _ := live(begins)
	return board
}

// TestTheEndIsAnEvent checks what finished boards say: the winner, the number of moves, and the score of the day in
// this channel for each variant. A player can share the end once, as a picture that everybody sees.
func TestTheEndIsAnEvent(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		alice.Uses("/classic opponent:@bob")
		bob.PressesID("/accept")
		first := w.winsQuickly(alice, bob)
		w.says(first, "@alice wins in column a (a1–a3)")
		w.says(first, "3×3 · 5 moves")
		w.says(first, "Today in this channel: ❌ @alice **1\u00a0–\u00a00** ")
		alice.Presses("Rematch")
		bob.PressesID("/accept")
		bob.PressesID("/a1")
		alice.PressesID("/b1")
		bob.PressesID("/c1")
		alice.Presses("⋯ More")
		alice.PressesID("/draw")
		settles(time.Second)
		bob.PressesID("/draw-yes")
		bob.PressesID("/draw-sure")
		settles(time.Second)
		board, _ := live(bob)
		w.says(board, "@bob **0\u00a0–\u00a01** ")
		w.says(board, ", 1 draw")

		alice.Uses("/classic opponent:@bob size:5")
		bob.PressesID("/accept")
		for i, s := range []string{"a1", "b1", "a2", "b2", "a3"} {
			[]*discordtest.Player{alice, bob}[i%2].Uses("/move square:" + s)
		}
		bob.Uses("/resign")
		bob.PressesID("/resign-yes")
		settles(time.Second)
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
		alice.Uses("/classic opponent:@bob")
		bob.PressesID("/accept")
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

// TestALadderToClimb checks the offers after games against the computer. After a win, Next level starts a
// game against the next stronger level. After a loss, Easier starts a game against the next weaker level.
func TestALadderToClimb(t *testing.T) {
	t.Parallel()
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
		alice.Uses("/resign")
		alice.PressesID("/resign-yes")
		settles(time.Second)
		board, _ = live(alice)
		w.says(board, "🐣 the computer (newcomer) wins")
		w.says(w.behindMore(alice, board.ID, "Easier"), "🎲 the computer (random)")
		w.says(w.player("bob").PressesOn(board.ID, "Rematch"), "You aren't playing in this game")
	})
}
