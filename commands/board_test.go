package commands

import (
	"testing"

	"noughts/commands/texts"
	"noughts/render/golden"
)

// TestPick checks that several commands about one game ask the user to choose, if the user has several games.
func TestPick(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"board", "resign", "draw", "takeback"} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.computer.draws = true
			w.as(ann).types("classic")
			w.as(ann).types("ultimate")
			w.as(ann).types("watch")
			w.as(ann).types("challenge")
			w.moves("m1", "a1 b1")
			w.moves("m2", ultimateWin[:29]) // enough moves for an offer of a draw
			question := accepted(t, w.as(ann).types(command))
			says(t, question, "Which one")
			menu := pressable(question.Response.Data.Components)[0]
			accepted(t, w.as(ann).presses(menu.id, "m2"))
			refusal := w.as(eve).presses(menu.id, "m1")
			refused(t, refusal, "refuse.not_yours")
		})
	}
	w := newWorld(t)
	w.computer.slow = true
	w.as(ann).types("watch")
	for _, command := range []string{"draw", "takeback"} {
		refused(t, w.as(ann).types(command), "refuse.no_game") // ann watches the game but does not play in it
	}
	w = newWorld(t)
	refused(t, w.as(ann).presses("/pick/rules", "m1"), texts.RefuseOldButton)
	refused(t, w.as(ann).presses("/pick/board"), texts.RefuseOldButton)
	refused(t, w.as(ann).presses("/pick/board", "m1"), "refuse.no_match")
}

func TestPickDescribes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.as(ann).types("classic", "opponent", ben)
	w.as(ben).presses("/m/m1/1/accept")
	w.as(ann).types("ultimate", "level", "random")
	w.as(ann).types("watch", "level_x", "random", "level_o", "random")
	w.as(ann).types("challenge")
	w.moves("m1", "b2")
	golden.Check(t, "pick.golden", script(w.as(ann).types("board")))
}
