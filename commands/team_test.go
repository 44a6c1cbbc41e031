package commands

import (
	"strings"
	"testing"
	"time"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

func TestTeam(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	message := accepted(t, w.as(ann).types("team", "size", 5, "in_a_row", 4, "level", "random", "vote_clock", 300))
	m := w.game("m1")
	channel := w.as(ann).channel
	if m.Players != [2]match.Player{match.Team(channel), match.Computer("random")} || m.Options.Clock != 5*time.Minute || m.Starter != ann {
		t.Errorf("%+v", m)
	}
	pings(t, message)
	message = accepted(t, w.as(ben).on(message, "a1"))
	says(t, message, "can vote: press a square\n🗳️ 1 vote: a1 ×1")
	message = accepted(t, w.as(eve).on(message, "b1"))
	says(t, message, "can vote: press a square\n🗳️ 2 votes: a1 ×1, b1 ×1\n-# Tie: a1 was first")
	refused(t, w.as(ben).on(message, "play-voted"), "refuse.vote_owner")
	stranger := w.as(eve)
	stranger.channel = "77"
	refused(t, stranger.on(message, "c1"), "refuse.other_team")
	next := accepted(t, w.as(ann).on(message, "play-voted"))
	silent(t, next, "can vote") // the invitation is for the first move
	if moves := w.game("m1").Moves; len(moves) != 2 || moves[0] != game.At(0, 0) {
		t.Errorf("the moves are %v", moves)
	}
	refused(t, w.as(ben).on(message, "c1"), texts.RefuseMovedOn)
	refused(t, w.as(ben).presses("/m/m1/3/a1"), "refuse.own_square")
	refused(t, w.as(ann).presses("/m/m1/3/play-voted"), "refuse.no_votes")
	w.now = w.now.Add(5 * time.Minute) // the vote's time is over, but the bot's timer has not closed it yet
	refused(t, w.as(ben).on(next, "c1"), texts.RefuseMovedOn)
	refused(t, w.as(ben).presses("/m/m1/3/draw"), "refuse.not_yours")
	refused(t, w.as(ben).on(next, "stop"), "refuse.not_yours")
	question := accepted(t, w.as(ann).on(next, "stop"))
	says(t, question, "It ends for the whole team")
	if typed := accepted(t, w.as(ann).types("resign")); w.game("m1").Status == match.Over {
		t.Error("the game is over")
	} else {
		offers(t, typed, "stop-yes")
	}
	refused(t, w.as(ben).on(question, "stop-yes"), "refuse.not_yours")
	says(t, accepted(t, w.as(ann).on(question, "stop-yes")), "You stopped the game.")
	says(t, w.board("m1"), "The game was stopped")
	refused(t, w.as(ben).on(next, "c1"), texts.RefuseOver)
}

// TestATeamsFirstVoteWaits checks that a first vote without votes waits, and that its first vote starts the clock.
func TestATeamsFirstVoteWaits(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	accepted(t, w.as(ann).types("team", "size", 3))
	w.now = w.now.Add(time.Minute)
	w.change("m1", func(m match.Match) (match.Match, error) { return match.Record{Match: m}.TickAfter(began, w.now), nil })
	waiting := w.board("m1")
	says(t, waiting, "No vote from <#600> yet: the game waits for the first")
	silent(t, waiting, "⏳")
	w.now = w.now.Add(time.Hour)
	voted := accepted(t, w.as(ben).on(waiting, "a1"))
	says(t, voted, "⏳ "+card.Moment(w.now.Add(time.Minute)))
	says(t, voted, "1 vote: a1 ×1")
}

func TestTeamsThatCannotBe(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	outside := w.as(ann)
	outside.guild = ""
	refused(t, outside.types("team"), "refuse.team_here")
	if len(w.records) > 0 {
		t.Error("a match has begun")
	}
}

func TestVotesOnWhoWins(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	message := accepted(t, w.as(ann).types("watch", "size", 5))
	if voted := script(accepted(t, w.as(ben).on(message, "guess-draw"))); !strings.Contains(voted, "button 2 Draw ×1 ") || strings.Contains(voted, "1 vote") {
		t.Errorf("a vote on who wins:\n%s", voted)
	}
	refused(t, w.as(ben).presses("/m/m1/1/guess-ann"), texts.RefuseOldButton)
	w.moves("m1", "a1 b1 c1 d1 e1 a2 b2 c2")
	says(t, w.board("m1"), "1 vote: X wins, O wins, Draw ×1")
	refused(t, w.as(eve).on(message, "guess-x"), "refuse.guess_late")
	accepted(t, w.as(ann).on(message, "stop"))
	refused(t, w.as(eve).on(message, "guess-x"), texts.RefuseOver)
	accepted(t, w.as(ann).types("classic"))
	refused(t, w.as(ann).presses("/m/m2/1/guess-x"), texts.RefuseOldButton)
}

func TestWhereATeamIsChallenged(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		in      []string
		channel string
		there   *plan.Channel
		want    bool
	}{
		"everywhere":        {channel: "30", there: &plan.Channel{}, want: true},
		"where games are":   {in: []string{"20", "30"}, channel: "30", there: &plan.Channel{}, want: true},
		"elsewhere":         {in: []string{"20"}, channel: "30", there: &plan.Channel{}},
		"in a thread there": {in: []string{"20"}, channel: "30", there: &plan.Channel{Parent: "20"}, want: true},
		"in another thread": {in: []string{"20"}, channel: "30", there: &plan.Channel{Parent: "21"}},
	} {
		r := &plan.Request{}
		r.Server.Channels = test.in
		r.Language = texts.Load().ForLocale(texts.Default)
		if err := mayPlayThere(r, test.channel, test.there); (err == nil) != test.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
