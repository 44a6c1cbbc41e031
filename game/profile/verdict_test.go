package profile_test

import (
	"testing"

	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/rules"
)

// An ended game, as X wins it, with what was stored about its players.
type ended struct {
	profile.FinishedGame
	past     [2]profile.Past
	today    int
	repeated bool
}

func pasts(x, o profile.Rating) [2]profile.Past {
	return [2]profile.Past{{Standing: profile.Standing{Rating: x}}, {Standing: profile.Standing{Rating: o}}}
}

// TestVerdict checks which games are rated, and as what.
func TestVerdict(t *testing.T) {
	t.Parallel()
	alice, won, lost, none := match.Person("100"), profile.Tally{Wins: 1}, profile.Tally{Losses: 1}, profile.Tally{}
	members := ended{past: pasts(at(1400, 60), at(1400, 60)), FinishedGame: profile.FinishedGame{
		Variant: game.Ultimate, Players: [2]match.Player{alice, match.Person("200")}, Winner: game.X,
	}}
	level := ended{past: pasts(at(1400, 60), profile.Rating{}), FinishedGame: profile.FinishedGame{
		Variant: game.Ultimate, Players: [2]match.Player{alice, match.Computer("club")}, Winner: game.X, Level: 1000,
	}}
	for _, c := range []struct {
		name   string
		game   ended
		change func(*ended)
		want   profile.Verdict
		as     profile.Tally // what X's rated games are then
	}{
		{"two members", members, func(*ended) {}, profile.Rated, won},
		{"their 6th game", members, func(g *ended) { g.today = 5 }, profile.Rated, won},
		{"their 7th game", members, func(g *ended) { g.today = 6 }, profile.Enough, none},
		{"moves that an opponent gave back", members, func(g *ended) { g.TakenBack = true }, profile.Rated, won},
		{"casual", members, func(g *ended) { g.Casual = true }, profile.Casual, none},
		{"hinted", members, func(g *ended) { g.Hinted[1] = true }, profile.Hinted, none},
		{"relayed by the winner", members, func(g *ended) { g.Relayed[0] = true }, profile.Relayed, none},
		{"relayed by the loser", members, func(g *ended) { g.Relayed[1] = true }, profile.Rated, won},
		{"a draw that O relayed", members, func(g *ended) { g.Winner, g.Relayed[1] = game.Empty, true }, profile.Relayed, none},
		{"a board without ratings", members, func(g *ended) { g.Variant = game.Classic(2) }, profile.NoPool, none},
		{"a variant won by force", level, func(g *ended) { g.Variant = game.InARow(7, 4) }, profile.NoPool, none},
		{"the same with help", level, func(g *ended) { g.Variant, g.Hinted[0] = game.InARow(4, 3), true }, profile.NoPool, none},
		{"the same between members", members, func(g *ended) { g.Variant = game.InARow(7, 4) }, profile.Rated, won},
		{"a variant not won by force", level, func(g *ended) { g.Variant = game.InARow(5, 4) }, profile.Rated, won},
		{"400 above the level", level, func(*ended) {}, profile.Rated, won},
		{"more than 400 above the level", level, func(g *ended) { g.past[0].Standing.Rating.Value++ }, profile.WeakLevel, none},
		{"far below the level", level, func(g *ended) { g.Level = 2955 }, profile.Rated, won},
		{"the 7th game against a level", level, func(g *ended) { g.today = 6 }, profile.Rated, won},
		{"a level that was never measured", level, func(g *ended) { g.Level = 0 }, profile.Unmeasured, none},
		{"casual against a level", level, func(g *ended) { g.Casual = true }, profile.Casual, none},
		{"relayed against a level", level, func(g *ended) { g.Relayed[0] = true }, profile.Relayed, none},
		{"a game that has counted before", level, func(g *ended) { g.repeated = true }, profile.Repeated, none},
		{"a move that the computer gave back", level, func(g *ended) { g.TakenBack = true }, profile.Hinted, none},
		{"the same, drawn", level, func(g *ended) { g.TakenBack, g.Winner = true, game.Empty }, profile.Hinted, none},
		{"hinted against a level", level, func(g *ended) { g.Hinted[0] = true }, profile.Hinted, none},
		{"hinted, lost, and the same moves as before", level, func(g *ended) { g.Hinted[0], g.repeated, g.Winner = true, true, game.O }, profile.Repeated, none},
		{"hinted and relayed", level, func(g *ended) { g.Hinted[0], g.Relayed[0] = true, true }, profile.Relayed, none},
		{"hinted and lost", level, func(g *ended) { g.Hinted[0], g.Winner = true, game.O }, profile.Rated, lost},
		{"casual from the start, with hints", level, func(g *ended) { g.Hinted[0], g.Casual = true, true }, profile.Casual, none},
	} {
		c.change(&c.game)
		for _, got := range c.game.Count(c.game.past, c.game.today, c.game.repeated) {
			if got.Verdict != c.want || got.Side == game.X && got.Standing.Tally != c.as {
				t.Errorf("%s: %s is rated %q as %+v, want %q as %+v", c.name, got.Member(), got.Verdict, got.Standing.Tally, c.want, c.as)
			}
		}
	}
}

// TestADrawWithThePerfectLevelCostsNothing checks that a draw with level perfect costs even a
// strong member no points. A loss, or a draw with another level, must cost points.
func TestADrawWithThePerfectLevelCostsNothing(t *testing.T) {
	t.Parallel()
	strong := at(1400, 90)
	for _, c := range []struct {
		level  string
		winner game.Mark
		costs  bool
	}{{"perfect", game.Empty, false}, {"scores", game.Empty, true}, {"perfect", game.O, true}} {
		g := profile.FinishedGame{Variant: game.Classic(3), Players: [2]match.Player{match.Person("1"), match.Computer(c.level)}, Winner: c.winner, Level: 1053, Ended: noon}
		o := g.Count(pasts(strong, profile.Rating{}), 0, false)[0]
		if o.Verdict != profile.Rated || o.After.Value < strong.Value != c.costs {
			t.Errorf("%+v: %d after %d, %s", c, o.After.Value, strong.Value, o.Verdict)
		}
	}
}

// TestGameOf checks that a game has the measured rating of the computer's level, and that the coach helps the member.
func TestGameOf(t *testing.T) {
	t.Parallel()
	for level, want := range map[string]int{"random": 500, "perfect": 1053, "champion": 0} {
		m := match.Match{Options: match.Options{Variant: game.Classic(3), Coach: true}, Players: [2]match.Player{match.Person("100"), match.Computer(level)}}
		if g := profile.GameOf(match.Record{Match: m}, [2]bool{}); g.Level != want || g.Hinted != [2]bool{true, false} {
			t.Errorf("%s has %d points, want %d; helped are %v", level, g.Level, want, g.Hinted)
		}
	}
}

// TestVanishingMarksAreCasual checks that a game with vanishing marks counts for no rating, whoever plays.
func TestVanishingMarksAreCasual(t *testing.T) {
	t.Parallel()
	for _, computer := range []bool{false, true} {
		if got := profile.PoolFor(rules.Vanishing, computer); got != "" {
			t.Errorf("against the computer %t: pool %q", computer, got)
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
