package commands

import (
	"testing"

	"noughts/commands/texts"
	"noughts/game/match"
)

// seriesOf returns a world with a series of ann and ben.
func seriesOf(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	message := accepted(t, w.as(ann).types("challenge", "member", ben, "best_of", 3))
	says(t, message, "best of 3: you swap sides after each game, and a draw is half a point")
	accepted(t, w.as(ben).on(message, "accept"))
	return w
}

// TestNextGame: either player begins the next game, once.
func TestNextGame(t *testing.T) {
	t.Parallel()
	w := seriesOf(t)
	refused(t, w.as(ann).presses("/m/m1/2/next-game"), texts.RefuseNotOver)
	w.moves("m1", "a1 b1 a2 b2 a3")
	over := w.board("m1")
	refused(t, w.as(eve).on(over, "next-game"), texts.RefuseNotYours)
	second := accepted(t, w.as(ben).on(over, "next-game"))
	says(t, second, "Game 2 of at most 3")
	refused(t, w.as(ann).on(over, "next-game"), refuseContinued)
	if m := w.game(second.Match); m.ID != match.ID("m1").Next() || m.Owner != ann || m.Status != match.Playing {
		t.Errorf("%+v", m)
	}
	w.moves(second.Match, "a1 b1 a2 b2 a3")
	third := accepted(t, w.as(ben).on(w.board(second.Match), "next-game"))
	w.moves(third.Match, "a1 b1 a2 b2 a3")
	says(t, w.board(third.Match), "wins the series 2\u00a0–\u00a01")
	refused(t, w.as(ann).presses("/m/"+string(third.Match)+"/9/next-game"), refuseNoNext)
}

// TestBestOfIsRead: only some lengths there are, and none against the computer.
func TestBestOfIsRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, games := range []int{-3, 0, 1, 2, 4, 9, 1e6} {
		refused(t, w.as(ann).types("challenge", "member", ben, "best_of", games), texts.RefuseOption)
	}
	refused(t, w.as(ann).types("ultimate", "best_of", 3), refuseSeriesComputer)
	accepted(t, w.as(ann).types("ultimate", "opponent", ben, "best_of", 7))
}

// TestQueue: a press on the board that the queue has left behind is a move, and one on the
// board before that is not.
func TestQueue(t *testing.T) {
	t.Parallel()
	w, message := friends(t)
	for id := range w.records { // a server that has installed the bot
		r := w.records[id]
		r.Place.Guild, r.Place.Away = "500", false
		w.records[id] = r
	}
	accepted(t, w.as(eve).presses("/m/m1/2/queue"))
	refused(t, w.as(ben).presses("/m/m1/2/queue"), refusePlays)
	moved := accepted(t, w.as(ann).on(message, "a1"))
	accepted(t, w.as(eve).on(moved, "queue"))
	refused(t, w.as(ben).on(message, "b1"), texts.RefuseMovedOn)
	accepted(t, w.as(ben).on(moved, "b1"))
	if m := w.game("m1"); m.Queued(eve) || len(m.Moves) != 2 {
		t.Errorf("%+v", m)
	}
	refused(t, w.as(eve).presses("/next/m1/3/pass"), refuseNoNext)
	refused(t, w.as(eve).presses("/next/m1/3/play"), texts.RefuseNotOver)
}

// TestOnlyWhoMayChallengeWaits: whom a player has blocked does not wait to play, nor begin
// when the block came later.
func TestOnlyWhoMayChallengeWaits(t *testing.T) {
	t.Parallel()
	w, _ := friends(t)
	r := w.records["m1"]
	r.Place.Guild, r.Place.Away = "500", false
	w.records["m1"] = r
	w.members[ben] = match.Member{ID: ben, Blocked: []string{eve}}
	refused(t, w.as(eve).presses("/m/m1/2/queue"), refuseNotTaking)
	w.members[ben] = match.Member{ID: ben}
	accepted(t, w.as(eve).presses("/m/m1/2/queue"))
	w.moves("m1", "a1 b1 a2 b2 a3")
	w.members[ann] = match.Member{ID: ann, Challengers: match.FromNobody}
	refused(t, w.as(eve).on(w.board("m1"), "next-play"), refuseNotTaking)
	w.members[ann] = match.Member{ID: ann}
	begun := accepted(t, w.as(eve).on(w.board("m1"), "next-play"))
	if m := w.game(begun.Match); m.Players != [2]match.Player{match.Person(eve), match.Person(ann)} {
		t.Errorf("%+v", m.Players)
	}
}

// TestNobodyWaitsInATournament: it says who plays whom.
func TestNobodyWaitsInATournament(t *testing.T) {
	t.Parallel()
	w, _ := friends(t)
	r := w.records["m1"]
	r.Place.Guild, r.Place.Away, r.Tournament = "500", false, "t1"
	w.records["m1"] = r
	refused(t, w.as(eve).presses("/m/m1/2/queue"), refuseNoQueue)
	offers(t, accepted(t, w.as(eve).presses("/m/m1/2/more")), "rules", "describe")
}

// TestAQueueIsNoneElsewhere: members wait to play the winner, begin and pass in the server of the game alone.
func TestAQueueIsNoneElsewhere(t *testing.T) {
	t.Parallel()
	w, _ := friends(t)
	r := w.records["m1"]
	r.Place.Guild, r.Place.Away = "500", false
	w.records["m1"] = r
	elsewhere := w.as(eve)
	for _, elsewhere.guild = range []string{"501", ""} {
		refused(t, elsewhere.presses("/m/m1/2/queue"), texts.RefuseNoMatch)
	}
	accepted(t, w.as(eve).presses("/m/m1/2/queue"))
	w.moves("m1", "a1 b1 a2 b2 a3")
	for _, elsewhere.guild = range []string{"501", ""} {
		for _, button := range []string{"next-play", "next-pass"} {
			refused(t, elsewhere.on(w.board("m1"), button), texts.RefuseNoMatch)
		}
	}
	accepted(t, w.as(eve).on(w.board("m1"), "next-play"))
}
