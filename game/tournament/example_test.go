package tournament_test

import (
	"fmt"

	"noughts/game/match"
	"noughts/game/rules"
	"noughts/game/tournament"
)

// Three members play a round robin; the member who registered first wins all games.
func Example() {
	ids := 0
	pick := func(n int) int { ids++; return ids % n } // programs pass rand.IntN
	opts := tournament.Options{Match: match.Options{Variant: rules.Variants()[0]}}

	t, err := tournament.New("cup", "1", opts, t0)
	for i, member := range []string{"11", "12", "13"} {
		if err == nil {
			t, err = t.Register(member, 1500-i, t0)
		}
	}
	if err == nil {
		t, err = t.Start("1", pick, t0)
	}
	for err == nil && t.Status != tournament.Over {
		for _, p := range t.Open() {
			outcome := tournament.XWon
			if p.O < p.X {
				outcome = tournament.OWon
			}
			t, err = t.Report(p.Game(), outcome, t0)
		}
		if err == nil {
			t, err = t.Next(pick, t0)
		}
	}
	for _, row := range t.Table() {
		fmt.Printf("%d. %s: %d\n", row.Place, t.Players[row.Player].ID, row.Points/2)
	}
	fmt.Println(err)
	// Output:
	// 1. 11: 2
	// 2. 12: 1
	// 3. 13: 0
	// <nil>
}
