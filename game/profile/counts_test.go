package profile_test

import (
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/rules"
)

func TestVerdict(t *testing.T) {
	t.Parallel()
	members := profile.Candidate{Variant: game.Ultimate, Decided: true, Score: profile.Win}
	level := profile.Candidate{Variant: game.Ultimate, Decided: true, Score: profile.Win, Levels: 1, Level: 1000, Member: at(1400, 60)}
	for _, c := range []struct {
		name   string
		game   profile.Candidate
		change func(*profile.Candidate)
		want   profile.Verdict
		as     profile.HalfPoints
	}{
		{"two members", members, func(*profile.Candidate) {}, profile.Rated, profile.Win},
		{"their 6th game", members, func(g *profile.Candidate) { g.RatedToday = 5 }, profile.Rated, profile.Win},
		{"their 7th game", members, func(g *profile.Candidate) { g.RatedToday = 6 }, profile.Enough, profile.Win},
		{"moves that an opponent gave back", members, func(g *profile.Candidate) { g.TakenBack = true }, profile.Rated, profile.Win},
		{"casual", members, func(g *profile.Candidate) { g.Casual = true }, profile.Casual, profile.Win},
		{"hinted", members, func(g *profile.Candidate) { g.Hinted = true }, profile.Hinted, profile.Win},
		{"a board without ratings", members, func(g *profile.Candidate) { g.Variant = game.Classic(2) }, profile.NoPool, profile.Win},
		{"a variant won by force", level, func(g *profile.Candidate) { g.Variant = game.InARow(7, 4) }, profile.NoPool, profile.Win},
		{"the same with help", level, func(g *profile.Candidate) { g.Variant, g.Hinted = game.InARow(4, 3), true }, profile.NoPool, profile.Win},
		{"the same between members", members, func(g *profile.Candidate) { g.Variant = game.InARow(7, 4) }, profile.Rated, profile.Win},
		{"a variant not won by force", level, func(g *profile.Candidate) { g.Variant = game.InARow(5, 4) }, profile.Rated, profile.Win},
		{"400 above the level", level, func(*profile.Candidate) {}, profile.Rated, profile.Win},
		{"more than 400 above the level", level, func(g *profile.Candidate) { g.Member.Value++ }, profile.WeakLevel, profile.Win},
		{"far below the level", level, func(g *profile.Candidate) { g.Level = 2955 }, profile.Rated, profile.Win},
		{"the 7th game against a level", level, func(g *profile.Candidate) { g.RatedToday = 6 }, profile.Rated, profile.Win},
		{"a level that was never measured", level, func(g *profile.Candidate) { g.Level = 0 }, profile.Unmeasured, profile.Win},
		{"casual against a level", level, func(g *profile.Candidate) { g.Casual = true }, profile.Casual, profile.Win},
		{"undecided against a level", level, func(g *profile.Candidate) { g.Decided = false }, profile.Undecided, profile.Win},
		{"two levels", level, func(g *profile.Candidate) { g.Levels = 2 }, profile.Watched, profile.Win},
		{"two levels, stopped", level, func(g *profile.Candidate) { g.Levels, g.Decided = 2, false }, profile.Watched, profile.Win},
		{"a game that has counted before", level, func(g *profile.Candidate) { g.Repeated = true }, profile.Repeated, profile.Win},
		{"a move that the computer gave back", level, func(g *profile.Candidate) { g.TakenBack = true }, profile.Rated, profile.Loss},
		{"hinted against a level", level, func(g *profile.Candidate) { g.Hinted = true }, profile.Rated, profile.Loss},
		{"hinted, and the same moves as before", level, func(g *profile.Candidate) { g.Hinted, g.Repeated = true, true }, profile.Rated, profile.Loss},
		{"hinted and lost", level, func(g *profile.Candidate) { g.Hinted, g.Score = true, profile.Loss }, profile.Rated, profile.Loss},
		{"casual from the start, with hints", level, func(g *profile.Candidate) { g.Hinted, g.Casual = true, true }, profile.Casual, profile.Win},
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
		want := profile.Undecided
		if slices.Contains(decided, reason) {
			want = profile.Rated
		}
		g := profile.Candidate{Variant: game.Classic(3), Decided: match.Result{Reason: reason}.Decided()}
		if got, _ := g.Verdict(); got != want {
			t.Errorf("a match that ended for reason %d: the verdict is %d, want %d", reason, got, want)
		}
	}
}

// TestPoolOf checks that every variant except the two smallest boards has a pool, and that every pool has variants.
func TestPoolOf(t *testing.T) {
	t.Parallel()
	used := map[profile.Pool]int{}
	for _, v := range rules.Variants() {
		pool := profile.PoolOf(v)
		used[pool]++
		var want profile.Pool
		switch {
		case v == game.Ultimate:
			want = profile.Ultimate
		case v == game.Classic(3):
			want = profile.Classic3
		case v.N >= 3:
			want = profile.LargerClassic
		}
		if pool != want {
			t.Errorf("%s is in pool %q, want %q", v, pool, want)
		}
	}
	for _, pool := range profile.Pools() {
		if used[pool] == 0 {
			t.Errorf("no variant is in pool %q", pool)
		}
	}
	if used[""] != 2 || len(used) != len(profile.Pools())+1 {
		t.Errorf("variants by pool: %v", used)
	}
}
