package card

import (
	"strings"
	"testing"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/render"
)

func TestCounted(t *testing.T) {
	t.Parallel()
	l := texts.Load().ForLocale(texts.Default)
	ann, ben, computer := match.Person("1001"), match.Person("1002"), match.Computer("casual")
	for _, c := range []struct {
		name    string
		o       match.Player
		effects [2]match.Effect
		want    string
	}{
		{"nothing is known of an old game", ben, [2]match.Effect{}, ""},
		{"two members", ben, [2]match.Effect{{Before: 1523, After: 1538, Streak: 1}, {Before: 1401, After: 1390}},
			"-# ❌ <@1001> **1538** (+15) · 🔵 <@1002> **1390** (−11)"},
		{"for the first time", ben, [2]match.Effect{{Before: 1000, After: 838, Provisional: true}, {Before: 1000, After: 1162, Provisional: true, Streak: 1, Earned: []string{"first_win"}}},
			"-# ❌ <@1001> **838?** (−162) · 🔵 <@1002> **1162?** (+162)\n-# 🏅 🔵 <@1002> has earned *First win against a member*"},
		{"games that place", ben, [2]match.Effect{{Before: 1000, After: 902, Provisional: true, RatedGames: 2}, {Before: 1100, After: 1162, Provisional: true, RatedGames: 5}},
			"-# ❌ <@1001> placement game 2 of 5 · 🔵 <@1002> is placed at **1162?**"},
		{"a streak", ben, [2]match.Effect{{Before: 1000, After: 1000, Streak: 3, Earned: []string{"giant_killer", "streak_5", "beat_casual"}}, {}},
			"-# ❌ <@1001> stays at **1000** · ❌ <@1001> has won 3 rated games in a row\n-# 🏅 ❌ <@1001> has earned *" +
				Achievement(l, "giant_killer") + "*, *" + Achievement(l, "streak_5") + "* and *" + Achievement(l, "beat_casual") + "*"},
		{"enough for a day", ben, [2]match.Effect{{Unrated: "enough"}, {Unrated: "enough"}}, "-# Not rated: 6 rated games a day against the same player are enough"},
		{"a game against the computer", computer, [2]match.Effect{{Earned: []string{"beat_casual"}}, {}},
			"-# 🏅 ❌ <@1001> has earned *" + Achievement(l, "beat_casual") + "*"},
		{"a casual game", ben, [2]match.Effect{{Unrated: "casual"}, {Unrated: "casual", Earned: []string{"first_win"}}}, "-# 🏅 🔵 <@1002> has earned *First win against a member*"},
		{"too small a board", ben, [2]match.Effect{{Unrated: "no pool"}, {Unrated: "no pool"}}, ""},
		{"what a newer program says", ben, [2]match.Effect{{Unrated: "full moon"}, {Unrated: "full moon"}}, ""},
	} {
		r := match.Record{Effects: c.effects, Match: match.Match{
			Players: [2]match.Player{ann, c.o}, Options: match.Options{Variant: game.Classic(3)}, Status: match.Over, Begins: game.X,
			Result: match.Result{Winner: game.X, Reason: match.ByResignation},
		}}
		d := newDrawing(l, r, plan.View{}, render.Tiles{})
		got := JoinLines(strings.TrimSuffix(smallText(d.ratings()...), smallText()), d.earned())
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
