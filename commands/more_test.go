package commands

import (
	"testing"

	"github.com/bwmarrin/discordgo"
)

// TestMore checks the page of the button More: a player gets the actions that are possible now, and
// other members get explanations.
func TestMore(t *testing.T) {
	t.Parallel()
	w, message := friends(t)
	page := accepted(t, w.as(ann).on(message, "more"))
	if !page.private() {
		t.Errorf("everybody sees the page:\n%s", script(page))
	}
	offers(t, page, "resign", "rules", "describe")
	says(t, page, "It's too early for a draw: you can offer one from move 4 on.")
	offers(t, accepted(t, w.as(eve).on(message, "more")), "rules", "describe", "queue")
	w.moves("m1", "a1 b1 c2")
	offers(t, accepted(t, w.as(ann).on(message, "more")), "draw", "takeback", "reply", "resign", "rules", "describe") // on an outdated board too
	accepted(t, w.as(ann).types("draw"))
	page = accepted(t, w.as(ann).on(message, "more"))
	says(t, page, "You've already asked.")
	offers(t, page, "takeback", "reply", "resign", "rules", "describe")
	offers(t, accepted(t, w.as(ben).on(message, "more")), "takeback", "resign", "rules", "describe") // the buttons that answer ann's offer are on the board
	w.moves("m1", "c1 b2 a2 b3 c3 a3")
	page = accepted(t, w.as(ann).on(w.board("m1"), "more"))
	offers(t, page, "share", "replay", "rules", "describe")
	refused(t, w.as(ann).presses("/m/m9/1/more"), "refuse.no_match")
}

// TestPages checks that a press on the private page replaces that page, and that the same press on
// a board opens a new private message.
func TestPages(t *testing.T) {
	t.Parallel()
	w, message := friends(t)
	for _, action := range []string{"rules", "describe"} {
		page := accepted(t, w.as(eve).on(message, "more"))
		if shown := accepted(t, w.as(eve).on(page, action)); !shown.page {
			t.Errorf("%s is not in the page's place:\n%s", action, script(shown))
		}
		if shown := accepted(t, w.as(eve).presses("/m/m1/2/"+action)); !shown.private() {
			t.Errorf("everybody sees %s:\n%s", action, script(shown))
		}
	}
}

// TestNoRedButtonAtTheStart checks that a new game's board has no buttons that end the game.
func TestNoRedButtonAtTheStart(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"classic", "ultimate", "watch"} {
		_, message := against(t, command)
		for _, c := range message.Response.Data.Components[0].(discordgo.Container).Components {
			row, _ := c.(discordgo.ActionsRow)
			for _, b := range row.Components {
				if b.(discordgo.Button).Style == discordgo.DangerButton {
					t.Errorf("%s begins with a red button:\n%s", command, script(message))
				}
			}
		}
	}
}

// TestDescribe checks that the description in words has the whole board and the player to move.
func TestDescribe(t *testing.T) {
	t.Parallel()
	w, message := friends(t)
	w.moves("m1", "a1 b2 c3")
	page := accepted(t, w.as(eve).on(message, "more"))
	said := accepted(t, w.as(eve).on(page, "describe"))
	for _, want := range []string{
		"X <@1001> against O <@1002>", "**O <@1002>** to move", "X played c3", "X holds a1, c3; O holds b2.", "Free squares: b1, c1, a2, c2, a3, b3.",
	} {
		says(t, said, want)
	}

	w, message = against(t, "ultimate", "opponent", ben)
	refused(t, w.as(eve).presses("/m/m1/1/describe"), "refuse.not_started")
	w.as(ben).on(message, "accept")
	w.moves("m1", "b1 d1 c1 g1 a1 d4 c4 h1")
	said = accepted(t, w.as(ann).presses("/m/m1/10/describe"))
	for _, want := range []string{
		"1, top left board: won by X.", "2, top board: X holds none; O holds 1.", "5, center board: X holds none; O holds 1.",
		"9, bottom right board: empty.", "O played h1 (top right board, 2)", "**X <@1001>** to move in the top board",
	} {
		says(t, said, want)
	}
	w, _ = friends(t)
	w.moves("m1", "a1 b1 a2 b2 a3")
	says(t, accepted(t, w.as(eve).presses("/m/m1/7/describe")), "### X <@1001> wins in column a")
}
