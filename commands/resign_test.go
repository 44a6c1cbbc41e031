package commands

import (
	"testing"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

func TestResign(t *testing.T) {
	t.Parallel()
	w, _ := friends(t)
	w.moves("m1", "a1 b1")
	accepted(t, w.as(ben).on(w.as(ben).types("resign"), "resign-yes"))
	message := w.board("m1")
	says(t, message, "❌ <@1001> wins: 🔵 <@1002> has resigned")
	offers(t, message, "rematch", "review", "more")
	pings(t, message)
	refused(t, w.as(ben).types("resign"), "refuse.no_game")
}

// TestResignAsksInRatedGames checks that /resign asks for confirmation in a rated game, also if the
// game was chosen from a menu, and ends a casual game at once.
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

// TestResignButton checks that the button Resign only asks for confirmation, and that the second
// press, on the private question, resigns and refreshes the board.
func TestResignButton(t *testing.T) {
	t.Parallel()
	w, _ := friends(t)
	w.moves("m1", "a1 b1")
	refused(t, w.as(ann).presses("/m/m1/2/resign"), texts.RefuseMovedOn)
	refused(t, w.as(eve).presses("/m/m1/4/resign"), "refuse.not_yours")
	message := w.board("m1")
	question := accepted(t, w.as(ben).on(w.as(ben).on(message, "more"), "resign"))
	if !question.page || w.game("m1").Status == match.Over {
		t.Fatalf("not a private question:\n%s", script(question))
	}
	done := accepted(t, w.as(ben).on(question, "resign-yes"))
	want := match.Result{Winner: game.X, Reason: match.ByResignation}
	if done.Behind != "m1" || done.Match != "" || w.game("m1").Result != want {
		t.Errorf("refreshes %q, shows %q, result %v", done.Behind, done.Match, w.game("m1").Result)
	}
	says(t, done, "You resigned.")
	refused(t, w.as(ben).on(question, "resign-yes"), texts.RefuseOver)
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
