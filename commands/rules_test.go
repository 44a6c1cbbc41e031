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

func TestPagesOfRulesAreRefused(t *testing.T) {
	t.Parallel()
	a := newWorld(t).as(ann)
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
