package commands

import (
	"testing"

	"noughts/commands/texts"
)

func TestTakeback(t *testing.T) {
	t.Parallel()
	w, message := friends(t)
	refused(t, w.as(ann).on(message, "takeback"), texts.RefuseNoMove)
	message = w.as(ann).on(message, "a1")
	asked := accepted(t, w.as(ann).on(message, "takeback"))
	says(t, asked, "❌ <@1001> asks to take the last move back.")
	refused(t, w.as(ann).on(asked, "takeback-yes"), texts.RefuseOwnOffer)
	refused(t, w.as(ann).types("takeback"), texts.RefuseAsked)
	refused(t, w.as(ben).types("takeback"), texts.RefuseAnswerFirst)
	declined := accepted(t, w.as(ben).on(asked, "takeback-no"))
	asked = accepted(t, w.as(ann).on(declined, "takeback"))
	back := accepted(t, w.as(ben).on(asked, "takeback-yes"))
	says(t, back, "The board is empty.")
	if got := w.game("m1").Moves; len(got) != 0 {
		t.Errorf("moves %v", got)
	}
}

// TestTakebackAgainstTheComputer: granted at once, with the computer's answer.
func TestTakebackAgainstTheComputer(t *testing.T) {
	t.Parallel()
	w, message := against(t, "classic")
	message = w.as(ann).on(message, "b2")
	back := accepted(t, w.as(ann).on(message, "takeback"))
	says(t, back, "The board is empty.")
	accepted(t, w.as(ann).on(back, "c3"))
	message = accepted(t, w.as(ann).types("takeback"))
	if message.Match != "m1" || len(w.game("m1").Moves) != 0 {
		t.Errorf("shows %q, moves %v", message.Match, w.game("m1").Moves)
	}
}
