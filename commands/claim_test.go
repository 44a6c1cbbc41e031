package commands

import (
	"testing"
	"time"

	"noughts/game/match"
)

// TestClaim checks the button that ends a match whose time has run out, in a group, where the bot
// cannot edit the board by itself. Before that time, a press on the button is refused.
func TestClaim(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	group := func(id string) actor {
		return actor{w: w, id: id, channel: "700", locale: "en-US"}
	}
	message := accepted(t, group(ann).types("classic", "opponent", ben, "clock", 60))
	message = accepted(t, group(ben).on(message, "accept"))
	message = accepted(t, group(ann).on(message, "b2"))
	message = accepted(t, group(ben).on(message, "a1"))
	says(t, group(ben).on(message, "claim"), "still has time")
	says(t, group(eve).on(message, "claim"), "You aren't playing in this game.")
	w.now = w.now.Add(time.Minute)
	ended := accepted(t, group(ben).on(message, "claim"))
	if m := w.game(ended.Match); m.Result.Reason != match.ByTimeout {
		t.Errorf("the result is %+v", m.Result)
	}
	says(t, ended, "time")
	accepted(t, group(ann).on(message, "claim")) // the match is already over, so the press shows the final board
}

// TestTheComputerClaimsNothing checks that a match against the computer has no button to claim the
// time: the only clock that can run out is the member's own.
func TestTheComputerClaimsNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	message := accepted(t, actor{w: w, id: ann, channel: "700"}.types("classic", "size", 1, "clock", 60))
	offers(t, message, "a1", "more")
}

// TestAClockThatRanOutWhileTheBotWasAway checks that a move is in time if the clock ran out while
// the bot could not be reached.
func TestAClockThatRanOutWhileTheBotWasAway(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	message := accepted(t, w.as(ann).types("classic", "opponent", ben, "clock", 60))
	message = accepted(t, w.as(ben).on(message, "accept"))
	w.now = w.now.Add(time.Hour)
	w.back = w.now
	message = accepted(t, w.as(ann).on(message, "b2"))
	w.now = w.now.Add(time.Minute)
	says(t, w.as(ben).on(message, "a1"), "Time ran out")
}
