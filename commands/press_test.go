package commands

import (
	"testing"
	"time"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
	"noughts/render/golden"
)

// TestDecidedAgain checks that the decision about a press can be repeated on a newer match, as happens if another
// request was saved first. The press is then refused as stale, because the board has changed.
func TestDecidedAgain(t *testing.T) {
	t.Parallel()
	w, message := friends(t)
	r := w.as(ann).request(plan.Press, "/m/m1/2/b2")
	press, err := w.routed(r).Handle(r)
	if err != nil {
		t.Fatal(err)
	}
	on := press.(plan.On)
	before := w.records["m1"]
	decided, err := on.Decide(r, before, w.factsOn(before))
	if err != nil || decided.Next.Version != 3 || len(before.Match.Moves) != 0 {
		t.Fatalf("%+v, %v", decided, err)
	}
	accepted(t, w.as(ann).on(message, "a1"))
	says(t, accepted(t, w.as(eve).presses("/m/m1/3/taken-a1")), "a1")
	refused(t, w.as(eve).presses("/m/m1/3/taken-c3"), texts.RefuseMovedOn)
	if _, err = on.Decide(r, w.records["m1"], w.factsOn(w.records["m1"])); refusalOf(err).Key != texts.RefuseMovedOn || !w.Stale(err) {
		t.Errorf("decided again: %v", err)
	}
}

// TestPressRefuses checks that every refused press says why, and that an outdated board is refreshed.
func TestPressRefuses(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		moves     string
		who, path string
		want      texts.Key
		refreshes match.ID
	}{
		"by a stranger":            {"", eve, "/m/m1/2/a1", "refuse.not_yours", ""},
		"out of turn":              {"", ben, "/m/m1/2/a1", "refuse.not_your_turn", ""},
		"on an old board":          {"a1 b1", ann, "/m/m1/2/c1", texts.RefuseMovedOn, "m1"},
		"on one's own square":      {"a1 b1", ann, "/m/m1/4/a1", "refuse.own_square", ""},
		"on the opponent's":        {"a1 b1", ann, "/m/m1/4/b1", "refuse.opponent_square", ""},
		"beside the board":         {"", ann, "/m/m1/2/d4", "refuse.not_a_square", ""},
		"after the end":            {"a1 b1 a2 b2 a3", ben, "/m/m1/6/c1", texts.RefuseOver, "m1"},
		"old, after the end":       {"a1 b1 a2 b2 a3", ben, "/m/m1/7/c1", texts.RefuseOver, "m1"},
		"in an unknown match":      {"", ann, "/m/m9/1/a1", "refuse.no_match", ""},
		"on a board to come":       {"", ann, "/m/m1/9/a1", texts.RefuseMovedOn, "m1"},
		"without a version":        {"", ann, "/m/m1/x/a1", texts.RefuseOldButton, ""},
		"at version 0":             {"", ann, "/m/m1/0/a1", texts.RefuseOldButton, ""},
		"with a match of no form":  {"", ann, "/m/mé/1/a1", texts.RefuseOldButton, ""},
		"of an unknown action":     {"", ann, "/m/m1/2/jump", texts.RefuseOldButton, ""},
		"of a foreign custom id":   {"", ann, "tic-tac-toe", texts.RefuseOldButton, ""},
		"of nothing":               {"", ann, "", texts.RefuseOldButton, ""},
		"of a menu without choice": {"", ann, "/m/m1/2/squares", texts.RefuseOldButton, ""},
		"of a row without number":  {"", ann, "/m/m1/2/board-x", texts.RefuseOldButton, ""},
		"of a board out of turn":   {"", ben, "/m/m1/2/board-1", "refuse.not_your_turn", ""},
		"of an old board's board":  {"a1 b1", ann, "/m/m1/2/boards", texts.RefuseMovedOn, "m1"},
		"of a stranger's board":    {"", eve, "/m/m1/2/boards", "refuse.not_yours", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, _ := friends(t)
			w.moves("m1", test.moves)
			before := w.game("m1").Version
			reply := w.as(test.who).presses(test.path)
			refused(t, reply, test.want)
			if reply.Behind != test.refreshes || w.game("m1").Version != before {
				t.Errorf("refreshes %q, version %d after %d", reply.Behind, w.game("m1").Version, before)
			}
		})
	}
}

func TestPressTooLate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.as(ann).types("challenge", "member", ben, "clock", 30)
	w.as(ben).presses("/m/m1/1/accept")
	w.moves("m1", "a1 b1")
	w.now = w.now.Add(time.Minute)
	late := w.as(ann).presses("/m/m1/4/c1")
	refused(t, late, "refuse.timeout")
	if late.Behind != "m1" || w.game("m1").Result.Reason != match.ByTimeout {
		t.Errorf("refreshes %q, result %v", late.Behind, w.game("m1").Result)
	}
	says(t, w.board("m1"), "🔵 <@1002> wins: ❌ <@1001> has run out of time")
}

// TestClaim checks who may end a match whose time has run out, in a group, where the bot cannot edit its board.
func TestClaim(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	group := func(id string) actor { return actor{w: w, id: id, channel: "700", locale: "en-US"} }
	message := accepted(t, group(ben).on(accepted(t, group(ann).types("classic", "opponent", ben, "clock", 60)), "accept"))
	message = accepted(t, group(ben).on(accepted(t, group(ann).on(message, "b2")), "a1"))
	refused(t, group(eve).on(message, "claim"), "refuse.not_yours")
	says(t, group(ben).on(message, "claim"), "still has time")
	w.now = w.now.Add(time.Minute)
	for _, id := range []string{ben, ann} { // the second press shows the end
		says(t, accepted(t, group(id).on(message, "claim")), "has run out of time")
	}
}

// TestCustomIDsStay compares all patterns of custom ids with a golden file, because old messages
// still contain them. Rule: docs/upgrades.md.
func TestCustomIDsStay(t *testing.T) {
	t.Parallel()
	var lines []string
	for _, id := range New(texts.Load(), "", Installed{}).CustomIDs() {
		kind := "press"
		if id.Kind == plan.Form {
			kind = "form"
		}
		lines = append(lines, kind+" "+id.Pattern)
	}
	golden.Keep(t, "custom_ids.golden", lines)
}
