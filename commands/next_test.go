package commands

import (
	"testing"

	"noughts/game/match"
)

// TestNextGame checks the refusals of presses that begin the next game of a series, or that pass it on.
func TestNextGame(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	accepted(t, w.as(ben).on(accepted(t, w.as(ann).types("challenge", "member", ben, "best_of", 3)), "accept"))
	refused(t, w.as(ann).presses("/m/m1/2/next-game"), "refuse.not_over")
	refused(t, w.as(eve).presses("/next/m1/2/pass"), "refuse.no_next")
	w.moves("m1", "a1 b1 a2 b2 a3")
	over := w.board("m1")
	refused(t, w.as(eve).on(over, "next-game"), "refuse.not_yours")
	second := accepted(t, w.as(ben).on(over, "next-game"))
	refused(t, w.as(ann).on(over, "next-game"), "refuse.continued")
	if m := w.game(second.Match); m.ID != match.ID("m1").Next() || m.Starter != ann || m.Status != match.Playing {
		t.Errorf("%+v", m)
	}
}

// TestNobodyWaitsInATournament checks that a match of a tournament has no queue.
func TestNobodyWaitsInATournament(t *testing.T) {
	t.Parallel()
	w, _ := friends(t)
	r := w.records["m1"]
	r.Tournament = "t1"
	w.records["m1"] = r
	refused(t, w.as(eve).presses("/m/m1/2/queue"), "refuse.no_queue")
	offers(t, accepted(t, w.as(eve).presses("/m/m1/2/more")), "rules", "describe")
}

// TestAQueueIsNoneElsewhere checks that members can join the queue, begin the next match and pass
// only in the server of the match.
func TestAQueueIsNoneElsewhere(t *testing.T) {
	t.Parallel()
	w, _ := friends(t)
	elsewhere := w.as(eve)
	for _, elsewhere.guild = range []string{"501", ""} {
		refused(t, elsewhere.presses("/m/m1/2/queue"), "refuse.no_match")
	}
	accepted(t, w.as(eve).presses("/m/m1/2/queue"))
	w.moves("m1", "a1 b1 a2 b2 a3")
	for _, elsewhere.guild = range []string{"501", ""} {
		for _, button := range []string{"next-play", "next-pass"} {
			refused(t, elsewhere.on(w.board("m1"), button), "refuse.no_match")
		}
	}
	accepted(t, w.as(eve).on(w.board("m1"), "next-play"))
}
