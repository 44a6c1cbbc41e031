package e2e

import (
	"context"
	"strings"
	"testing"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// A bottomUp is a computer player that plays the last free square in reading order.
type bottomUp struct{}

func (bottomUp) Choose(_ context.Context, g ai.History) (ai.Choice, error) {
	p, err := rules.Replay(g.Start, g.Moves)
	if err != nil {
		return ai.Choice{}, err
	}
	moves := p.Moves()
	return ai.Choice{Move: moves[len(moves)-1]}, nil
}

// TestFourInARowAgainstTheComputer checks that four in a row wins on 7×7, and that a board that is too
// small for four in a row is refused.
func TestFourInARowAgainstTheComputer(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		if refused := alice.Uses("/classic in_a_row:4"); !strings.Contains(discordtest.Text(refused), "A 3×3 board has no room for 4 in a row") {
			t.Errorf("four in a row without a size is answered with\n%s", discordtest.Text(refused))
		}
		alice.Uses("/classic size:7 in_a_row:4")
		alice.Sees("Tic-tac-toe 7×7, 4 in a row")
		for _, square := range []string{"b2", "c2", "e2", "d2"} {
			alice.Uses("/move square:" + square)
		}
		alice.Sees("wins in row 2 (b2–e2)")
		shown, _ := live(alice)
		if !over(shown) {
			t.Errorf("after four in a row the board shows\n%s", discordtest.Text(shown))
		}
	}, func(_ *bot.Config, deps *bot.Deps) {
		deps.NewPlayer = func(game.Variant, string, uint64) (ai.Player, error) { return bottomUp{}, nil }
	})
}

// TestAChallengeToFourInARow plays four in a row on 7×7 between two members. The challenge, the list of
// games and the rematch name the variant.
func TestAChallengeToFourInARow(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		alice.Uses("/challenge member:@bob size:7 in_a_row:4")
		bob.Sees("Tic-tac-toe 7×7, 4 in a row")
		bob.PressesID("/accept")
		players := []*discordtest.Player{alice, bob}
		for i, square := range strings.Fields("a1 b1 b2 c1 c3 d1 e5") {
			players[i%2].Uses("/move square:" + square)
		}
		if listed := discordtest.Text(alice.Uses("/games")); !strings.Contains(listed, "7×7, 4 in a row") {
			t.Errorf("/games lists\n%s", listed)
		}
		bob.Uses("/move square:e1")
		alice.Sees("wins in row 1 (b1–e1)")
		bob.PressesID("/rematch")
		bob.Sees("Tic-tac-toe 7×7, 4 in a row")
	})
}
