package commands

import (
	"testing"

	"noughts/commands/texts"
	"noughts/game"
)

func TestRules(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	golden(t, "rules.classic.golden", script(accepted(t, w.as(ann).types("rules"))))
	golden(t, "rules.ultimate.golden", script(accepted(t, w.as(ann).types("rules", "game", "ultimate"))))
	refused(t, w.as(ann).types("rules", "game", "chess"), texts.RefuseOption)
}

// TestRulesButton explains the game that is played, to anybody, and at any
// version.
func TestRulesButton(t *testing.T) {
	t.Parallel()
	w, message := against(t, "ultimate")
	w.moves("m1", "e5 d4")
	says(t, accepted(t, w.as(eve).on(message, "rules")), "Nine local 3×3 boards")
	refused(t, w.as(eve).presses("/m/m7/1/rules"), texts.RefuseNoMatch)
}

// TestLessons: the boards of the rules show what their texts say.
func TestLessons(t *testing.T) {
	t.Parallel()
	outcomes := []game.Outcome{game.Won(game.X), game.Draw}
	for i, l := range classicLessons {
		if p, _ := l.play(game.Classic(3)); p.Outcome() != outcomes[i] {
			t.Errorf("%s: %v", p, p.Outcome())
		}
	}
	forced := []int{6, -1} // the bottom left board, then a free choice
	for i, want := range forced {
		if p, _ := ultimateLessons[i].play(game.Ultimate); forcedBoard(p) != want || p.ToMove() != game.O {
			t.Errorf("%s: forced %d", p, forcedBoard(p))
		}
	}
}
