package commands

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"noughts/commands/texts"
	"noughts/game/match"
)

// TestPressAtOnce: of two presses on the same board one is played, and the other
// is told that the board has moved on.
func TestPressAtOnce(t *testing.T) {
	t.Parallel()
	w, message := friends(t)
	var both sync.WaitGroup
	replies := make([]Reply, 2)
	for n, square := range []string{"a1", "b2"} {
		both.Go(func() { replies[n] = w.as(ann).on(message, square) })
	}
	both.Wait()
	if (replies[0].Err == nil) == (replies[1].Err == nil) {
		t.Fatalf("%v and %v", replies[0].Err, replies[1].Err)
	}
	late := replies[0]
	if late.Err == nil {
		late = replies[1]
	}
	refused(t, late, texts.RefuseMovedOn)
	if late.Refresh != "m1" || len(w.game("m1").Moves) != 1 {
		t.Errorf("refreshes %q, moves %v", late.Refresh, w.game("m1").Moves)
	}
}

// TestPressRefuses: every press that changes nothing says why, and has an old
// board refreshed.
func TestPressRefuses(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		moves     string
		who, path string
		want      texts.Key
		refreshes match.ID
	}{
		"by a stranger":            {"", eve, "/m/m1/2/a1", texts.RefuseNotYours, ""},
		"out of turn":              {"", ben, "/m/m1/2/a1", texts.RefuseNotYourTurn, ""},
		"on an old board":          {"a1 b1", ann, "/m/m1/2/c1", texts.RefuseMovedOn, "m1"},
		"on one's own square":      {"a1 b1", ann, "/m/m1/4/a1", texts.RefuseOwnSquare, ""},
		"on the opponent's":        {"a1 b1", ann, "/m/m1/4/b1", texts.RefuseOpponentSquare, ""},
		"beside the board":         {"", ann, "/m/m1/2/d4", texts.RefuseNotASquare, ""},
		"after the end":            {"a1 b1 a2 b2 a3", ben, "/m/m1/6/c1", texts.RefuseOver, "m1"},
		"old, after the end":       {"a1 b1 a2 b2 a3", ben, "/m/m1/7/c1", texts.RefuseOver, "m1"},
		"in an unknown match":      {"", ann, "/m/m9/1/a1", texts.RefuseNoMatch, ""},
		"on a board to come":       {"", ann, "/m/m1/9/a1", texts.RefuseMovedOn, "m1"},
		"without a version":        {"", ann, "/m/m1/x/a1", texts.RefuseOldButton, ""},
		"at version 0":             {"", ann, "/m/m1/0/a1", texts.RefuseOldButton, ""},
		"with a match of no form":  {"", ann, "/m/mé/1/a1", texts.RefuseOldButton, ""},
		"of an unknown action":     {"", ann, "/m/m1/2/jump", texts.RefuseOldButton, ""},
		"of a foreign custom id":   {"", ann, "tic-tac-toe", texts.RefuseOldButton, ""},
		"of nothing":               {"", ann, "", texts.RefuseOldButton, ""},
		"of a menu without choice": {"", ann, "/m/m1/2/squares", texts.RefuseOldButton, ""},
		"of a row without number":  {"", ann, "/m/m1/2/board-x", texts.RefuseOldButton, ""},
		"of a board out of turn":   {"", ben, "/m/m1/2/board-1", texts.RefuseNotYourTurn, ""},
		"of an old board's board":  {"a1 b1", ann, "/m/m1/2/boards", texts.RefuseMovedOn, "m1"},
		"of a stranger's board":    {"", eve, "/m/m1/2/boards", texts.RefuseNotYours, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, _ := friends(t)
			w.moves("m1", test.moves)
			before := w.game("m1").Version
			reply := w.as(test.who).presses(test.path)
			refused(t, reply, test.want)
			if reply.Refresh != test.refreshes || w.game("m1").Version != before {
				t.Errorf("refreshes %q, version %d after %d", reply.Refresh, w.game("m1").Version, before)
			}
		})
	}
}

// TestPressTooLate: who runs out of time hears it, whichever comes first, the
// press or the bot's clock.
func TestPressTooLate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.as(ann).types("challenge", "member", ben, "clock", 30)
	w.as(ben).presses("/m/m1/1/accept")
	w.moves("m1", "a1 b1")
	w.now = w.now.Add(time.Minute)
	late := w.as(ann).presses("/m/m1/4/c1")
	refused(t, late, texts.RefuseTimeout)
	if late.Refresh != "m1" || w.game("m1").Result.Reason != match.ByTimeout {
		t.Errorf("refreshes %q, result %v", late.Refresh, w.game("m1").Result)
	}
	says(t, w.board("m1"), "⭕ <@1002> wins: ❌ <@1001> has run out of time")
}

// TestRowMenu: choosing a row shows its squares and changes nothing.
func TestRowMenu(t *testing.T) {
	t.Parallel()
	w, _ := against(t, "classic", "size", 6)
	w.moves("m1", "a1 b1 a2 b2 a3 c3")
	message := w.board("m1")
	offers(t, message, "rows", "draw", "takeback", "resign", "rules")
	message = accepted(t, w.as(ann).on(message, "rows", "3"))
	offers(t, message, "rows", "squares", "draw", "takeback", "resign", "rules")
	menus := pressable(message.Response.Data.Components)
	if got := menus[1].values; !slices.Equal(got, []string{"b3", "d3", "e3", "f3"}) {
		t.Errorf("squares %q", got)
	}
	message = accepted(t, w.as(ann).on(message, "rows", "1"))
	message = accepted(t, w.as(ann).on(message, "squares", "d1"))
	offers(t, message, "rows", "draw", "takeback", "resign", "rules")
	if got := w.game("m1").Moves; !slices.Equal(got, squares(t, "a1 b1 a2 b2 a3 c3 d1 c1")) {
		t.Errorf("moves %v", got)
	}
	refused(t, w.as(ann).on(message, "rows", "many"), texts.RefuseOldButton)
	refused(t, w.as(ann).on(message, "rows"), texts.RefuseOldButton)
}

// TestStoreFails: what goes wrong on our side is not explained to members, but
// kept for the log.
func TestStoreFails(t *testing.T) {
	t.Parallel()
	w, message := friends(t)
	w.matches.broken = errors.New("disk full at /dev/sda1")
	for _, reply := range []Reply{
		w.as(ann).on(message, "a1"), w.as(ann).types("move", "square", "a1"), w.as(ann).types("resign"),
		w.as(ann).types("games"), w.as(ann).types("classic"),
	} {
		refused(t, reply, texts.RefuseUnknown)
		if !errors.Is(reply.Err, w.matches.broken) {
			t.Errorf("the log gets %v", reply.Err)
		}
	}
	if got := w.as(ann).completes("move", "square", "a"); len(got) != 0 {
		t.Errorf("completes %q", got)
	}
}
