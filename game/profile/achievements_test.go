package profile_test

import (
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/rating"
)

// Each achievement is earned by a game of its own, and by none that lacks a little of it.
func TestEarn(t *testing.T) {
	t.Parallel()
	member, other := match.Person("100"), match.Person("200")
	settled := func(points int) rating.Rating {
		return rating.Rating{Value: points * 100, Deviation: 60_00, Volatility: 60_000}
	}
	won := func(x, o match.Player, v game.Variant, winner game.Mark, moves int) profile.Facts {
		side := game.X
		if o == member {
			side = game.O
		}
		return profile.Facts{Side: side, Game: profile.Game{
			Variant: v, Players: [2]match.Player{x, o}, Winner: winner, Begins: game.X, OnBoard: true, Moves: make([]game.Square, moves),
		}}
	}
	with := func(f profile.Facts, change func(*profile.Facts)) profile.Facts {
		change(&f)
		return f
	}
	level := func(name string) profile.Facts { return won(member, match.Computer(name), game.Classic(5), game.X, 20) }
	beats := won(member, other, game.Classic(5), game.X, 20)
	first := []profile.Achievement{profile.FirstWin}
	for _, c := range []struct {
		name  string
		facts profile.Facts
		want  []profile.Achievement
	}{
		{"a win", beats, first},
		{"a win after a move that the other gave back", with(beats, func(f *profile.Facts) { f.Game.TakenBack = true }), first},
		{"a loss", won(member, other, game.Classic(5), game.O, 20), nil},
		{"a draw", won(member, other, game.Classic(5), game.Empty, 20), nil},
		{"the tenth opponent", with(won(member, other, game.Classic(5), game.O, 20), func(f *profile.Facts) { f.Opponents = 10 }), []profile.Achievement{profile.TenOpponents}},
		{"the ninth", with(won(member, other, game.Classic(5), game.O, 20), func(f *profile.Facts) { f.Opponents = 9 }), nil},
		{"the hundredth game", with(level("weak"), func(f *profile.Facts) { f.Games = 100 }), []profile.Achievement{profile.HundredGames}},
		{"the fifth in a row", with(beats, func(f *profile.Facts) { f.Rated, f.Streak = true, 5 }), append(first[:1:1], profile.Streak5)},
		{"the tenth in a row", with(beats, func(f *profile.Facts) { f.Rated, f.Streak = true, 10 }), append(first[:1:1], profile.Streak5, profile.Streak10)},
		{"a streak that was not gone on with", with(beats, func(f *profile.Facts) { f.Streak = 5 }), first},
		{"a giant", with(beats, func(f *profile.Facts) { f.Rated, f.Before, f.Opponent = true, rating.New(), settled(1200) }), append(first[:1:1], profile.GiantKiller)},
		{"hardly a giant", with(beats, func(f *profile.Facts) { f.Rated, f.Before, f.Opponent = true, rating.New(), settled(1199) }), first},
		{"a giant of whom little is known", with(beats, func(f *profile.Facts) {
			f.Rated, f.Before, f.Opponent = true, settled(1000), settled(1900)
			f.Opponent.Deviation = rating.ProvisionalAbove + 1
		}), first},
		{"a comeback", with(beats, func(f *profile.Facts) { f.Comeback = true }), append(first[:1:1], profile.Comeback)},
		{"a line as O", won(other, member, game.Classic(3), game.O, 6), append(first[:1:1], profile.SecondWins)},
		{"O, as X has resigned", with(won(other, member, game.Classic(3), game.O, 6), func(f *profile.Facts) { f.Game.OnBoard = false }), first},
		{"a line as O on a larger board", won(other, member, game.Classic(4), game.O, 8), first},
		{"a quick win", won(member, other, game.Ultimate, game.X, 37), append(first[:1:1], profile.QuickUltimate)},
		{"a win that was not quick", won(member, other, game.Ultimate, game.X, 39), first},
		{"a quick win as O", won(other, member, game.Ultimate, game.O, 38), append(first[:1:1], profile.QuickUltimate)},
		{"a draw against perfect play", won(member, match.Computer("perfect"), game.Classic(3), game.Empty, 9), []profile.Achievement{profile.PerfectDraw}},
		{"one with a move taken back", with(won(member, match.Computer("perfect"), game.Classic(3), game.Empty, 9), func(f *profile.Facts) { f.Game.TakenBack = true }), nil},
		{"casual", level("casual"), []profile.Achievement{profile.BeatCasual}},
		{"club", level("club"), []profile.Achievement{profile.BeatClub}},
		{"expert", level("expert"), []profile.Achievement{profile.BeatExpert}},
		{"grandmaster", level("grandmaster"), []profile.Achievement{profile.BeatGrandmaster}},
		{"champion", level("champion"), []profile.Achievement{profile.BeatChampion}},
		{"champion on a board on which X wins", won(member, match.Computer("champion"), game.Classic(2), game.X, 3), nil},
		{"champion, with a move taken back", with(level("champion"), func(f *profile.Facts) { f.Game.TakenBack = true }), nil},
	} {
		if got := profile.Earn(c.facts); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
