package rating_test

import (
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/match"
	"noughts/game/rating"
	"noughts/game/rules"
)

func TestVerdict(t *testing.T) {
	t.Parallel()
	members := rating.Game{Variant: game.Ultimate, Decided: true}
	level := rating.Game{Variant: game.Ultimate, Decided: true, Levels: 1, Level: 1000, Member: at(1400, 60)}
	for _, c := range []struct {
		name   string
		game   rating.Game
		change func(*rating.Game)
		want   rating.Verdict
	}{
		{"two members", members, func(*rating.Game) {}, rating.Counts},
		{"their 6th game", members, func(g *rating.Game) { g.CountedToday = 5 }, rating.Counts},
		{"their 7th game", members, func(g *rating.Game) { g.CountedToday = 6 }, rating.Enough},
		{"moves that an opponent gave back", members, func(g *rating.Game) { g.TakenBack = true }, rating.Counts},
		{"casual", members, func(g *rating.Game) { g.Casual = true }, rating.Casual},
		{"hinted", members, func(g *rating.Game) { g.Hinted = true }, rating.Hinted},
		{"a board without ratings", members, func(g *rating.Game) { g.Variant = game.Classic(2) }, rating.NoPool},
		{"400 above the level", level, func(*rating.Game) {}, rating.Counts},
		{"more than 400 above the level", level, func(g *rating.Game) { g.Member.Value++ }, rating.WeakLevel},
		{"far below the level", level, func(g *rating.Game) { g.Level = 2955 }, rating.Counts},
		{"the 7th game against a level", level, func(g *rating.Game) { g.CountedToday = 6 }, rating.Counts},
		{"a level that was never measured", level, func(g *rating.Game) { g.Level = 0 }, rating.Unmeasured},
		{"a move that the computer gave back", level, func(g *rating.Game) { g.TakenBack = true }, rating.TakenBack},
		{"casual against a level", level, func(g *rating.Game) { g.Casual = true }, rating.Casual},
		{"hinted against a level", level, func(g *rating.Game) { g.Hinted = true }, rating.Hinted},
		{"undecided against a level", level, func(g *rating.Game) { g.Decided = false }, rating.Undecided},
		{"two levels", level, func(g *rating.Game) { g.Levels = 2 }, rating.Watched},
		{"two levels, stopped", level, func(g *rating.Game) { g.Levels, g.Decided = 2, false }, rating.Watched},
	} {
		c.change(&c.game)
		if got := c.game.Verdict(); got != c.want {
			t.Errorf("%s: the verdict is %d, want %d", c.name, got, c.want)
		}
	}
}

// Resignations, forfeits and agreed draws count; what came to no result does not.
func TestVerdictOfEveryEnd(t *testing.T) {
	t.Parallel()
	decided := []match.Reason{match.ByLine, match.ByFullBoard, match.ByResignation, match.ByTimeout, match.ByAgreement}
	for reason := match.Unfinished; reason <= match.Abandoned; reason++ {
		want := rating.Undecided
		if slices.Contains(decided, reason) {
			want = rating.Counts
		}
		g := rating.Game{Variant: game.Classic(3), Decided: match.Result{Reason: reason}.Counts()}
		if got := g.Verdict(); got != want {
			t.Errorf("a match that ended for reason %d: the verdict is %d, want %d", reason, got, want)
		}
	}
}

// Every variant but the two smallest boards has a pool, and every pool has variants.
func TestPoolOf(t *testing.T) {
	t.Parallel()
	used := map[rating.Pool]int{}
	for _, v := range rules.Variants() {
		pool := rating.PoolOf(v)
		used[pool]++
		var want rating.Pool
		switch {
		case v == game.Ultimate:
			want = rating.Ultimate
		case v == game.Classic(3):
			want = rating.Classic3
		case v.N >= 3:
			want = rating.LargerClassic
		}
		if pool != want {
			t.Errorf("%s is in pool %q, want %q", v, pool, want)
		}
	}
	for _, pool := range rating.Pools() {
		if used[pool] == 0 {
			t.Errorf("no variant is in pool %q", pool)
		}
	}
	if used[""] != 2 || len(used) != len(rating.Pools())+1 {
		t.Errorf("variants by pool: %v", used)
	}
	if pool := rating.PoolOf(game.Variant{Kind: "unheard-of", N: 4}); pool != "" {
		t.Errorf("a variant of no kind is in pool %q", pool)
	}
}
