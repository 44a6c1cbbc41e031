package commands

import (
	"testing"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/rules"
)

// TestPlayButtons checks the button below the rules of misère, and what presses on buttons and menus that start a game are
// refused.
func TestPlayButtons(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	misere := accepted(t, w.as(ann).presses("/play/misere"))
	if v := w.game(misere.Match).Options.Variant; v != rules.Misere(3) {
		t.Errorf("a game of %s begins", v)
	}
	const menu = "/play/classic/friend"
	refused(t, w.as(ann).presses("/play/chess"), texts.RefuseOldButton)
	refused(t, w.as(ann).presses("/play/chess/friend", ben), texts.RefuseOldButton)
	refused(t, w.as(ann).presses(menu), texts.RefuseOldButton)
	refused(t, w.as(ann).presses(menu, gone), "refuse.left")
	if m := w.game(accepted(t, w.as(ann).presses(menu, me)).Match); m.Players[1] != match.Computer("beginner") {
		t.Errorf("the bot itself: %v", m.Players)
	}
	refused(t, actor{w: w, id: ann, channel: "700", direct: true}.presses("/play/friend"), texts.RefuseDirect)
}

// TestOwnGames checks that the refusal of a press on other members' boards offers a game of the user's own.
func TestOwnGames(t *testing.T) {
	t.Parallel()
	w, message := against(t, "classic", "size", 4, "style", "box", "level", "club")
	refusal := w.as(eve).on(message, "a1")
	refused(t, refusal, "refuse.not_yours")
	offers(t, refusal, "own")
	own := accepted(t, w.as(eve).on(refusal, "own"))
	if rec := w.records[own.Match]; rec.Match.Options.Variant != game.Classic(4) || rec.Place.Style != "box" ||
		rec.Match.Players != [2]match.Player{match.Person(eve), match.Computer("beginner")} {
		t.Errorf("%v, %v, %v", rec.Match.Options, rec.Match.Players, rec.Place)
	}
	accepted(t, w.as(ann).types("resign"))
	offers(t, w.as(eve).presses("/m/m1/1/rematch"), "own") // the refusal after the end of the game

	refused(t, w.as(eve).presses("/m/m9/1/own"), "refuse.no_match")
}

func TestWatchToTheEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.as(ann).types("watch", "size", 5, "in_a_row", 3, "level_x", "champion", "level_o", "random")
	w.moves("m1", "a1 b1 a2 b2 a3")
	message := w.board("m1")
	says(t, message, "wins · a1–a3")
	offers(t, message, "rematch", "review", "more")
	offers(t, w.as(eve).on(message, "rematch"), "own")
	offers(t, w.as(eve).on(w.as(ann).on(message, "more"), "share"), "own")
	if again := accepted(t, w.as(ann).on(message, "rematch")); !w.game(again.Match).Watched() {
		t.Error("the rematch is not to watch")
	}
}

func TestWatchInARow(t *testing.T) {
	t.Parallel()
	a := newWorld(t).as(ann)
	says(t, accepted(t, a.types("watch", "in_a_row", 3)), "### Tic-tac-toe 3×3")
}

func TestStopIsForWatching(t *testing.T) {
	t.Parallel()
	w, _ := friends(t)
	refused(t, w.as(ann).presses("/m/m1/2/stop"), texts.RefuseOldButton)
}
