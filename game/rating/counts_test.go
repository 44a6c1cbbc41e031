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
	members := rating.Candidate{Variant: game.Ultimate, Decided: true, Score: rating.Win}
	level := rating.Candidate{Variant: game.Ultimate, Decided: true, Score: rating.Win, Levels: 1, Level: 1000, Member: at(1400, 60)}
	for _, c := range []struct {
		name   string
		game   rating.Candidate
		change func(*rating.Candidate)
		want   rating.Verdict
		as     rating.HalfPoints
	}{
		{"two members", members, func(*rating.Candidate) {}, rating.Rated, rating.Win},
		{"their 6th game", members, func(g *rating.Candidate) { g.RatedToday = 5 }, rating.Rated, rating.Win},
		{"their 7th game", members, func(g *rating.Candidate) { g.RatedToday = 6 }, rating.Enough, rating.Win},
		{"moves that an opponent gave back", members, func(g *rating.Candidate) { g.TakenBack = true }, rating.Rated, rating.Win},
		{"casual", members, func(g *rating.Candidate) { g.Casual = true }, rating.Casual, rating.Win},
		{"hinted", members, func(g *rating.Candidate) { g.Hinted = true }, rating.Hinted, rating.Win},
		{"a board without ratings", members, func(g *rating.Candidate) { g.Variant = game.Classic(2) }, rating.NoPool, rating.Win},
		{"a variant won by force", level, func(g *rating.Candidate) { g.Variant = game.InARow(7, 4) }, rating.NoPool, rating.Win},
		{"the same with help", level, func(g *rating.Candidate) { g.Variant, g.Hinted = game.InARow(4, 3), true }, rating.NoPool, rating.Win},
		{"the same between members", members, func(g *rating.Candidate) { g.Variant = game.InARow(7, 4) }, rating.Rated, rating.Win},
		{"a variant not won by force", level, func(g *rating.Candidate) { g.Variant = game.InARow(5, 4) }, rating.Rated, rating.Win},
		{"400 above the level", level, func(*rating.Candidate) {}, rating.Rated, rating.Win},
		{"more than 400 above the level", level, func(g *rating.Candidate) { g.Member.Value++ }, rating.WeakLevel, rating.Win},
		{"far below the level", level, func(g *rating.Candidate) { g.Level = 2955 }, rating.Rated, rating.Win},
		{"the 7th game against a level", level, func(g *rating.Candidate) { g.RatedToday = 6 }, rating.Rated, rating.Win},
		{"a level that was never measured", level, func(g *rating.Candidate) { g.Level = 0 }, rating.Unmeasured, rating.Win},
		{"casual against a level", level, func(g *rating.Candidate) { g.Casual = true }, rating.Casual, rating.Win},
		{"undecided against a level", level, func(g *rating.Candidate) { g.Decided = false }, rating.Undecided, rating.Win},
		{"two levels", level, func(g *rating.Candidate) { g.Levels = 2 }, rating.Watched, rating.Win},
		{"two levels, stopped", level, func(g *rating.Candidate) { g.Levels, g.Decided = 2, false }, rating.Watched, rating.Win},
		{"a game that has counted before", level, func(g *rating.Candidate) { g.Repeated = true }, rating.Repeated, rating.Win},
		{"a move that the computer gave back", level, func(g *rating.Candidate) { g.TakenBack = true }, rating.Rated, rating.Loss},
		{"hinted against a level", level, func(g *rating.Candidate) { g.Hinted = true }, rating.Rated, rating.Loss},
		{"hinted, and the same moves as before", level, func(g *rating.Candidate) { g.Hinted, g.Repeated = true, true }, rating.Rated, rating.Loss},
		{"hinted and lost", level, func(g *rating.Candidate) { g.Hinted, g.Score = true, rating.Loss }, rating.Rated, rating.Loss},
		{"casual from the start, with hints", level, func(g *rating.Candidate) { g.Hinted, g.Casual = true, true }, rating.Casual, rating.Win},
	} {
		c.change(&c.game)
		if got, as := c.game.Verdict(); got != c.want || as != c.as {
			t.Errorf("%s: the verdict is %s as %d, want %s as %d", c.name, got, as, c.want, c.as)
		}
	}
}

// TestVerdictOfEveryEnd checks that games that end by resignation, timeout or agreement are rated,
// and that games without a result are not.
func TestVerdictOfEveryEnd(t *testing.T) {
	t.Parallel()
	decided := []match.Reason{match.ByLine, match.ByFullBoard, match.ByResignation, match.ByTimeout, match.ByAgreement, match.ByLeaving}
	for reason := match.Unfinished; reason <= match.Stranded; reason++ {
		want := rating.Undecided
		if slices.Contains(decided, reason) {
			want = rating.Rated
		}
		g := rating.Candidate{Variant: game.Classic(3), Decided: match.Result{Reason: reason}.Decided()}
		if got, _ := g.Verdict(); got != want {
			t.Errorf("a match that ended for reason %d: the verdict is %d, want %d", reason, got, want)
		}
	}
}

// TestPoolOf checks that every variant except the two smallest boards has a pool, and that every pool has variants.
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
