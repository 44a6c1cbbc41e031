package commands

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/render/golden"
)

// played holds the results of members in a test's world.
type played struct {
	profiles map[string]profile.Profile
	leaders  []profile.Rank // the places of every leaderboard
	asked    []plan.Leaders // every question for a leaderboard so far
	public   bool           // whether the last profile that was asked for is public
}

// profile answers a question for a member's profile.
func (w *world) profile(p plan.ResultsOf) plan.MemberResults {
	w.played.public = p.Public
	known := plan.MemberResults{Profile: w.played.profiles[p.Member], Matches: w.records, Now: w.now}
	known.Member = p.Member
	if p.Member == p.Reader {
		known.Against = profile.Tally{}
	}
	return known
}

// leaders answers a question for a page of a leaderboard. The world has one leaderboard for all scopes.
func (w *world) leaders(p plan.Leaders) profile.Page {
	w.played.asked = append(w.played.asked, p)
	all := w.played.leaders
	from := min(p.From, len(all))
	page := profile.Page{Places: all[from:min(from+p.Limit, len(all))], Total: len(all)}
	for _, place := range all {
		if place.Member == p.Member {
			page.Own = place
		}
	}
	return page
}

// finished answers a question for finished matches as the store would.
func (w *world) finished(p match.Query) []match.Record {
	order := func(r match.Record, e match.Cursor) int {
		return cmp.Or(r.Match.Changed.Compare(e.At), cmp.Compare(r.Match.ID, e.ID))
	}
	var found []match.Record
	for _, rec := range w.records {
		if rec.Match.Status == match.Over && (p.Member == "" || rec.Match.TakesPart(p.Member)) && (p.Guild == "" || p.Guild == rec.Place.Guild) &&
			(p.Channel == "" || p.Channel == rec.Place.Channel) &&
			(p.Before == match.Cursor{} || order(rec, p.Before) < 0) && (p.After == match.Cursor{} || order(rec, p.After) > 0) {
			found = append(found, rec)
		}
	}
	slices.SortFunc(found, func(a, b match.Record) int { return order(a, match.Cursor{At: b.Match.Changed, ID: b.Match.ID}) })
	if p.After != (match.Cursor{}) {
		found = found[:min(p.Limit, len(found))]
	}
	slices.Reverse(found)
	return found[:min(p.Limit, len(found))]
}

// `seen` answers a question for one finished match as bot/matches would, but without checking who may see it.
func (w *world) seen(p plan.FinishedMatch) (match.Record, error) {
	for _, rec := range w.records {
		if rec.Match.ID == p.Match || p.Match == "" && rec.Message == p.Message && rec.Place.Channel == p.Channel {
			if rec.Match.Status == match.Over && len(rec.Match.Moves) > 0 {
				return rec, nil
			}
		}
	}
	return match.Record{}, plan.ErrUnfinished
}

// wonBy stores a finished game of 3×3 that `winner` has won against `loser`.
func (w *world) wonBy(id match.ID, winner, loser string, place match.Place) match.Record {
	w.t.Helper()
	m, err := match.New(id, winner, match.Person(winner), match.Person(loser), match.Options{Variant: game.Classic(3)}, game.X, w.now)
	if err == nil {
		m, err = m.Accept(loser, game.X, w.now)
	}
	for _, s := range squares(w.t, "a1 b1 a2 b2 a3") {
		if err == nil {
			m, err = m.Play(m.ToMove().ID, s, w.now)
		}
	}
	if err != nil {
		w.t.Fatal(err)
	}
	rec := match.Record{Match: m, Place: place, Message: "8" + strings.TrimLeft(string(id), "abcdefghijklmnopqrstuvwxyz")}
	rec.Effects = [2]match.Effect{{Before: 1000, After: 1015, Provisional: true, Streak: 1}, {Before: 1200, After: 1185}}
	w.records[id] = rec
	return rec
}

var (
	hereInServer = match.Place{Guild: "500", Channel: "600", Locale: "en-US"}
	elsewhere    = match.Place{Guild: "501", Channel: "601", Locale: "en-US"}
)

// strong returns the profile of a member who has played many games.
func strong(member string) profile.Profile {
	at := began.AddDate(0, 0, -40)
	var points []profile.Point
	for i, value := range []int{1000, 1120, 1090, 1204, 1260, 1310, 1287} {
		points = append(points, profile.Point{At: at.AddDate(0, 0, 5*i), Points: value})
	}
	p := profile.Profile{
		Member: member,
		Standings: []profile.Standing{
			{
				Pool: profile.Classic3, Rating: profile.Rating{Value: 128_700, Deviation: 62_00, Volatility: 60_000, Time: began.AddDate(0, 0, -1)},
				Tally: profile.Tally{Wins: 31, Draws: 12, Losses: 1}, Streak: 3, Longest: 9, Peak: 1310, History: points,
				Best: profile.BestWin{Match: "m7", Opponent: match.Person(ben), Points: 1402, At: began.AddDate(0, 0, -3)},
			},
			{
				Pool: profile.Ultimate, Rating: profile.Rating{Value: 95_012, Deviation: 200_00, Volatility: 60_000, Time: began.AddDate(0, 0, -2)},
				Tally: profile.Tally{Losses: 2}, Streak: -2, History: points[:1],
				Best: profile.BestWin{Match: "m8", Opponent: match.Person(eve), Points: 1203, At: began.AddDate(0, 0, -9)},
			},
			{
				Pool: profile.Classic3.AgainstComputer(), Rating: profile.Rating{Value: 99_200, Deviation: 62_00, Volatility: 60_000, Time: began.AddDate(0, 0, -1)},
				Tally: profile.Tally{Wins: 4, Losses: 36}, History: points,
			},
			{
				Pool: profile.Ultimate.AgainstComputer(), Rating: profile.Rating{Value: 110_000, Deviation: 200_00, Volatility: 60_000, Time: began.AddDate(0, 0, -2)},
				Tally: profile.Tally{Wins: 1}, Streak: 1, Longest: 1,
				Best: profile.BestWin{Match: "m9", Opponent: match.Computer("casual"), Points: 1057, At: began.AddDate(0, 0, -2)},
			},
		},
		Openings: []profile.Opening{
			{Variant: game.Classic(3), Square: game.At(1, 1), Tally: profile.Tally{Wins: 20, Draws: 6}},
			{Variant: game.Ultimate, Square: game.At(4, 4), Tally: profile.Tally{Losses: 1}},
			{Variant: game.Classic(7), Square: game.At(1, 4), Tally: profile.Tally{Wins: 1}},
		},
		Against: profile.Tally{Wins: 3, Draws: 1, Losses: 2},
		Earned: []profile.Earned{
			{Achievement: profile.FirstWin, Match: "m7", At: began.AddDate(0, 0, -30)},
			{Achievement: profile.GiantKiller, Match: "m8", At: began.AddDate(0, 0, -3)},
		},
	}
	for i, level := range []string{"", "newcomer", "beginner", "casual", "club", "rules", "perfect"} {
		p.Records = append(p.Records, profile.Performance{Variant: game.Classic(3), Level: level, Tally: profile.Tally{Wins: 20 - i, Draws: i, Losses: 1}})
	}
	return p
}

// acquainted returns a world with a profile of ann, finished matches and a leaderboard.
func acquainted(t testing.TB) *world {
	w := newWorld(t)
	w.acquaint()
	return w
}

func (w *world) acquaint() {
	w.played.profiles = map[string]profile.Profile{ann: strong(ann)}
	w.wonBy("m7", ann, ben, hereInServer)
	w.wonBy("m8", ann, eve, elsewhere)
	w.played.leaders = ranked(34)
	w.played.leaders[20].Member = ann
}

func TestProfile(t *testing.T) {
	t.Parallel()
	w := acquainted(t)
	own := accepted(t, w.as(ann).types("profile"))
	if !own.private() || w.played.public {
		t.Error("everybody sees a profile that was not shared")
	}
	golden.Check(t, "profile.golden", script(own)+script(accepted(t, w.as(ann).on(own, "more"))))
	shared := accepted(t, w.as(ann).on(own, "share"))
	if shared.private() || !w.played.public {
		t.Error("nobody else sees what is shared")
	}
	pings(t, shared)
	refused(t, w.as(ben).presses("/profile/"+ann+"/share"), texts.RefuseOldButton)
	if files := own.Response.Data.Files; len(files) != 1 || files[0].ContentType != "image/png" {
		t.Errorf("its files are %v", files)
	}
	pings(t, own)
	other := accepted(t, w.as(ben).types("profile", "member", ann))
	if !other.private() || w.played.public {
		t.Error("everybody sees whom ben looks at")
	}
	says(t, accepted(t, w.as(ben).on(other, "more")), "**Against you:** 3\u00a0wins, 1\u00a0draw, 2\u00a0losses")
	says(t, other, "Best win: [Tic-tac-toe 3×3](https://discord.com/channels/500/600/87) against <@1002> (1402), <t:")
	if strings.Contains(spoken(other), "<@"+eve+">") {
		t.Errorf("it tells of another server:\n%s", script(other))
	}
	says(t, other, "Best win: against a member rated 1203")
	r := w.as(ben).request(plan.Command, "/user/Show tic-tac-toe profile")
	r.Options = plan.Options{Resolved: resolved(), Target: ann}
	if menu := w.as(ben).does(r); script(menu) != script(other) {
		t.Errorf("the member's menu answers\n%s", script(menu))
	}
	outside := accepted(t, actor{w: w, id: ann, channel: "700", direct: true, locale: "en-US"}.types("profile"))
	if strings.Contains(spoken(outside), "discord.com") {
		t.Errorf("it leads from a direct message to a server:\n%s", script(outside))
	}
}

// TestLinesThatAChartCannotName checks that the message names the lines of the chart in languages
// whose letters the chart's font lacks, such as Japanese.
func TestLinesThatAChartCannotName(t *testing.T) {
	t.Parallel()
	w := newWorldIn(t, texts.Load())
	two := strong(ann)
	two.Standings[1].Tally.Losses = 6
	two.Standings[1].History = two.Standings[0].History[:6]
	w.played.profiles = map[string]profile.Profile{ann: two}
	for locale, named := range map[string]bool{"en-US": true, "ru": true, "ja": false, "ko": false} {
		said := spoken(accepted(t, actor{w: w, id: ann, channel: "700", direct: true, locale: locale}.types("profile")))
		l := texts.Load().ForLocale(locale)
		legend := "-# 🔵 " + card.Pool(l, profile.Classic3) + " · 🔴 " + card.Pool(l, profile.Ultimate)
		if strings.Contains(said, legend) == named {
			t.Errorf("%s: the message names the lines: %v, the picture: %v\n%s", locale, !named, named, said)
		}
	}
}

// TestTheFullestProfile draws the largest possible profile. The world in these tests checks every answer against
// Discord's limits.
func TestTheFullestProfile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	fullest := strong(ann)
	for i, pool := range profile.Pools() {
		s := fullest.Standings[0]
		s.Pool, s.Streak, s.Tally = pool, -30_000, profile.Tally{Wins: 100_000, Draws: 100_000, Losses: 100_000}
		s.Best = profile.BestWin{Match: match.ID(fmt.Sprint("m", i)), Opponent: match.Computer("grandmaster"), Points: 2345, At: began}
		w.wonBy(s.Best.Match, ann, ben, hereInServer)
		fullest.Standings = append(fullest.Standings[:i:i], s)
		for range profile.MaxPoints {
			fullest.Standings[i].History = append(fullest.Standings[i].History, profile.Point{At: began, Points: 4000})
		}
	}
	for range profile.MaxRecords {
		fullest.Records = append(fullest.Records, profile.Performance{Variant: game.InARow(9, 8), Level: "grandmaster", Tally: fullest.Standings[0].Tally})
	}
	for range profile.MaxOpenings {
		fullest.Openings = append(fullest.Openings, profile.Opening{Variant: game.Ultimate, Square: game.At(8, 8), Tally: fullest.Standings[0].Tally})
	}
	slices.Reverse(fullest.Records)
	slices.Reverse(fullest.Openings)
	for _, a := range profile.Achievements() {
		fullest.Earned = append(fullest.Earned, profile.Earned{Achievement: a, At: began})
	}
	w.played.profiles = map[string]profile.Profile{ann: fullest}
	w.web = "https://" + strings.Repeat("a", 60)
	says(t, accepted(t, w.as(ben).types("profile", "member", ann)), "100,000\u00a0wins")
}

func TestProfileOfNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	none := accepted(t, w.as(ann).types("profile"))
	says(t, none, "You haven't finished a game yet.")
	if offers(t, none, "classic", "ultimate"); !none.private() {
		t.Error("everybody sees that ann has not played")
	}
	says(t, w.as(ann).types("profile", "member", ben), "<@1002> hasn't finished a game yet.")
	for _, bot := range []string{me, otherBot} {
		refused(t, w.as(ann).types("profile", "member", bot), "refuse.bot_played")
		refused(t, w.as(ann).types("history", "member", bot), "refuse.bot_played")
	}
	refused(t, w.as(ann).types("profile", "member", match.Anonymous), "refuse.option")
	refused(t, w.as(ann).presses("/profile/nobody/achievements"), texts.RefuseOldButton)
}

func TestAchievementsPage(t *testing.T) {
	t.Parallel()
	w := acquainted(t)
	page := w.as(ben).on(w.as(ben).on(w.as(ann).on(accepted(t, w.as(ann).types("profile")), "share"), "more"), "achievements")
	if accepted(t, page); !page.private() {
		t.Error("everybody sees the page")
	}
	golden.Check(t, "achievements.golden", script(page))
	all := w.played.profiles[ann]
	all.Earned = nil
	for _, a := range profile.Achievements() {
		all.Earned = append(all.Earned, profile.Earned{Achievement: a, At: began})
	}
	w.played.profiles[ann] = all
	says(t, w.as(ann).presses("/profile/"+ann+"/achievements"), "That's all of them")
	says(t, w.as(ben).presses("/profile/"+ben+"/achievements"), "None yet.")
}

// ranked returns n places of a leaderboard. The last three are provisional.
func ranked(n int) []profile.Rank {
	var all []profile.Rank
	for i := range n {
		all = append(all, profile.Rank{
			Rank: i + 1, Member: fmt.Sprint(2000 + i), Points: 1500 - 10*i, Provisional: i >= n-3, Tally: profile.Tally{Wins: n - i, Losses: i},
		})
	}
	return all
}

func TestLeaderboard(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	says(t, w.as(ann).types("leaderboard"), "Nobody is on this board yet.")
	w.played.leaders = ranked(34)
	w.played.leaders[31].Member = ann
	first := accepted(t, w.as(ann).types("leaderboard"))
	if pings(t, first); !first.private() {
		t.Error("everybody sees it")
	}
	golden.Check(t, "leaderboard.golden", script(first))
	offers(t, first, "game", "scope", "2", "4", "1")
	reader := func(m answer, action string, values ...string) answer {
		return accepted(t, w.as(ann).on(m, action, values...))
	}
	second := reader(first, "2")
	says(t, second, "**11.** <@2010> **1400** · 34 games")
	offers(t, second, "game", "scope", "1", "3", "4", "2")
	last := reader(second, "4")
	says(t, last, "**32.** <@1001> **1190?**")
	says(t, last, "You're number **32** of 34, with **1190?**.")
	offers(t, last, "game", "scope", "3", "4")

	w.played.asked = nil
	reader(reader(last, "game", "ultimate"), "scope", "month")
	want := []plan.Leaders{
		{Board: profile.Leaderboard{Pool: profile.Ultimate, Guild: "500"}, Limit: 10, Member: ann},
		{Board: profile.Leaderboard{Pool: profile.Ultimate}, Days: 30, Limit: 10, Member: ann},
	}
	if got := fmt.Sprint(w.played.asked); got != fmt.Sprint(want) {
		t.Errorf("asks for %v, want %v", got, want)
	}
	shared := w.as(ann).presses("/leaders/classic3/here/share/2")
	if shared.private() || len(pressable(shared.Response.Data.Components)) > 0 || strings.Contains(spoken(shared), "You") {
		t.Errorf("shown to everybody:\n%s", script(shared))
	}
	w.played.leaders = ranked(11)
	says(t, reader(last, "3"), "Page 2 of 2") // the leaderboard has fewer pages now
	says(t, w.as(ann).presses("/leaders/classic3/here/1"), "No place yet: only rated games")
	w.members[ann] = match.Member{Unlisted: true}
	says(t, w.as(ann).presses("/leaders/classic3/here/1"), "You've chosen to stay off leaderboards")
}

func TestLeaderboardOptions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.played.leaders = ranked(3)
	for _, test := range []struct {
		who     actor
		options []any
		want    profile.Leaderboard
		days    int
	}{
		{w.as(ann), nil, profile.Leaderboard{Pool: profile.Classic3, Guild: "500"}, 0},
		{w.as(ann), []any{"game", "classic", "scope", "everywhere", "period", "month"}, profile.Leaderboard{Pool: profile.LargerClassic}, 30},
		{w.as(ann), []any{"game", "ultimate", "scope", "server", "period", "ever"}, profile.Leaderboard{Pool: profile.Ultimate, Guild: "500"}, 0},
		{actor{w: w, id: ann, channel: "700", direct: true, locale: "en-US"}, []any{"scope", "server"}, profile.Leaderboard{Pool: profile.Classic3}, 0},
	} {
		w.played.asked = nil
		shown := accepted(t, test.who.types("leaderboard", test.options...))
		if asked := w.played.asked; len(asked) != 1 || asked[0].Board != test.want || asked[0].Days != test.days {
			t.Errorf("%v: asks for %+v", test.options, asked)
		}
		if here := strings.Contains(script(shown), "This server"); here != (test.who.guild != "") {
			t.Errorf("%v: offers the server's board: %t", test.options, here)
		}
	}
	for _, option := range []string{"game", "scope", "period"} {
		refused(t, w.as(ann).types("leaderboard", option, "nonsense"), "refuse.option")
	}
	for _, path := range []string{
		"/leaders/chess/here/1", "/leaders/classic3/there/1", "/leaders/classic3/here/0", "/leaders/classic3/here/x", "/leaders/classic3/here/share/x",
	} {
		refused(t, w.as(ann).presses(path), texts.RefuseOldButton)
	}
	refused(t, w.as(ann).presses("/leaders/classic3/here/game", "chess"), texts.RefuseOldButton)
	refused(t, w.as(ann).presses("/leaders/classic3/here/scope", "there"), texts.RefuseOldButton)
	refused(t, w.as(ann).presses("/leaders/classic3/here/scope"), texts.RefuseOldButton)
}
