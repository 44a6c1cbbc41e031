package profile_test

import (
	"fmt"
	"time"

	"noughts/game"
	"noughts/game/profile"
)

// Ann, with X, beats Ben. Both new ratings are computed from the ratings before the game.
func ExampleRating_After() {
	now := time.Date(2026, 11, 23, 20, 0, 0, 0, time.UTC)
	lastWeek := now.AddDate(0, 0, -7)
	ann := profile.Rating{Value: 1523_00, Deviation: 74_00, Volatility: 60_000, Time: lastWeek}
	ben := profile.Rating{Value: 1544_80, Deviation: 110_00, Volatility: 60_000, Time: lastWeek}

	newAnn := ann.After(ben, profile.ScoreOf(game.X, game.X), now)
	newBen := ben.After(ann, profile.ScoreOf(game.O, game.X), now)
	for _, r := range [][2]profile.Rating{{ann, newAnn}, {ben, newBen}} {
		before, after := r[0].Points(), r[1].Points()
		fmt.Printf("%d → %d (%+d), provisional: %v\n", before, after, after-before, r[1].Provisional())
	}
	// Output:
	// 1523 → 1539 (+16), provisional: false
	// 1545 → 1511 (-34), provisional: false
}

// A member who resigns against a level of the computer loses about half of the points that a game
// against a member would cost.
func ExampleRating_AfterLevel() {
	now := time.Date(2026, 11, 23, 20, 0, 0, 0, time.UTC)
	ann := profile.Rating{Value: 1523_00, Deviation: 74_00, Volatility: 60_000, Time: now}
	g := profile.Candidate{Variant: game.Ultimate, Decided: true, Levels: 1, Level: 1571, Member: ann}

	verdict, score := g.Verdict()
	fmt.Println(profile.PoolOf(g.Variant).AgainstComputer(), verdict)
	fmt.Println(ann.AfterLevel(g.Level, score, now).Points())
	// Output:
	// ultimate/computer rated
	// 1516
}
