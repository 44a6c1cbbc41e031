package commands

import (
	"testing"

	"noughts/commands/texts"
	"noughts/game/rules"
	"noughts/render/golden"
)

func TestRules(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	golden.Check(t, "rules.classic.golden", script(accepted(t, w.as(ann).types("rules"))))
	golden.Check(t, "rules.ultimate.golden", script(accepted(t, w.as(ann).types("rules", "game", "ultimate"))))
	golden.Check(t, "rules.sends.golden", script(accepted(t, w.as(ann).presses("/rules/ultimate/2/f6"))))
}

func TestRulesPages(t *testing.T) {
	t.Parallel()
	a := newWorld(t).as(ann)
	page := accepted(t, a.types("rules", "game", "ultimate"))
	page = accepted(t, a.on(page, "2"))
	says(t, page, "Page 2 of 5")
	offers(t, page, "d4", "e4", "f4", "d5", "e5", "f5", "d6", "e6", "f6", "1", "3", "learn")
	page = accepted(t, a.on(page, "f6"))
	says(t, page, "must play in the bottom right board")
	offers(t, page, "1", "2", "3", "learn")
	offers(t, accepted(t, a.presses("/rules/ultimate/5")), "4", "ultimate", "learn")
	for _, path := range []string{
		"/rules/ultimate/0", "/rules/ultimate/6", "/rules/ultimate/x", "/rules/chess/1",
		"/rules/ultimate/2/a1", "/rules/ultimate/2/x", "/rules/ultimate/1/g1", "/rules/classic/1/b2",
	} {
		refused(t, a.presses(path), texts.RefuseOldButton)
	}
}

func TestMisereOnOtherBoards(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := w.as(ann)
	accepted(t, a.types("classic", "variant", "misere", "size", 5))
	if v := w.game("m1").Options.Variant; v != rules.Misere(5) {
		t.Errorf("a game of %s begins", v)
	}
	accepted(t, a.types("watch", "variant", "misere"))
	if v := w.game("m2").Options.Variant; v != rules.Misere(3) {
		t.Errorf("a game of %s is watched", v)
	}
}
