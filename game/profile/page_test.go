package profile_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/profile"
	"noughts/game/puzzle"
)

// TestRatingsPage checks that docs/ratings.md lists every verdict in the order of the code, and states the numbers of
// the code's constants.
func TestRatingsPage(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "ratings.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := strings.Join(strings.Fields(string(text)), " ")
	var listed, verdicts []string
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "| `"); ok {
			name, _, _ = strings.Cut(name, "`")
			listed = append(listed, name)
		}
	}
	for v := profile.Rated + 1; v.String() != ""; v++ {
		verdicts = append(verdicts, v.String())
	}
	if !slices.Equal(listed, verdicts) {
		t.Errorf("the page lists %q, the verdicts are %q", listed, verdicts)
	}
	for _, said := range []string{
		fmt.Sprintf("The first %d rated games", profile.Placement),
		fmt.Sprintf("but from %d at most", profile.NewRating().Points()),
		fmt.Sprintf("more than %d points above the level", profile.MostAhead),
		fmt.Sprintf("have played %d games that day", profile.MostGames),
		fmt.Sprintf("a win within %d moves of both sides", profile.ForcedPlies),
		fmt.Sprintf("fewer than %d puzzles fit", puzzle.LeastFitting),
	} {
		if !strings.Contains(page, said) {
			t.Errorf("docs/ratings.md does not say %q", said)
		}
	}
	for k, name := range map[int]string{3: "three", 4: "four", 5: "five"} {
		first := 0
		for n := k + 1; n <= game.MaxSize; n++ {
			switch forced := profile.WonByForce(game.InARow(n, k)); {
			case forced && first == 0:
				first = n
			case !forced && first > 0:
				t.Errorf("%d in a row is won by force on %d×%d, but not on %d×%d", k, first, first, n, n)
			}
		}
		said := fmt.Sprintf("%s in a row from %d×%d to %d×%d", name, first, first, game.MaxSize, game.MaxSize)
		if strings.Contains(page, said) != (first > 0) {
			t.Errorf("docs/ratings.md says %q: %v", said, first == 0)
		}
	}
}
