package card

import (
	"testing"

	"noughts/game"
)

// TestLessons: the boards of the rules show what their texts say.
func TestLessons(t *testing.T) {
	t.Parallel()
	for kind, outcomes := range map[string][]game.Outcome{
		"classic": {game.Won(game.X), game.Draw},
		"misere":  {game.Won(game.O), game.Draw},
	} {
		if len(kinds[kind].lessons) < len(outcomes) {
			t.Fatalf("%s has %d lessons", kind, len(kinds[kind].lessons))
		}
		for i, want := range outcomes {
			if p, _ := kinds[kind].lessons[i].play(kinds[kind].board); p.Outcome() != want {
				t.Errorf("%s, %s: %v, want %v", kind, p, p.Outcome(), want)
			}
		}
	}
	for i, want := range []int{6, game.FreeChoice} { // the bottom left board, then a free choice
		p, _ := kinds["ultimate"].lessons[i].play(game.Ultimate)
		if nested, ok := p.(game.Nested); !ok || nested.Forced() != want || p.ToMove() != game.O {
			t.Errorf("%s: not forced to %d", p, want)
		}
	}
}
