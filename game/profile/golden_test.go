package profile_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"noughts/game/profile"
	"noughts/render/golden"
)

// TestThousandGames checks that 1,000 games give the ratings in the golden file games.txt, on processors with and
// without FMA (tested with GOARCH=386, GOAMD64=v3 and GOARCH=arm64). If this test fails, a change of the code has
// changed how ratings are computed, and new ratings do not fit those that are already stored.
func TestThousandGames(t *testing.T) {
	t.Parallel()
	dice := rand.New(rand.NewPCG(2026, 11))
	now := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	members := make([]profile.Rating, 24)
	for i := range members {
		members[i] = profile.NewRating()
	}
	levels := []int{500, 674, 872, 1053, 1398, 1737, 2248, 2955}
	var list strings.Builder
	for range 1000 {
		now = now.Add(time.Duration(dice.Int64N(int64(12 * time.Hour)))).Truncate(time.Millisecond)
		if dice.IntN(50) == 0 {
			now = now.Add(time.Duration(dice.IntN(200)) * 24 * time.Hour)
		}
		a, b, score := dice.IntN(len(members)), dice.IntN(len(members)-1), profile.HalfPoints(dice.IntN(3))
		if dice.IntN(4) == 0 {
			level := levels[dice.IntN(len(levels))]
			members[a] = members[a].AfterLevel(level, score, now)
			fmt.Fprintf(&list, "%d: %d scores %d of 2 against level %d: %s\n", now.UnixMilli(), a, score, level, numbers(members[a]))
			continue
		}
		if b >= a {
			b++ // so that a and b differ
		}
		members[a], members[b] = members[a].After(members[b], score, now), members[b].After(members[a], profile.Win-score, now)
		fmt.Fprintf(&list, "%d: %d scores %d of 2 against %d: %s, %s\n",
			now.UnixMilli(), a, score, b, numbers(members[a]), numbers(members[b]))
	}
	golden.Check(t, "games.txt", list.String())
}

// numbers returns the stored fields of a rating: value, deviation, volatility.
func numbers(r profile.Rating) string {
	return fmt.Sprint(r.Value, " ", r.Deviation, " ", r.Volatility)
}
