package commands

import (
	"testing"
	"time"

	"noughts/game/match"
)

// TestClaim: where the bot cannot edit its message, a button ends the match when
// the time is over, and not before.
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
	accepted(t, group(ann).on(message, "claim")) // too late, and still shown
}

// TestTheComputerClaimsNothing: the computer has no claim, and its opponent would claim their own loss.
func TestTheComputerClaimsNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	message := accepted(t, actor{w: w, id: ann, channel: "700"}.types("classic", "size", 1, "clock", 60))
	offers(t, message, "a1", "more")
}

// TestAClockThatRanOutWhileTheBotWasAway: the next move is in time.
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
