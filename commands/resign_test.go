package commands

import (
	"testing"

	"noughts/commands/texts"
	"noughts/game/match"
)

func TestResignAsksInRatedGames(t *testing.T) {
	t.Parallel()
	w, _ := friends(t)
	w.moves("m1", "a1 b1")
	w.as(ben).types("classic", "size", 3, "rated", "casual")
	w.moves("m2", "a1 b1")
	for range 2 {
		question := accepted(t, w.as(ben).presses("/pick/resign", "m1"))
		says(t, question, "Resign this game of")
		if w.game("m1").Status == match.Over {
			t.Fatal("the game is over")
		}
	}
	accepted(t, w.as(ben).presses("/pick/resign", "m2"))
	if w.game("m2").Status != match.Over {
		t.Error("a casual game goes on")
	}
	accepted(t, w.as(ann).types("watch"))
	accepted(t, w.as(ann).presses("/pick/resign", "m3"))
	if w.game("m3").Status != match.Over {
		t.Error("a game between two computers goes on")
	}
}

func TestResignOldQuestion(t *testing.T) {
	t.Parallel()
	w, message := friends(t)
	question := w.as(ben).on(w.as(ben).on(message, "more"), "resign")
	w.moves("m1", "a1")
	refused(t, w.as(ben).on(question, "resign-yes"), texts.RefuseMovedOn)
}

func TestResignAtOnce(t *testing.T) {
	t.Parallel()
	w, message := friends(t)
	question := w.as(ben).on(w.as(ben).on(message, "more"), "resign")
	says(t, w.as(ben).on(question, "resign-yes"), "doesn't count")
	says(t, w.board("m1"), "doesn't count")
}
