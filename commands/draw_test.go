package commands

import (
	"testing"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

func TestDraw(t *testing.T) {
	t.Parallel()
	w, _ := friends(t)
	w.moves("m1", "a1 b1 c2")
	page := accepted(t, w.as(ben).on(w.board("m1"), "more"))
	sent := accepted(t, w.as(ben).on(page, "draw"))
	says(t, sent, "You offered a draw.")
	offered := w.board("m1")
	if !sent.page || sent.Behind != "m1" {
		t.Errorf("the page is not what is answered, or the board is left behind:\n%s", script(sent))
	}
	says(t, offered, "<@1002> offers a draw.")
	offers(t, offered, "c1", "a2", "b2", "a3", "b3", "c3", "draw-yes", "draw-no", "more")
	refused(t, w.as(ben).on(offered, "draw-yes"), "refuse.own_offer")
	refused(t, w.as(ben).types("draw"), "refuse.asked")
	refused(t, w.as(eve).on(offered, "draw-yes"), "refuse.not_yours")
	question := accepted(t, w.as(ann).on(offered, "draw-yes"))
	if !question.private() || w.game("m1").Status == match.Over {
		t.Fatalf("not a private question:\n%s", script(question))
	}
	says(t, question, "<@1002> offers a draw. End this game")
	done := accepted(t, w.as(ann).on(question, "draw-sure"))
	says(t, done, "The game is a draw.")
	ended := w.board("m1")
	says(t, ended, "A draw by agreement")
	offers(t, ended, "rematch", "review", "more")
	refused(t, w.as(ann).on(question, "draw-sure"), texts.RefuseOver)

	w, _ = friends(t)
	refused(t, w.as(ann).types("draw"), "refuse.draw_early")
	w.moves("m1", "a1 b1 c2")
	refused(t, w.as(ben).presses("/m/m1/5/draw-yes"), "refuse.nothing_asked")
	accepted(t, w.as(ann).types("draw"))
	says(t, accepted(t, w.as(ben).on(w.board("m1"), "draw-no")), "<@1002> declined the draw.")
}

func TestDrawByCommand(t *testing.T) {
	t.Parallel()
	w, _ := friends(t)
	w.moves("m1", "a1 b1 c2 a2")
	offered := accepted(t, w.as(ann).types("draw"))
	pings(t, offered) // ann made the offer herself, so she is not pinged
	question := accepted(t, w.as(ben).types("draw"))
	if w.game("m1").Status == match.Over || !question.private() {
		t.Fatalf("not asked again:\n%s", script(question))
	}
	accepted(t, w.as(ben).on(question, "draw-sure"))
	if got := w.game("m1").Result.Reason; got != match.ByAgreement {
		t.Errorf("ended %v", got)
	}
}

func TestDrawMovedOver(t *testing.T) {
	t.Parallel()
	w, _ := friends(t)
	w.moves("m1", "a1 b1 c2 a2")
	accepted(t, w.as(ben).types("draw"))
	offered := w.board("m1")
	question := accepted(t, w.as(ann).on(offered, "draw-yes"))
	moved := accepted(t, w.as(ann).on(offered, "a3"))
	refused(t, w.as(ann).on(offered, "draw-yes"), texts.RefuseMovedOn)
	refused(t, w.as(ann).on(question, "draw-sure"), texts.RefuseMovedOn)
	offers(t, moved, "c1", "b2", "b3", "c3", "more")
}

func TestDrawAgainstTheComputer(t *testing.T) {
	t.Parallel()
	for _, command := range []bool{false, true} {
		w, _ := against(t, "classic", "size", 4)
		w.moves("m1", "d4 a1 c1 b1")
		ask := func() answer {
			if command {
				return w.as(ann).types("draw")
			}
			return w.as(ann).on(w.as(ann).on(w.board("m1"), "more"), "draw")
		}
		question := accepted(t, ask())
		if w.game("m1").DrawOffered != [2]int{} {
			t.Fatal("it was offered without a question")
		}
		says(t, question, "Offer ")
		says(t, accepted(t, w.as(ann).on(question, "draw-sure")), "declined the draw")
		says(t, w.board("m1"), "🐣 Chick declined the draw.")
		refused(t, w.as(ann).types("draw"), "refuse.draw_again")
		w.moves("m1", "d1 a2 b2 c2 d3 a3")
		w.computer.draws = true
		question = accepted(t, ask())
		says(t, accepted(t, w.as(ann).on(question, "draw-sure")), "The game is a draw.")
		says(t, w.board("m1"), "A draw by agreement")
		refused(t, w.as(ann).on(question, "draw-sure"), texts.RefuseOver)
	}
}

func TestDrawAndTakeback(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.as(ann).types("challenge", "member", ben, "size", 5)
	w.as(ben).presses("/m/m1/1/accept")
	w.moves("m1", "a1 b1 c1 d1")
	w.as(ann).types("draw")
	both := accepted(t, w.as(ben).types("takeback"))
	says(t, both, "offers a draw")
	says(t, both, "asks to take back their last move")
	back := accepted(t, w.as(ann).on(both, "takeback-yes"))
	if got := w.game("m1"); len(got.Moves) != 3 || got.DrawOffer != game.Empty {
		t.Errorf("moves %v, offer %v\n%s", got.Moves, got.DrawOffer, script(back))
	}
}
