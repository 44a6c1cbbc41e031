package card

import (
	"testing"

	"noughts/game"
	"noughts/game/ultimate"
)

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
		if p, _ := ultimateLessons[i].play(game.Ultimate); p.(ultimate.Position).Forced() != want || p.ToMove() != game.O {
			t.Errorf("%s: not forced to %d", p, want)
		}
	}
}
