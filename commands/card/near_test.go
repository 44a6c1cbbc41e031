package card

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

// TestPressesOnALargeBoard checks that a move on a large board takes at most 1.3 presses on
// average. A square with a button takes one press, a square in a menu two. The moves come from 50
// recorded games with five in a row on 9×9 between the levels advanced to champion. Weaker levels
// are not used, because they often play at random and their moves cannot be predicted.
func TestPressesOnALargeBoard(t *testing.T) {
	t.Parallel()
	file, err := os.Open("testdata/games9.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var games, moves, presses int
	for lines := bufio.NewScanner(file); lines.Scan(); games++ {
		p := rules.Start(game.InARow(9, 5), game.X)
		_, played, _ := strings.Cut(lines.Text(), ": ")
		for _, name := range strings.Fields(played) {
			s, err := game.ParseSquare(name)
			if err != nil {
				t.Fatal(err)
			}
			buttons := suggestedSquares(p)
			if len(buttons) > maxNear {
				t.Fatalf("%d buttons on %s", len(buttons), p)
			}
			if moves, presses = moves+1, presses+1; !slices.Contains(buttons, s) {
				presses++
			}
			if p, err = p.Play(s); err != nil {
				t.Fatal(err)
			}
		}
	}
	mean := float64(presses) / float64(moves)
	t.Logf("%d games, %d moves, %.3f presses a move", games, moves, mean)
	if games != 50 || mean > 1.3 {
		t.Errorf("%d games, %.3f presses a move; want 50, at most 1.3", games, mean)
	}
}
