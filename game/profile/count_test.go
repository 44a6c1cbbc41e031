package profile_test

import (
	"testing"
	"time"

	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
)

// TestADrawWithThePerfectLevelCostsNothing checks that a draw with level perfect costs even a
// strong member no points. A loss, or a draw with another level, must cost points.
func TestADrawWithThePerfectLevelCostsNothing(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 20, 0, 0, 0, time.UTC)
	strong := profile.Standing{Pool: profile.Classic3.AgainstComputer(), Rating: profile.Rating{Value: 1400_00, Deviation: 90_00, Volatility: 60_000, Time: now}}
	for _, c := range []struct {
		level  string
		winner game.Mark
		costs  bool
	}{{"perfect", game.Empty, false}, {"scores", game.Empty, true}, {"perfect", game.O, true}} {
		g := profile.FinishedGame{Variant: game.Classic(3), Players: [2]match.Player{match.Person("1"), match.Computer(c.level)}, Winner: c.winner, Ended: now}
		o := g.Rate([2]profile.Standing{strong, {}}, 1053, 0, false)
		if o.Verdict != profile.Rated || o.After[0].Rating.Value < strong.Rating.Value != c.costs {
			t.Errorf("%+v: %d after %d, %s", c, o.After[0].Rating.Value, strong.Rating.Value, o.Verdict)
		}
	}
}
