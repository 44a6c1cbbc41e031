package commands

import (
	"slices"
	"strings"
	"testing"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
)

// casual returns a world with a casual game of ann against the computer, which takes the first free
// square, and the game's message.
func casual(t testing.TB, command string, options ...any) (*world, answer) {
	t.Helper()
	return against(t, command, append([]any{"rated", "casual", "style", "plain"}, options...)...)
}

// TestHint checks the four steps of a hint: the first three lead to the move, the fourth shows the value of every
// square. The second and the third step mark squares on the board. A hint is recorded but changes nothing else in the
// game.
func TestHint(t *testing.T) {
	t.Parallel()
	w, message := casual(t, "classic")
	message = accepted(t, w.as(ann).on(message, "b2")) // the computer answers a1
	message = accepted(t, w.as(ann).on(message, "c3")) // the computer answers b1, so O threatens to win on c1
	page := accepted(t, w.as(ann).on(message, "hint"))
	if !page.private() || page.Behind != "m1" {
		t.Errorf("everybody sees the hint, or the board is not brought up to date:\n%s", script(page))
	}
	says(t, page, "You can force a win: look further ahead.")
	silent(t, page, "c1", "|")
	page = accepted(t, w.as(ann).on(page, "hint-2"))
	says(t, page, "Look at column c.")
	says(t, page, "<*>")
	if !page.page {
		t.Error("the second hint is not in the place of the first")
	}
	silent(t, page, "Play **c1**")
	page = accepted(t, w.as(ann).on(page, "hint-3"))
	says(t, page, "Play **c1**. X now wins in 3 moves or fewer (both sides' moves counted). It takes a square where O would win the game.")
	says(t, page, "<*>")
	page = accepted(t, w.as(ann).on(page, "hint-4"))
	says(t, page, "**c1**: wins in 3 moves or fewer\n**a2**: loses in 2 moves or fewer")
	says(t, page, "1  O |(O)|.9")
	says(t, page, "2 .0 | X |.0")
	if m := w.game("m1"); m.Hinted != [2]bool{true, false} || len(m.Moves) != 4 {
		t.Errorf("hinted %v after %d moves", m.Hinted, len(m.Moves))
	}
	says(t, w.board("m1"), "💡 ❌ <@1001> had help")
	message = accepted(t, w.as(ann).on(message, "c1")) // a press on a board that was drawn before the hint is accepted
	says(t, message, "move 7")
}

// silent checks that an answer contains none of the given words.
func silent(t testing.TB, r answer, words ...string) {
	t.Helper()
	for _, word := range words {
		if strings.Contains(spoken(r), word) {
			t.Errorf("says %q:\n%s", word, script(r))
		}
	}
}

// TestHintsAreOld checks that after a move the next step of an old hint is refused, and that invalid steps are refused.
func TestHintsAreOld(t *testing.T) {
	t.Parallel()
	w, message := casual(t, "classic")
	page := accepted(t, w.as(ann).on(message, "hint"))
	accepted(t, w.as(ann).on(message, "b2"))
	refused(t, w.as(ann).on(page, "hint-2"), texts.RefuseMovedOn)
	for _, odd := range []string{"hint-0", "hint-5", "hint-x", "why-0", "why-x", "why-yes-x", "coached-z9", "coached-"} {
		refused(t, w.as(ann).presses("/m/m1/4/"+odd), texts.RefuseOldButton)
	}
	refused(t, w.as(eve).on(w.board("m1"), "hint"), "refuse.not_yours")
	w.computer.busy = true
	refused(t, w.as(ann).on(w.board("m1"), "hint"), texts.RefuseEngineBusy)
	w.computer.busy, w.computer.slow = false, true
	accepted(t, w.as(ann).on(w.board("m1"), "c3"))
	refused(t, w.as(ann).types("hint"), "refuse.thinking")
	rated, _ := friends(t)
	refused(t, rated.as(ann).types("hint"), "refuse.hint_rated")
	refused(t, w.as(ann).presses("/m/m1/5/hint"), "refuse.thinking")
}

// TestWhy checks that any member can get an explanation of the computer's move, with the squares marked on the board.
func TestWhy(t *testing.T) {
	t.Parallel()
	w, message := casual(t, "classic")
	message = accepted(t, w.as(ann).on(message, "b2")) // the computer answers a1
	message = accepted(t, w.as(ann).on(message, "c3"))
	offers(t, message, "c1", "a2", "c2", "a3", "b3", "hint", "coach-on", "why-4", "more")
	page := accepted(t, w.as(ann).on(message, "why-4"))
	says(t, page, "Why O played b1")
	says(t, page, "It threatens to win on c1.")
	says(t, page, "<*>")
	if !page.private() || page.Behind != "m1" || w.game("m1").Hinted != [2]bool{true, false} {
		t.Errorf("it is no help, or not private:\n%s", script(page))
	}
	says(t, accepted(t, w.as(eve).on(message, "why-4")), "It threatens to win on c1.") // eve is not a player
	refused(t, w.as(ann).presses("/m/m1/6/why-6"), texts.RefuseMovedOn)
	refused(t, w.as(ann).presses("/m/m1/6/why-3"), texts.RefuseOldButton)
	w.computer.busy = true // without a search, the explanation names only facts that the position shows
	says(t, accepted(t, w.as(eve).presses("/m/m1/6/why-4")), "It threatens to win on c1.")
}

// TestHelpIsFree checks that help needs no confirmation in a member's first games against the weaker levels, and that
// afterwards one sentence says what it costs.
func TestHelpIsFree(t *testing.T) {
	t.Parallel()
	for played, asks := range map[int]bool{0: false, 9: false, 10: true} {
		for _, help := range []string{"hint", "coach-on"} {
			w, message := against(t, "classic", "level", "casual")
			w.played.profiles = map[string]profile.Profile{ann: {Records: []profile.Performance{
				{Variant: game.Classic(3), Level: "club", Tally: profile.Tally{Wins: 20}},
				{Variant: game.Ultimate, Level: "local", Tally: profile.Tally{Losses: played}},
				{Variant: game.Ultimate, Tally: profile.Tally{Wins: 20}},
			}}}
			got := accepted(t, w.as(ann).on(message, help))
			if w.game("m1").WasHinted() == asks {
				t.Errorf("%s after %d games:\n%s", help, played, script(got))
			}
			if asks {
				says(t, got, "Hints are free. This game just won't raise your strength.")
			}
		}
	}
}

// TestWhyInARatedGame checks that in a rated game a player must confirm the request for an
// explanation, and that other members are refused until the game is over.
func TestWhyInARatedGame(t *testing.T) {
	t.Parallel()
	w, message := against(t, "classic", "level", "club")
	message = accepted(t, w.as(ann).on(message, "b2"))
	refused(t, w.as(eve).presses("/m/m1/3/why-2"), "refuse.why_playing")
	offers(t, accepted(t, w.as(eve).on(message, "more")), "rules", "describe")
	page := accepted(t, w.as(ann).on(message, "more"))
	offers(t, page, "takeback", "hint", "coach-on", "resign", "rules", "describe", "why-2")
	asked := accepted(t, w.as(ann).on(page, "why-2"))
	says(t, asked, "This game just won't raise your strength.")
	if w.game("m1").WasHinted() {
		t.Error("the question alone makes the game casual")
	}
	says(t, accepted(t, w.as(ann).on(asked, "why-yes-2")), "Why O played a1")
	if !w.game("m1").WasHinted() {
		t.Error("nobody has noted the hint")
	}
	w.change("m1", func(m match.Match) (match.Match, error) { return m.Resign(ann, w.now) })
	says(t, accepted(t, w.as(eve).presses("/m/m1/3/why-2")), "Why O played a1")
	offers(t, accepted(t, w.as(eve).on(message, "more")), "review", "replay", "rules", "describe", "why-2")
}

func TestWhyOfALevelWithScores(t *testing.T) {
	t.Parallel()
	w, message := casual(t, "classic", "level", "scores")
	w.computer.choose = func(match.Match) game.Square { return squares(t, "c3")[0] }
	message = accepted(t, w.as(ann).on(message, "b2"))
	page := accepted(t, w.as(ann).on(message, "why-2"))
	says(t, page, "This level gives every square a score and plays the highest one.")
	says(t, page, "**c3** 4 · **b1** 3")

	w, _ = casual(t, "classic", "level", "scores", "size", 9)
	w.moves("m1", "e5 a1 e6 a2 e7 a3 d4 b1 c5 b2")
	page = accepted(t, w.as(ann).on(w.board("m1"), "why-10"))
	says(t, page, "This level gives every square a score")
}

func TestCoach(t *testing.T) {
	t.Parallel()
	w, message := against(t, "classic", "coach", true, "style", "plain")
	says(t, message, "Tic-tac-toe 3×3, casual, with the coach")
	message = accepted(t, w.as(ann).on(message, "b2")) // the computer answers a1
	message = accepted(t, w.as(ann).on(message, "c3")) // the computer answers b1, which threatens c1
	before := w.game("m1")
	for _, warn := range []answer{w.as(ann).on(message, "a2"), w.as(ann).types("move", "square", "a2")} {
		accepted(t, warn)
		says(t, warn, "Think again about a2")
		says(t, warn, "It doesn't stop O from winning on c1.")
		offers(t, warn, "coached-a2", "coached-no")
		if !warn.private() || !slices.Equal(w.game("m1").Moves, before.Moves) {
			t.Fatalf("it is played already, or everybody sees the warning:\n%s", script(warn))
		}
	}
	warned := w.as(ann).on(message, "a2")
	says(t, accepted(t, w.as(ann).on(warned, "coached-no")), "You didn't play it.")
	refused(t, w.as(eve).on(warned, "coached-a2"), "refuse.not_yours")
	played := accepted(t, w.as(ann).on(warned, "coached-a2"))
	says(t, played, "You played a2.")
	if m := w.game("m1"); len(m.Moves) != len(before.Moves)+2 || !played.page || played.Behind != "m1" {
		t.Errorf("moves %v:\n%s", m.Moves, script(played))
	}
	refused(t, w.as(ann).on(warned, "coached-a2"), texts.RefuseOver)
}

func TestTheCoachIsQuiet(t *testing.T) {
	t.Parallel()
	w, message := against(t, "classic", "coach", true)
	message = accepted(t, w.as(ann).on(message, "b2"))
	message = accepted(t, w.as(ann).on(message, "c3"))
	refused(t, w.as(ann).presses("/m/m1/5/b2"), "refuse.own_square")
	refused(t, w.as(ann).presses("/m/m1/3/a2"), texts.RefuseMovedOn)
	refused(t, w.as(eve).on(message, "a2"), "refuse.not_yours")
	w.computer.busy = true
	accepted(t, w.as(ann).on(message, "a2"))
	if len(w.game("m1").Moves) != 6 {
		t.Errorf("moves %v", w.game("m1").Moves)
	}
}

// TestTheCoachComesAndGoes checks that the coach can be switched on during a game, which then raises no rating, and off
// again.
func TestTheCoachComesAndGoes(t *testing.T) {
	t.Parallel()
	w, message := against(t, "ultimate", "level", "club")
	page := accepted(t, w.as(ann).on(message, "more"))
	asked := accepted(t, w.as(ann).on(page, "coach-on"))
	says(t, asked, "This game just won't raise your strength.")
	if w.game("m1").Options.Coach {
		t.Error("the question alone brings the coach")
	}
	says(t, accepted(t, w.as(ann).on(asked, "coach-yes")), "The coach will warn you")
	if m := w.game("m1"); !m.Options.Coach || !m.WasHinted() {
		t.Errorf("%+v", m)
	}
	says(t, w.board("m1"), "Ultimate tic-tac-toe, with the coach")
	page = accepted(t, w.as(ann).on(message, "more"))
	offers(t, page, "hint", "coach-off", "resign", "rules", "describe")
	says(t, accepted(t, w.as(ann).on(page, "coach-off")), "The coach won't warn you")
	if w.game("m1").Options.Coach {
		t.Error("the coach is still there")
	}
	accepted(t, w.as(ann).on(accepted(t, w.as(ann).on(message, "more")), "coach-on"))
	if !w.game("m1").Options.Coach {
		t.Error("in a casual game it is asked whether the coach may come")
	}
	refused(t, w.as(eve).presses("/m/m1/1/coach-on"), "refuse.not_yours")
}

// TestWhoHasNoCoach checks that games between members and rated games cannot have a coach.
func TestWhoHasNoCoach(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if accepted(t, w.as(ann).types("classic", "coach", false)); w.game("m1").Options.Coach {
		t.Error("nobody has asked for a coach")
	}
	w, _ = friends(t)
	refused(t, w.as(ann).presses("/m/m1/2/coach-on"), "refuse.no_coach")
}
