package database_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
	"noughts/game/profile"
)

func achieved(t *testing.T, s store.Store) {
	at := func(i int) time.Duration { return time.Duration(i) * time.Hour }
	earned := map[string]int{}
	for i := range profile.ManyGames {
		opponent := strconv.Itoa(1000 + i%profile.ManyOpponents)
		over := between(alice, opponent, game.X, at(i)).play(t, s, match.ID("m"+strconv.Itoa(i)))
		for _, name := range over.Effects[0].Earned {
			if _, twice := earned[name]; twice {
				t.Errorf("%s is earned again", name)
			}
			earned[name] = i + 1
		}
		if i == 0 && len(over.Effects[1].Earned) > 0 {
			t.Errorf("who has lost has earned %q", over.Effects[1].Earned)
		}
	}
	want := map[string]int{"first_win": 1, "streak_5": 5, "streak_10": 10, "ten_opponents": 10, "hundred_games": 100}
	if diff := cmp.Diff(want, earned); diff != "" {
		t.Errorf("earned with the game (-want +got):\n%s", diff)
	}
	var names []profile.Achievement
	for _, e := range mustProfile(t, s, alice, "").Earned {
		names = append(names, e.Achievement)
	}
	if !slices.Equal(names, []profile.Achievement{profile.FirstWin, profile.Streak5, profile.TenOpponents, profile.Streak10, profile.HundredGames}) {
		t.Errorf("in the profile are %q", names)
	}
}

// ladders checks that the end of a game against a level says which levels the member has beaten, that a ladder climbed
// whole is an achievement of its server, and that the ladder is in the profile and the export and goes with the data.
func ladders(t *testing.T, s store.Store) {
	n := 0
	plays := func(member string, v game.Variant, level, guild string, winner game.Mark) match.Effect {
		t.Helper()
		n++
		e := gameEnd{
			x: match.Computer(level), o: match.Person(member), options: match.Options{Variant: v, Casual: n%2 == 0}, hinted: [2]bool{false, n%3 == 0},
			winner: winner, at: epoch.Add(time.Duration(n) * time.Hour), guild: guild,
		}
		return e.play(t, s, match.ID("m"+strconv.Itoa(n))).Effects[1]
	}
	climbers := func(guild string, want int) {
		t.Helper()
		if page, err := s.Leaders(t.Context(), profile.Leaderboard{Pool: profile.Classic3, Guild: guild}, 0, 10, alice); err != nil || page.Climbers != want {
			t.Errorf("%d members of %q have climbed a whole ladder, %v, want %d", page.Climbers, guild, err, want)
		}
	}
	small := game.Classic(3)
	if lost := plays(alice, small, "beginner", "7", game.X); lost.Beaten != nil {
		t.Errorf("who has lost has beaten %q", lost.Beaten)
	}
	for i, level := range ai.Levels(small)[2:] {
		winner := game.O
		if level == "perfect" {
			winner = game.Empty
		}
		climbers("7", 0)
		got, whole := plays(alice, small, level, "7", winner), level == "perfect"
		if !slices.Equal(got.Beaten, ai.Levels(small)[2:3+i]) || slices.Contains(got.Earned, string(profile.WholeLadder)) != whole || got.After != 0 {
			t.Errorf("after %s: %+v", level, got)
		}
	}
	plays(bob, game.Ultimate, "club", "7", game.O)
	plays(alice, game.InARow(5, 4), "club", "8", game.O)
	climbers("7", 1)
	climbers("8", 0)
	climbers("", 0)
	p := mustProfile(t, s, alice, "")
	want := []profile.Ladder{{Of: small, Beaten: ai.Levels(small)[2:]}, {Of: game.InARow(5, 4), Beaten: []string{"club"}}}
	if diff := cmp.Diff(want, p.Ladders); diff != "" {
		t.Errorf("ladders (-want +got):\n%s", diff)
	}
	if text := wantExport(t, s, alice, "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m9"); !strings.Contains(text, string(profile.WholeLadder)) || !strings.Contains(text, `"perfect"`) {
		t.Errorf("no ladder is in\n%s", text)
	}
	if db, ok := s.(*database.DB); ok {
		if r, err := db.VerifyRatings(t.Context()); err != nil || r.Games != n || r.Differing > 0 {
			t.Errorf("counted again: %+v, %v", r, err)
		}
	}
	mustForget(t, s, alice)
	climbers("7", 0)
	if p := mustProfile(t, s, alice, ""); len(p.Ladders) > 0 {
		t.Errorf("left are %+v", p.Ladders)
	}
}

func forgottenRatings(t *testing.T, s store.Store) {
	const others = 24 // enough that alice's rating is no longer provisional
	for i := range others {
		between(alice, strconv.Itoa(1000+i), game.X+game.Mark(i%2), time.Duration(i)*time.Hour).play(t, s, match.ID("m"+strconv.Itoa(i)))
	}
	between(bob, alice, game.X, 30*time.Hour).play(t, s, "best")
	before := mustProfile(t, s, bob, alice)
	if before.Standings[0].Best.Opponent.ID != alice || before.Against.Wins != 1 {
		t.Fatalf("the test is wrong: %+v", before)
	}
	mustForget(t, s, alice)
	wantProfile(t, s, bob, profile.Profile{Member: alice})
	want := before
	want.Standings = slices.Clone(before.Standings)
	want.Standings[0].Best.Opponent = match.Person(match.Anonymous)
	want.Against = profile.Tally{}
	wantProfile(t, s, alice, want)
	wantPlaces(t, s, profile.Leaderboard{Pool: profile.Ultimate, Guild: "7"}, alice, others+1)
	wantProfile(t, s, "", profile.Profile{Member: match.Anonymous})
	if text := wantExport(t, s, bob, "best"); containsID(text, alice) {
		t.Errorf("%s is in\n%s", alice, text)
	}
	// If a member plays again after Forget, the rating begins anew.
	over := between(alice, bob, game.X, 40*time.Hour).play(t, s, "back")
	if e := over.Effects[0]; e.Before != profile.NewRating().Points() || e.Streak != 1 {
		t.Errorf("who comes back: %+v", e)
	}
}

func wantPlaces(t *testing.T, s store.Store, b profile.Leaderboard, absent string, total int) {
	t.Helper()
	page, err := s.Leaders(t.Context(), b, 0, 1000, absent)
	if err != nil || page.Total != total || len(page.Places) != total || page.Own != (profile.Rank{}) {
		t.Errorf("%+v has %d places and %+v, %v, want %d", b, page.Total, page.Own, err, total)
	}
	for i, p := range page.Places {
		if p.Member == absent || p.Rank != i+1 {
			t.Errorf("%+v: %+v", b, p)
		}
	}
}

func containsID(text, id string) bool { return strings.Contains(text, `"`+id+`"`) }

type boards struct {
	t *testing.T
	s store.Store
	n int // number of games played so far
}

func (b *boards) play(x, o, guild string, winner game.Mark, age time.Duration) {
	b.t.Helper()
	b.n++
	e := between(x, o, winner, age)
	e.guild = guild
	e.play(b.t, b.s, match.ID(fmt.Sprint("m", b.n)))
}

func seasons(t *testing.T, s store.Store) {
	b := boards{t: t, s: s}
	hour := func(n int) time.Duration { return time.Duration(n) * time.Hour }
	b.play(alice, bob, "7", game.X, hour(1)) // before the season
	b.play(alice, bob, "7", game.X, hour(10))
	b.play(carol, bob, "7", game.Empty, hour(11))
	b.play(alice, carol, "8", game.X, hour(12)) // in another server
	b.play(bob, carol, "7", game.X, hour(13))
	b.play(carol, alice, "7", game.X, hour(20)) // after the season
	season := profile.Season{From: epoch.Add(hour(10)), Until: epoch.Add(hour(20))}
	want := func(limit int, places ...profile.SeasonPlace) {
		t.Helper()
		got, err := s.Season(t.Context(), "7", profile.Ultimate, season, limit)
		if diff := cmp.Diff(places, got); err != nil || diff != "" {
			t.Errorf("%v, (-want +got):\n%s", err, diff)
		}
	}
	one, two, three := profile.SeasonPlace{Member: bob, Points: 3, Games: 3}, profile.SeasonPlace{Member: alice, Points: 2, Games: 1}, profile.SeasonPlace{Member: carol, Points: 1, Games: 2}
	want(10, one, two, three)
	want(2, one, two)
	if got, err := s.Season(t.Context(), "7", profile.Classic3, season, 10); err != nil || len(got) > 0 {
		t.Errorf("of another game: %+v, %v", got, err)
	}
	b.left("7", alice)
	want(10, one, three)
	b.unlist(bob, true)
	want(10, three)
	mustForget(t, s, carol)
	if got, err := s.Season(t.Context(), "7", profile.Ultimate, season, 10); err != nil || len(got) > 0 {
		t.Errorf("of forgotten members: %+v, %v", got, err)
	}
}

// want checks that a leaderboard has the given members, in this order. It reads all places at once, and then each place
// alone, as the member who has it.
func (b *boards) want(board profile.Leaderboard, members ...string) {
	b.t.Helper()
	page, err := b.s.Leaders(b.t.Context(), board, 0, 100, "")
	var got []string
	for i, p := range page.Places {
		got = append(got, p.Member)
		standing := mustProfile(b.t, b.s, p.Member, "").Standings[0]
		full := profile.Rank{Rank: i + 1, Member: p.Member, Points: standing.Rating.Points(), Provisional: standing.Rating.Provisional(), Tally: standing.Tally}
		if p != full {
			b.t.Errorf("a place is %+v, want %+v", p, full)
		}
	}
	if err != nil || !slices.Equal(got, members) || page.Total != len(members) || page.Own != (profile.Rank{}) {
		b.t.Errorf("%+v: %q of %d, own %+v, %v, want %q", board, got, page.Total, page.Own, err, members)
	}
	for i := range members {
		page, err := b.s.Leaders(b.t.Context(), board, i, 1, members[i])
		if err != nil || len(page.Places) != 1 || page.Places[0].Member != members[i] || page.Places[0] != page.Own || page.Own.Rank != i+1 {
			b.t.Errorf("%+v: place %d is %+v, %v", board, i+1, page, err)
		}
	}
}

func (b *boards) unlist(member string, unlisted bool) {
	b.t.Helper()
	mustChangeMember(b.t, b.s, member, func(m *match.Member) { m.Unlisted = unlisted })
}

func (b *boards) left(guild string, members ...string) {
	b.t.Helper()
	must(b.t, b.s.NoteLeft(b.t.Context(), guild, members))
}

func leaders(t *testing.T, s store.Store) {
	b := &boards{t: t, s: s}
	// alice and bob play in guild 7 until their ratings are no longer provisional, and other members
	// play one or two games. Forty days earlier carol won one game in each guild.
	b.play(carol, "500", "8", game.X, 0)
	b.play(carol, "501", "7", game.X, time.Hour)
	const day = 40 * 24 * time.Hour
	for i := range 30 {
		b.play(alice, bob, "7", game.O-game.Mark(min(1, i%3)), day+time.Duration(i)*7*time.Hour)
	}
	b.play("400", "401", "7", game.X, day)
	b.play("402", "401", "", game.X, day)

	in := func(guild string) profile.Leaderboard {
		return profile.Leaderboard{Pool: profile.Ultimate, Guild: guild}
	}
	since := func(b profile.Leaderboard) profile.Leaderboard {
		b.Since = epoch.Add(30 * 24 * time.Hour)
		return b
	}
	b.want(in("7"), alice, bob, carol, "400", "501", "401")
	b.want(since(in("7")), alice, bob, "400", "401")
	b.want(in(""), alice, bob, carol, "400", "402", "501", "500", "401")
	b.want(since(in("")), alice, bob, "400", "402", "401")
	first := in("7")
	first.Since = epoch.Add(day) // exactly the time of the last game of some members, who must still be listed
	b.want(first, alice, bob, "400", "401")
	b.want(in("8"), carol, "500")
	b.want(since(in("8")))
	b.want(profile.Leaderboard{Pool: profile.Classic3, Guild: "7"})
	b.want(in("9"))
	if page, err := s.Leaders(t.Context(), in(""), 100, 10, ""); err != nil || len(page.Places) != 0 || page.Total != 8 {
		t.Errorf("after the end: %+v, %v", page, err)
	}

	b.unlist(bob, true)
	b.unlist("502", true)
	b.want(in("7"), alice, carol, "400", "501", "401")
	b.want(since(in("7")), alice, "400", "401")
	b.play("502", "400", "7", game.X, day+time.Hour) // 502 was unlisted before their first rated game
	b.want(in("7"), alice, carol, "400", "501", "401")
	b.play(bob, alice, "8", game.X, day+300*time.Hour)
	b.want(in("8"), alice, carol, "500")
	b.unlist(bob, false)
	b.unlist("502", false)
	b.want(in("8"), alice, bob, carol, "500")
	b.want(in("7"), alice, bob, carol, "502", "400", "501", "401")

	b.left("7", carol, "401", "999")
	b.left("", alice)
	b.left("9", alice)
	b.want(in("7"), alice, bob, "502", "400", "501")
	b.want(in("8"), alice, bob, carol, "500")
	b.play(carol, "500", "8", game.Empty, day+301*time.Hour) // in another server
	b.want(in("7"), alice, bob, "502", "400", "501")
	b.play("401", "501", "7", game.Empty, day+302*time.Hour)
	if page, err := s.Leaders(t.Context(), in("7"), 0, 10, "401"); err != nil || page.Own.Member != "401" || page.Total != 6 {
		t.Errorf("who plays there again: %+v, %v", page, err)
	}

	for i := range profile.Placement { // then 600 and 601 have enough games for a rank, and come before 602 and 603
		b.play("600", "601", "10", game.X, day+time.Duration(400+i)*time.Hour)
	}
	b.play("602", "603", "10", game.X, day+410*time.Hour)
	b.want(in("10"), "600", "601", "602", "603")
}

func exportedRatings(t *testing.T, s store.Store) {
	between(alice, bob, game.X, 0).play(t, s, "m1")
	gameEnd{x: match.Person(alice), o: match.Computer("casual"), winner: game.X, at: epoch.Add(time.Hour), guild: "7"}.play(t, s, "m2")
	must(t, s.NoteLeft(t.Context(), "7", []string{alice}))
	text := wantExport(t, s, alice, "m1", "m2")
	for _, part := range []string{
		`"ratings": [`, `"pool": "ultimate"`, `"pool": "ultimate/computer"`, `"value": 116`, `"longest": 1`, `"game_key": "`, `"results": [`, `"verdict": "rated"`, `"score": 2`, `"value": 105100`,
		`"kind": "against"`, `"key": "200"`, `"variant": "ultimate"`, `"name": "first_win"`, `"name": "beat_casual"`, `"leaderboards": [`, `"left": true`,
	} {
		if !strings.Contains(text, part) {
			t.Errorf("no %s in\n%s", part, text)
		}
	}
	mustForget(t, s, alice)
	for _, member := range []string{alice, match.Anonymous} {
		if text := wantExport(t, s, member); strings.Contains(text, "rated") || strings.Contains(text, "tallies") {
			t.Errorf("%s: %s", member, text)
		}
	}
	if text := wantExport(t, s, bob, "m1"); containsID(text, alice) || !strings.Contains(text, `"verdict": "rated"`) {
		t.Errorf("bob: %s", text)
	}
}
