package commands

import (
	"testing"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

func TestWatch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	message := accepted(t, w.as(ann).types("watch", "game", "ultimate", "level_x", "random", "level_o", "local"))
	m := w.game("m1")
	if m.Players != [2]match.Player{match.Computer("random"), match.Computer("local")} || m.Options.Variant != game.Ultimate {
		t.Errorf("%v, %v", m.Players, m.Options)
	}
	pings(t, message)
	offers(t, message, "guess-x", "guess-o", "guess-draw", "stop", "more")
	says(t, message, "is thinking")
	refused(t, w.as(eve).on(message, "stop"), "refuse.not_yours")
	w.moves("m1", "e5 d4") // moves made while the member presses the button
	says(t, accepted(t, w.as(ann).on(message, "stop")), "The game was stopped")
	refused(t, w.as(ann).on(message, "stop"), texts.RefuseOver)
}

func TestWatchToTheEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.as(ann).types("watch", "size", 5, "in_a_row", 3, "level_x", "champion", "level_o", "random")
	w.moves("m1", "a1 b1 a2 b2 a3")
	message := w.board("m1")
	says(t, message, "wins in column a (a1–a3)")
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
