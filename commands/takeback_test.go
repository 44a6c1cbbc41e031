package commands

import (
	"testing"
)

func TestTakeback(t *testing.T) {
	t.Parallel()
	w, message := friends(t)
	offers(t, w.as(ann).on(message, "more"), "resign", "rules", "describe") // without a move there is nothing to take back
	refused(t, w.as(ann).presses("/m/m1/2/takeback"), "refuse.no_move")
	message = w.as(ann).on(message, "a1")
	offers(t, w.as(ben).on(message, "more"), "resign", "rules", "describe")
	sent := accepted(t, w.as(ann).on(w.as(ann).on(message, "more"), "takeback"))
	says(t, sent, "You asked to take back your last move.")
	if !sent.page || sent.Behind != "m1" {
		t.Errorf("the page is not what is answered, or the board is left behind:\n%s", script(sent))
	}
	asked := w.board("m1")
	says(t, asked, "❌ <@1001> asks to take back their last move.")
	refused(t, w.as(ann).on(asked, "takeback-yes"), "refuse.own_offer")
	refused(t, w.as(ann).types("takeback"), "refuse.asked")
	refused(t, w.as(ben).types("takeback"), "refuse.answer_first")
	declined := accepted(t, w.as(ben).on(asked, "takeback-no"))
	asked = accepted(t, w.as(ann).presses("/m/m1/5/takeback")) // ann asks again
	offers(t, declined, "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3", "more")
	back := accepted(t, w.as(ben).on(asked, "takeback-yes"))
	says(t, back, "to move")
	if got := w.game("m1").Moves; len(got) != 0 {
		t.Errorf("moves %v", got)
	}
}

func TestTakebackAgainstTheComputer(t *testing.T) {
	t.Parallel()
	w, message := against(t, "classic")
	message = w.as(ann).on(message, "b2")
	says(t, accepted(t, w.as(ann).on(accepted(t, w.as(ann).on(message, "more")), "takeback")), "You took back your last move.")

	w, message = against(t, "classic", "level", "club")
	message = w.as(ann).on(message, "b2")
	page := accepted(t, w.as(ann).on(message, "more"))
	question := accepted(t, w.as(ann).on(page, "takeback"))
	says(t, question, "Taking back is free. This game just won't raise your strength.")
	for _, asked := range []answer{question, accepted(t, w.as(ann).types("takeback")), accepted(t, w.as(ann).presses("/pick/takeback", "m1"))} {
		if offers(t, asked, "takeback-sure"); len(w.game("m1").Moves) == 0 {
			t.Fatalf("not a private question:\n%s", script(asked))
		}
	}
	says(t, accepted(t, w.as(ann).on(question, "takeback-sure")), "You took back your last move.")
	says(t, w.board("m1"), "**❌ <@1001>** to move")
	accepted(t, w.as(ann).on(w.board("m1"), "c3"))
	message = accepted(t, w.as(ann).types("takeback"))
	if message.Match != "m1" || len(w.game("m1").Moves) != 0 {
		t.Errorf("shows %q, moves %v", message.Match, w.game("m1").Moves)
	}
}
