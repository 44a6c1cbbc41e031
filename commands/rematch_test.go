package commands

import (
	"testing"
	"time"

	"noughts/game/match"
)

func TestRematch(t *testing.T) {
	t.Parallel()
	w, _ := friends(t)
	refused(t, w.as(ann).presses("/m/m1/2/rematch"), "refuse.not_over")
	w.moves("m1", "a1 b1 a2 b2 a3")
	message := w.board("m1")
	refused(t, w.as(eve).on(message, "rematch"), "refuse.not_yours")
	w.now = w.now.Add(time.Minute)
	asked := accepted(t, w.as(ann).on(message, "rematch"))
	pings(t, asked, ben)
	says(t, asked, "🔵 <@1001> challenges ❌ <@1002>")
	refused(t, w.as(ann).on(message, "rematch"), "refuse.rematch")
	begun := accepted(t, w.as(ben).on(message, "rematch")) // accepts ann's offer
	if begun.Match != asked.Match || w.game(begun.Match).Status != match.Playing {
		t.Errorf("asked for %s, begun %s", asked.Match, begun.Match)
	}
	if got := w.game(begun.Match).Players; got != [2]match.Player{match.Person(ben), match.Person(ann)} {
		t.Errorf("sides %v", got)
	}
	refused(t, w.as(ben).on(message, "rematch"), "refuse.rematch")
}

// TestRematchBesideAnotherGame checks that the bot does not confuse a rematch with another open game between the same
// two players, which they began while the first game was still in progress.
func TestRematchBesideAnotherGame(t *testing.T) {
	t.Parallel()
	w, _ := friends(t)
	w.as(ann).types("challenge", "member", ben)
	w.as(ben).presses("/m/m2/1/accept")
	w.now = w.now.Add(time.Minute)
	w.moves("m1", "a1 b1 a2 b2 a3")
	if again := accepted(t, w.as(ann).on(w.board("m1"), "rematch")); again.Match != "m3" {
		t.Errorf("the rematch is %s", again.Match)
	}
}

func TestRematchAgainstTheComputer(t *testing.T) {
	t.Parallel()
	w, message := against(t, "classic", "size", 1, "style", "box")
	message = accepted(t, w.as(ann).on(message, "a1"))
	says(t, message, "wins · a1")
	again := accepted(t, w.as(ann).on(message, "rematch")) // the computer plays X now and moves first
	m := w.game(again.Match)
	if !m.Players[0].IsComputer() || m.Result.Reason != match.ByLine {
		t.Errorf("%v, %v", m.Players, m.Result)
	}
	if style := w.records[again.Match].Place.Style; style != "box" {
		t.Errorf("style %q", style)
	}
}
