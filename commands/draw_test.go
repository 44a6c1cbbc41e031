package commands

import (
	"testing"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

func TestDraw(t *testing.T) {
	t.Parallel()
	w, message := friends(t)
	offered := accepted(t, w.as(ben).on(message, "draw"))
	says(t, offered, "🔵 <@1002> offers a draw.")
	offers(t, offered, "a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3", "draw-yes", "draw-no", "resign", "rules")
	refused(t, w.as(ben).on(offered, "draw-yes"), texts.RefuseOwnOffer)
	refused(t, w.as(ben).types("draw"), texts.RefuseAsked)
	refused(t, w.as(eve).on(offered, "draw-yes"), texts.RefuseNotYours)
	ended := accepted(t, w.as(ann).on(offered, "draw-yes"))
	says(t, ended, "A draw by agreement")
	offers(t, ended, "rematch", "share", "rules")
}

func TestDrawDeclined(t *testing.T) {
	t.Parallel()
	w, message := friends(t)
	offered := accepted(t, w.as(ann).on(message, "draw"))
	declined := accepted(t, w.as(ben).on(offered, "draw-no"))
	offers(t, declined, "a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3", "draw", "takeback", "resign", "rules")
	refused(t, w.as(ben).presses("/m/m1/4/draw-yes"), texts.RefuseNothingAsked)
}

// TestDrawByCommand: the board comes again with the offer; the opponent's /draw
// takes it.
func TestDrawByCommand(t *testing.T) {
	t.Parallel()
	w, _ := friends(t)
	offered := accepted(t, w.as(ann).types("draw"))
	pings(t, offered) // ann is to move, and knows
	accepted(t, w.as(ben).types("draw"))
	if got := w.game("m1").Result.Reason; got != match.ByAgreement {
		t.Errorf("ended %v", got)
	}
}

// TestDrawMovedOver: a move ends an offer.
func TestDrawMovedOver(t *testing.T) {
	t.Parallel()
	w, message := friends(t)
	offered := w.as(ben).on(message, "draw")
	moved := accepted(t, w.as(ann).on(offered, "a1"))
	refused(t, w.as(ann).on(offered, "draw-yes"), texts.RefuseMovedOn)
	offers(t, moved, "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3", "draw", "takeback", "resign", "rules")
}

// TestDrawAgainstTheComputer: it is asked before anything changes.
func TestDrawAgainstTheComputer(t *testing.T) {
	t.Parallel()
	for _, command := range []bool{false, true} {
		w, message := against(t, "classic")
		ask := func() answer {
			if command {
				return w.as(ann).types("draw")
			}
			return w.as(ann).on(message, "draw")
		}
		refused(t, ask(), drawRefused)
		if w.game("m1").Version != 1 {
			t.Error("a declined offer changed the match")
		}
		w.computer.draws = true
		says(t, accepted(t, ask()), "A draw by agreement")
		refused(t, w.as(ann).on(message, "draw"), texts.RefuseOver)
	}
}

// TestDrawAndTakeback: both can wait at once, and their answers fit below the
// largest pad of buttons.
func TestDrawAndTakeback(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.as(ann).types("challenge", "member", ben, "size", 5)
	w.as(ben).presses("/m/m1/1/accept")
	w.moves("m1", "a1 b1")
	w.as(ann).types("draw")
	both := accepted(t, w.as(ben).types("takeback"))
	says(t, both, "offers a draw")
	says(t, both, "asks to take the last move back")
	back := accepted(t, w.as(ann).on(both, "takeback-yes"))
	if got := w.game("m1"); len(got.Moves) != 1 || got.DrawOffer != game.Empty {
		t.Errorf("moves %v, offer %v\n%s", got.Moves, got.DrawOffer, script(back))
	}
}
