package card

import (
	"testing"

	"noughts/game"
	"noughts/game/classic"
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
	for _, v := range classic.InARow.Variants {
		w := wordsOf(v)
		p, _ := w.lessons[0].play(w.board)
		if p.Outcome() != game.Won(game.X) || len(p.WinningLine()) != v.K {
			t.Errorf("%s, %s: %v, line %v", v, p, p.Outcome(), p.WinningLine())
		}
	}
	for i, want := range []int{6, game.FreeChoice} { // the bottom left board, then a free choice
		p, _ := kinds["ultimate"].lessons[i].play(game.Ultimate)
		if nested, ok := p.(game.Nested); !ok || nested.Forced() != want || p.ToMove() != game.O {
			t.Errorf("%s: not forced to %d", p, want)
		}
	}
}
