package profile_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/ai/nrow"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/rules"
)

// TestEarn checks, for each achievement that a game can earn, a game that earns it, and also similar games that do not.
func TestEarn(t *testing.T) {
	t.Parallel()
	member, other := match.Person("100"), match.Person("200")
	settled := func(points int) profile.Rating {
		return profile.Rating{Value: points * 100, Deviation: 60_00, Volatility: 60_000}
	}
	won := func(x, o match.Player, v game.Variant, winner game.Mark, moves int) profile.Facts {
		side := game.X
		if o == member {
			side = game.O
		}
		return profile.Facts{Side: side, Game: profile.FinishedGame{
			Variant: v, Players: [2]match.Player{x, o}, Winner: winner, Begins: game.X, OnBoard: true, Moves: make([]game.Square, moves),
		}}
	}
	with := func(f profile.Facts, change func(*profile.Facts)) profile.Facts {
		change(&f)
		return f
	}
	on := func(v game.Variant, name string) profile.Facts {
		return with(won(member, match.Computer(name), v, game.X, 20), func(f *profile.Facts) { f.Level = profile.Rating{Value: 1500_00} })
	}
	level := func(name string) profile.Facts { return on(game.Classic(5), name) }
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
		{"a giant", with(beats, func(f *profile.Facts) { f.Rated, f.Before, f.Opponent = true, profile.NewRating(), settled(1200) }), append(first[:1:1], profile.GiantKiller)},
		{"hardly a giant", with(beats, func(f *profile.Facts) { f.Rated, f.Before, f.Opponent = true, profile.NewRating(), settled(1199) }), first},
		{"a giant of whom little is known", with(beats, func(f *profile.Facts) {
			f.Rated, f.Before, f.Opponent = true, settled(1000), settled(1900)
			f.Opponent.Deviation = profile.ProvisionalAbove + 1
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
		{"champion where its strength is not known", with(level("champion"), func(f *profile.Facts) { f.Level = profile.Rating{} }), nil},
		{"champion with three in a row on 9×9", on(game.InARow(9, 3), "champion"), nil},
		{"champion with four in a row on 7×7", on(game.InARow(7, 4), "champion"), nil},
		{"champion with five in a row on 9×9", on(game.InARow(9, 5), "champion"), []profile.Achievement{profile.BeatChampion}},
		{"ten wins in a row against a level", with(level("weak"), func(f *profile.Facts) { f.Rated, f.Streak = true, 10 }), nil},
		{"champion, with a hint", with(level("champion"), func(f *profile.Facts) { f.Game.Hinted[0] = true }), nil},
		{"champion, with its moves from another game", with(level("champion"), func(f *profile.Facts) { f.Game.Relayed[0] = true }), nil},
		{"champion, casual", with(level("champion"), func(f *profile.Facts) { f.Game.Casual = true }), nil},
		{"a casual draw against perfect play", with(won(member, match.Computer("perfect"), game.Classic(3), game.Empty, 9), func(f *profile.Facts) { f.Game.Casual = true }), nil},
		{"a casual win against a member", with(beats, func(f *profile.Facts) { f.Game.Casual = true }), first},
		{"a casual quick win against a level", with(on(game.Ultimate, "weak"), func(f *profile.Facts) { f.Game.Casual = true }), nil},
		{"champion, with a move taken back", with(level("champion"), func(f *profile.Facts) { f.Game.TakenBack = true }), nil},
	} {
		if got := profile.Earn(c.facts); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestWonByForce proves with the engine that the first player wins the variants of WonByForce within ForcedPlies. In
// the other variants with k in a row a short search must find no such win. For all variants without k in a row,
// WonByForce must return false.
func TestWonByForce(t *testing.T) {
	t.Parallel()
	listed := 0
	for _, v := range rules.Variants() {
		if v.Kind != "classic" || v.K == 0 {
			if profile.WonByForce(v) {
				t.Errorf("%s is said to be won by force", v)
			}
			continue
		}
		nodes := int64(30_000)
		if profile.WonByForce(v) {
			listed++
			nodes = 3_000_000
		}
		if testing.Short() && v.N > 7 {
			continue // this search takes seconds
		}
		proves := func(s engine.Score) bool { return s.Proof == engine.Win && s.Plies <= profile.ForcedPlies }
		ctx, enough := context.WithCancel(t.Context())
		choice := nrow.New(v.N, v.K, 18, 1).Search(ctx, engine.Task{
			Position: rules.Start(v, game.X), Limits: engine.Limits{Nodes: nodes}, Rand: rand.New(rand.NewPCG(1, 0)),
			Report: func(i engine.Info) {
				if proves(i.Score) {
					enough()
				}
			},
		})
		enough()
		if won := proves(choice.Score); won != profile.WonByForce(v) {
			t.Errorf("%s: %s after %d positions", v, choice.Score, choice.Nodes)
		}
		t.Logf("%s: %s", v, choice.Score)
	}
	if listed != 10 {
		t.Errorf("%d variants are won by force", listed)
	}
}

// TestSameGame checks that Key is the same for mirrored and turned games and with swapped marks, and
// differs if the other side begins. Most random games must have different keys. Games between members
// have no key.
func TestSameGame(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 0))
	keys := map[string]string{}
	for _, v := range []game.Variant{game.Classic(3), game.InARow(7, 4), game.Classic(7), game.Ultimate} {
		for range 20 {
			g := profile.FinishedGame{Variant: v, Players: [2]match.Player{match.Person("100"), match.Computer("weak")}, Begins: game.X}
			for p := rules.Start(v, game.X); len(g.Moves) < 5; {
				moves := p.Moves()
				g.Moves = append(g.Moves, moves[rng.IntN(len(moves))])
				p, _ = p.Play(g.Moves[len(g.Moves)-1])
			}
			other := g
			other.Begins = game.O
			swapped := profile.FinishedGame{Variant: v, Players: [2]match.Player{g.Players[1], g.Players[0]}, Begins: game.O, Moves: g.Moves}
			if g.Key() == "" || g.Key() == other.Key() || g.Key() != swapped.Key() {
				t.Errorf("%s %v: keys %q, begun by the other %q, with the other marks %q", v, g.Moves, g.Key(), other.Key(), swapped.Key())
			}
			for way := range game.Symmetry(game.Symmetries) {
				turned := g
				turned.Moves = nil
				for _, s := range g.Moves {
					turned.Moves = append(turned.Moves, way.Of(s, v.Size()))
				}
				if turned.Key() != g.Key() {
					t.Errorf("%s %v: turned by %d it is another game", v, g.Moves, way)
				}
			}
			keys[g.Key()] = v.String()
		}
	}
	if len(keys) < 70 {
		t.Errorf("80 random games have %d keys", len(keys))
	}
	if key := (profile.FinishedGame{Variant: game.Classic(3), Players: [2]match.Player{match.Person("100"), match.Person("200")}}).Key(); key != "" {
		t.Errorf("a game of members has the key %q", key)
	}
}
