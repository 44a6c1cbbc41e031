package commands

import (
	"testing"

	"noughts/commands/texts"
	"noughts/render/golden"
)

func TestRules(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	golden.Check(t, "rules.classic.golden", script(accepted(t, w.as(ann).types("rules"))))
	golden.Check(t, "rules.ultimate.golden", script(accepted(t, w.as(ann).types("rules", "game", "ultimate"))))
	refused(t, w.as(ann).types("rules", "game", "chess"), texts.RefuseOption)
}

// TestRulesButton explains the game that is played, to anybody, and at any
// version.
func TestRulesButton(t *testing.T) {
	t.Parallel()
	w, message := against(t, "ultimate")
	w.moves("m1", "e5 d4")
	says(t, accepted(t, w.as(eve).on(w.as(eve).on(message, "more"), "rules")), "Nine local 3×3 boards")
	refused(t, w.as(eve).presses("/m/m7/1/rules"), texts.RefuseNoMatch)
}
