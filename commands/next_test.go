package commands

import (
	"testing"

	"noughts/commands/texts"
	"noughts/game/match"
)

// TestNextGame checks that either player can begin the next game of a series, and that it begins only once.
func TestNextGame(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	message := accepted(t, w.as(ann).types("challenge", "member", ben, "best_of", 3))
	says(t, message, "best of 3: you swap sides after each game, and a draw is half a point")
	accepted(t, w.as(ben).on(message, "accept"))
	refused(t, w.as(ann).presses("/m/m1/2/next-game"), "refuse.not_over")
	w.moves("m1", "a1 b1 a2 b2 a3")
	over := w.board("m1")
	refused(t, w.as(eve).on(over, "next-game"), "refuse.not_yours")
	second := accepted(t, w.as(ben).on(over, "next-game"))
	says(t, second, "Game 2 of at most 3")
	refused(t, w.as(ann).on(over, "next-game"), "refuse.continued")
	if m := w.game(second.Match); m.ID != match.ID("m1").Next() || m.Starter != ann || m.Status != match.Playing {
		t.Errorf("%+v", m)
	}
	w.moves(second.Match, "a1 b1 a2 b2 a3")
	third := accepted(t, w.as(ben).on(w.board(second.Match), "next-game"))
	w.moves(third.Match, "a1 b1 a2 b2 a3")
	says(t, w.board(third.Match), "wins the series 2\u00a0–\u00a01")
	refused(t, w.as(ann).presses("/m/"+string(third.Match)+"/9/next-game"), "refuse.no_next")
}

// TestQueue checks that the players' boards stay valid when a member joins or leaves the queue to play the winner. A
// move on a board drawn before the change of the queue is accepted. A move on a board drawn before the last move is
// refused.
func TestQueue(t *testing.T) {
	t.Parallel()
	w, message := friends(t)
	accepted(t, w.as(eve).presses("/m/m1/2/queue"))
	refused(t, w.as(ben).presses("/m/m1/2/queue"), "refuse.plays")
	moved := accepted(t, w.as(ann).on(message, "a1"))
	accepted(t, w.as(eve).on(moved, "queue"))
	refused(t, w.as(ben).on(message, "b1"), texts.RefuseMovedOn)
	accepted(t, w.as(ben).on(moved, "b1"))
	if m := w.game("m1"); m.Queued(eve) || len(m.Moves) != 2 {
		t.Errorf("%+v", m)
	}
	refused(t, w.as(eve).presses("/next/m1/3/pass"), "refuse.no_next")
	refused(t, w.as(eve).presses("/next/m1/3/play"), "refuse.not_over")
}

// TestOnlyWhoMayChallengeWaits checks that a member whom a player has blocked cannot join the queue. It also checks
// that a queued member cannot begin the next match if the winner has stopped accepting challenges.
func TestOnlyWhoMayChallengeWaits(t *testing.T) {
	t.Parallel()
	w, _ := friends(t)
	w.members[ben] = match.Member{ID: ben, Blocked: []string{eve}}
	refused(t, w.as(eve).presses("/m/m1/2/queue"), "refuse.not_taking")
	w.members[ben] = match.Member{ID: ben}
	accepted(t, w.as(eve).presses("/m/m1/2/queue"))
	w.moves("m1", "a1 b1 a2 b2 a3")
	w.members[ann] = match.Member{ID: ann, Challengers: match.FromNobody}
	refused(t, w.as(eve).on(w.board("m1"), "next-play"), "refuse.not_taking")
	w.members[ann] = match.Member{ID: ann}
	begun := accepted(t, w.as(eve).on(w.board("m1"), "next-play"))
	if m := w.game(begun.Match); m.Players != [2]match.Player{match.Person(eve), match.Person(ann)} {
		t.Errorf("%+v", m.Players)
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
