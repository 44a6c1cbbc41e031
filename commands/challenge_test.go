package commands

import (
	"testing"
	"time"

	"noughts/commands/card"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

func TestChallenge(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	message := accepted(t, w.as(ann).types("challenge", "member", ben, "game", "ultimate", "clock", 60))
	pings(t, message, ben)
	offers(t, message, "accept", "decline", "withdraw")
	says(t, message, "❌ <@1001> challenges 🔵 <@1002>")
	says(t, message, "-# rated · 1 minute a move · ❌ <@1001> goes first · expires <t:")
	says(t, message, card.Moment(began.Add(match.ChallengeLife)))
	message = accepted(t, w.as(ben).on(message, "accept"))
	if m := w.game("m1"); m.Status != match.Playing || m.Options.Variant != game.Ultimate {
		t.Errorf("after it was accepted: %+v", m)
	}
	says(t, message, card.Moment(began.Add(time.Minute)))
}

// TestWhoBeginsIsTossed checks that no member has a mark before a coin has decided who moves first.
func TestWhoBeginsIsTossed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	message := accepted(t, w.as(ann).types("challenge", "member", ben, "first", "random"))
	says(t, message, "\n<@1001> challenges <@1002>\n")
	says(t, w.as(eve).types("games"), "Tic-tac-toe 3×3: <@1001> against <@1002>, a challenge")
	says(t, accepted(t, w.as(ben).on(message, "accept")), "❌ <@1001>** to move") // the coin of the tests always falls on X
}

func TestChallengeAnyone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	message := accepted(t, w.as(ann).types("challenge"))
	pings(t, message)
	offers(t, message, "accept", "withdraw")
	says(t, message, "❌ <@1001> challenges anyone here")
	refused(t, w.as(ann).on(message, "accept"), "refuse.own_challenge")
	accepted(t, w.as(eve).on(message, "accept"))
	refused(t, w.as(ben).on(message, "accept"), "refuse.started")
	if got := w.game("m1").Players[1]; got != match.Person(eve) {
		t.Errorf("against %v", got)
	}
}

func TestChallengeOfThisBot(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	accepted(t, w.as(ann).types("challenge", "member", me))
	if m := w.game("m1"); m.Status != match.Playing || !m.Players[1].IsComputer() {
		t.Errorf("%+v", m)
	}
}

func TestChallengeAnswers(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		who, action string
		want        texts.Key // the refusal, or "" if the press is accepted
		said        string
	}{
		{ben, "decline", "", "<@1002> declined"},
		{ann, "withdraw", "", "<@1001> withdrew"},
		{eve, "accept", "refuse.not_for_you", ""},
		{eve, "decline", "refuse.not_for_you", ""},
		{eve, "withdraw", "refuse.not_owner", ""},
		{ben, "withdraw", "refuse.not_owner", ""},
		{ann, "accept", "refuse.own_challenge", ""},
		{ann, "decline", "refuse.own_challenge", ""},
	} {
		t.Run(test.who+" "+test.action, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			message := w.as(ann).types("challenge", "member", ben)
			answer := w.as(test.who).on(message, test.action)
			if test.want != "" {
				refused(t, answer, test.want)
				return
			}
			says(t, accepted(t, answer), test.said)
			offers(t, answer)
			refused(t, w.as(ben).on(message, "accept"), "refuse.no_challenge")
		})
	}
}

func TestChallengeFromMenu(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	challenge := w.as(ann).uses
	message := accepted(t, challenge(ben))
	pings(t, message, ben)
	offers(t, message, "accept", "decline", "withdraw")
	refused(t, challenge(ann), "refuse.self")
	refused(t, challenge(otherBot), "refuse.bot")
	refused(t, challenge(gone), "refuse.left")
	offers(t, accepted(t, challenge(me)), "a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3", "hint", "coach-on", "more")
}

func TestDirectMessages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	direct := actor{w: w, id: ann, channel: "700", direct: true}
	refused(t, direct.types("challenge", "member", ben), texts.RefuseDirect)
	refused(t, direct.types("challenge"), texts.RefuseDirect)
	accepted(t, direct.types("classic"))
	accepted(t, direct.types("move", "square", "b2"))
	group := actor{w: w, id: ann, channel: "701"}
	pings(t, accepted(t, group.types("challenge", "member", gone)), gone)
}

func TestCasual(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const heading, small = "### Tic-tac-toe 3×3, casual\n", "### Tic-tac-toe 2×2\n"
	message := accepted(t, w.as(ann).types("challenge", "member", ben, "rated", "casual"))
	says(t, message, "-# casual · no clock · ")
	says(t, accepted(t, w.as(ben).on(message, "accept")), heading)
	w.moves("m1", "a1 b1 a2 b2 a3")
	says(t, w.board("m1"), "-# Tic-tac-toe 3×3, casual")
	w.now = w.now.Add(time.Minute)
	says(t, accepted(t, w.as(ben).on(w.board("m1"), "rematch")), "-# casual · ")
	if m := w.game("m2"); !m.Options.Casual {
		t.Errorf("the rematch is %+v", m.Options)
	}
	says(t, accepted(t, w.as(ann).types("classic", "rated", "casual")), heading)
	says(t, accepted(t, w.as(ann).types("ultimate", "rated", "casual")), "### Ultimate tic-tac-toe, casual\n")
	says(t, accepted(t, w.as(ann).types("classic", "rated", "casual", "size", 2)), small)
	says(t, accepted(t, w.as(ann).types("classic", "rated", "rated")), "### Tic-tac-toe 3×3\n")
}

// TestBothMembersMustWantARatedGame checks that a game is casual if one of its members has switched off rated games.
func TestBothMembersMustWantARatedGame(t *testing.T) {
	t.Parallel()
	for name, begin := range map[string]func(t *testing.T, w *world) match.ID{
		"an open challenge, by who takes it": func(t *testing.T, w *world) match.ID {
			open := accepted(t, w.as(ann).types("challenge"))
			w.members[ben] = match.Member{ID: ben, Casual: true}
			return accepted(t, w.as(ben).on(open, "accept")).Match
		},
		"a rematch, by who asks": func(t *testing.T, w *world) match.ID {
			end := w.oncePlayed(t)
			w.members[ben] = match.Member{ID: ben, Casual: true}
			return accepted(t, w.as(ben).on(end, "rematch")).Match
		},
		"a rematch, by the other": func(t *testing.T, w *world) match.ID {
			end := w.oncePlayed(t)
			w.members[ann] = match.Member{ID: ann, Casual: true}
			return accepted(t, w.as(ben).on(end, "rematch")).Match
		},
		"a rematch, by who accepts it": func(t *testing.T, w *world) match.ID {
			end := w.oncePlayed(t)
			accepted(t, w.as(ben).on(end, "rematch"))
			w.members[ann] = match.Member{ID: ann, Casual: true}
			return accepted(t, w.as(ann).on(end, "rematch")).Match
		},
		"another game against the computer": func(t *testing.T, w *world) match.ID {
			accepted(t, w.as(ann).types("classic"))
			accepted(t, w.as(ann).types("resign"))
			w.members[ann] = match.Member{ID: ann, Casual: true}
			return accepted(t, w.as(ann).on(w.board("m1"), "rematch")).Match
		},
		"the winner, by who comes": func(t *testing.T, w *world) match.ID { return w.playsTheWinner(t, eve) },
		"the winner, by who stays": func(t *testing.T, w *world) match.ID { return w.playsTheWinner(t, ann) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			if m := w.game(begin(t, w)); !m.Options.Casual {
				t.Errorf("%+v counts for both", m.Options)
			}
		})
	}
}

func (w *world) oncePlayed(t *testing.T) answer {
	t.Helper()
	accepted(t, w.as(ben).on(accepted(t, w.as(ann).types("challenge", "member", ben)), "accept"))
	w.moves("m1", "a1 b1 a2 b2 a3")
	w.now = w.now.Add(time.Minute)
	return w.board("m1")
}

// playsTheWinner begins a match of eve against ann. eve has queued to play the winner of a game, and
// ann has won it. Before that match, the member `casual` switches off rated games.
func (w *world) playsTheWinner(t *testing.T, casual string) match.ID {
	t.Helper()
	accepted(t, w.as(ben).on(accepted(t, w.as(ann).types("challenge", "member", ben)), "accept"))
	accepted(t, w.as(eve).presses("/m/m1/2/queue"))
	w.moves("m1", "a1 b1 a2 b2 a3")
	w.members[casual] = match.Member{ID: casual, Casual: true}
	return accepted(t, w.as(eve).on(w.board("m1"), "next-play")).Match
}
