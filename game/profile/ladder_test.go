package profile_test

import (
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/rules"
)

// TestLadders checks which games share a ladder, and that each ladder can be climbed on the boards that share it.
func TestLadders(t *testing.T) {
	t.Parallel()
	climbed := map[game.Variant][]string{}
	for _, v := range rules.Variants() {
		ladder, ok := profile.LadderOf(v)
		pool := profile.PoolFor(v, true)
		if pool == "" && ok && ladder.Of != v || pool != "" && (!ok || profile.PoolFor(ladder.Of, true) != pool) {
			t.Errorf("%s climbs the ladder of %s, %v", v, ladder.Of, ok)
		}
		for _, level := range ai.Levels(v) {
			climbed[ladder.Of] = append(climbed[ladder.Of], ladder.With(level, profile.Win).Beaten...)
		}
	}
	for v, levels := range climbed {
		if v != (game.Variant{}) && len(slices.Compact(slices.Sorted(slices.Values(levels)))) != len(ai.Levels(v)) {
			t.Errorf("the ladder of %s cannot be climbed whole: %q", v, levels)
		}
	}
}

// TestClimbing plays a member up the ladder of 3×3 and checks what is climbed after each game, and what comes next.
func TestClimbing(t *testing.T) {
	t.Parallel()
	small, misere := game.Classic(3), rules.Misere(4)
	past := map[game.Variant][]string{}
	for i, c := range []struct {
		of      game.Variant
		level   string
		winner  game.Mark
		change  func(*profile.FinishedGame)
		climbed int
		next    string
		whole   bool
	}{
		{of: small, level: "beginner", winner: game.O, climbed: 0, next: "casual"},
		{of: small, level: "newcomer", winner: game.X, climbed: 2, next: "beginner"},
		{of: small, level: "newcomer", winner: game.X, climbed: 2, next: "beginner"},
		{of: small, level: "beginner", winner: game.X, change: func(g *profile.FinishedGame) { g.Hinted[0], g.TakenBack = true, true }, climbed: 3, next: "casual"},
		{of: small, level: "club", winner: game.X, change: func(g *profile.FinishedGame) { g.Casual = true }, climbed: 4, next: "rules"},
		{of: small, level: "rules", winner: game.Empty, climbed: 4, next: "scores"},
		{of: small, level: "rules", winner: game.X, climbed: 5, next: "scores"},
		{of: small, level: "perfect", winner: game.Empty, climbed: 6, next: "casual"},
		{of: small, level: "casual", winner: game.X, climbed: 7, next: "scores"},
		{of: misere, level: "strong", winner: game.X, climbed: 3, next: "beginner"},
		{of: small, level: "scores", winner: game.X, climbed: 8, whole: true},
		{of: small, level: "scores", winner: game.X, climbed: 8},
		{of: game.Classic(5), level: "scores", winner: game.X, climbed: 3, next: "beginner"},
		{of: game.Classic(5), level: "strong", winner: game.Empty, climbed: 3, next: "beginner"},
		{of: game.Classic(5), level: "club", winner: game.X, climbed: 4, next: "beginner"},
		{of: game.Ultimate, level: "champion", winner: game.Empty, climbed: 0, next: "random"},
		{of: game.InARow(6, 3), level: "champion", winner: game.X},
		{of: rules.Vanishing, level: "perfect", winner: game.Empty, climbed: 0, next: "random"},
		{of: rules.Vanishing, level: "beginner", winner: game.X, climbed: 3, next: "casual"},
	} {
		ladder, ok := profile.LadderOf(c.of)
		g := profile.FinishedGame{Variant: c.of, Players: [2]match.Player{match.Person("1"), match.Computer(c.level)}, Winner: c.winner, Ended: noon}
		if c.change != nil {
			c.change(&g)
		}
		counted := g.Count([2]profile.Past{{Beaten: past[ladder.Of]}}, 0, false)[0]
		ladder.Beaten = counted.Effect.Beaten
		past[ladder.Of] = ladder.Beaten
		next := ""
		if ok {
			next, _ = ladder.Next(c.of, c.level)
		}
		whole := slices.ContainsFunc(counted.MayEarn, func(e profile.Earned) bool { return e.Achievement == profile.WholeLadder })
		if ok && ladder.Climbed() != c.climbed || next != c.next || whole != c.whole {
			t.Errorf("game %d: %q are %d rungs, then comes %q, whole %v", i+1, ladder.Beaten, ladder.Climbed(), next, whole)
		}
	}
}
