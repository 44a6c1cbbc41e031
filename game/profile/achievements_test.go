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
	won := func(x, o match.Player, v game.Variant, winner game.Mark, moves int) ended {
		return ended{past: pasts(profile.NewRating(), profile.NewRating()), FinishedGame: profile.FinishedGame{
			Match: "m", Variant: v, Players: [2]match.Player{x, o}, Winner: winner, Begins: game.X, OnBoard: true, Moves: make([]game.Square, moves), Ended: noon,
		}}
	}
	with := func(f ended, change func(*ended)) ended {
		change(&f)
		return f
	}
	on := func(v game.Variant, name string) ended {
		return with(won(member, match.Computer(name), v, game.X, 20), func(f *ended) { f.Level = 1500 })
	}
	level := func(name string) ended { return on(game.Classic(5), name) }
	line := func(v game.Variant, winner game.Mark, moves string) ended {
		f := won(member, other, v, winner, 0)
		if winner == game.O {
			f = won(other, member, v, winner, 0)
		}
		if err := (*game.Moves)(&f.Moves).UnmarshalText([]byte(moves)); err != nil {
			t.Error(err)
		}
		return f
	}
	beats := won(member, other, game.Classic(5), game.X, 20)
	first := []profile.Achievement{profile.FirstWin}
	for _, c := range []struct {
		name string
		game ended
		want []profile.Achievement
	}{
		{"a win", beats, first},
		{"a win after a move that the other gave back", with(beats, func(f *ended) { f.TakenBack = true }), first},
		{"a loss", won(member, other, game.Classic(5), game.O, 20), nil},
		{"a draw", won(member, other, game.Classic(5), game.Empty, 20), nil},
		{"the tenth opponent", with(won(member, other, game.Classic(5), game.O, 20), func(f *ended) { f.past[0].Opponents = 9 }), []profile.Achievement{profile.TenOpponents}},
		{"the ninth", with(won(member, other, game.Classic(5), game.O, 20), func(f *ended) { f.past[0].Opponents = 8 }), nil},
		{"one of ten", with(won(member, other, game.Classic(5), game.O, 20), func(f *ended) { f.past[0] = profile.Past{Opponents: 10, Met: true} }), nil},
		{"the computer after nine", with(level("weak"), func(f *ended) { f.past[0].Opponents = 9 }), nil},
		{"the hundredth game", with(level("weak"), func(f *ended) { f.past[0].Games = 99 }), []profile.Achievement{profile.HundredGames}},
		{"the ninety-ninth", with(level("weak"), func(f *ended) { f.past[0].Games = 98 }), nil},
		{"the fifth in a row", with(beats, func(f *ended) { f.past[0].Standing.Streak = 4 }), append(first[:1:1], profile.Streak5)},
		{"the tenth in a row", with(beats, func(f *ended) { f.past[0].Standing.Streak = 9 }), append(first[:1:1], profile.Streak5, profile.Streak10)},
		{"a streak that was not gone on with", with(beats, func(f *ended) { f.past[0].Standing.Streak, f.Casual = 5, true }), first},
		{"a giant", with(beats, func(f *ended) { f.past = pasts(profile.NewRating(), at(1200, 60)) }), append(first[:1:1], profile.GiantKiller)},
		{"hardly a giant", with(beats, func(f *ended) { f.past = pasts(profile.NewRating(), at(1199, 60)) }), first},
		{"a giant of whom little is known", with(beats, func(f *ended) {
			f.past = pasts(at(1000, 60), at(1900, 60))
			f.past[1].Standing.Rating.Deviation = profile.ProvisionalAbove + 1
		}), first},
		{"a comeback: a mistake of O, and a bigger one of X", line(game.Classic(3), game.O, "a1 b1 a2 b2 c1 b3"), append(first[:1:1], profile.Comeback, profile.SecondWins)},
		{"a win against bad defence", line(game.Classic(3), game.X, "a1 b1 a2 b2 a3"), first},
		{"a draw after mistakes", line(game.Classic(3), game.Empty, "a1 b1 c3 b2 b3 a3 c1 c2 a2"), nil},
		{"a comeback on a larger board", line(game.Classic(4), game.O, "a1 b1 a2 b2 c1 b3 c2 b4"), first},
		{"a comeback, as X has resigned", with(line(game.Classic(3), game.O, "a1 b1 a2 b2 c1"), func(f *ended) { f.OnBoard = false }), first},
		{"a line as O", won(other, member, game.Classic(3), game.O, 6), append(first[:1:1], profile.SecondWins)},
		{"O, as X has resigned", with(won(other, member, game.Classic(3), game.O, 6), func(f *ended) { f.OnBoard = false }), first},
		{"a line as O on a larger board", won(other, member, game.Classic(4), game.O, 8), first},
		{"a quick win", won(member, other, game.Ultimate, game.X, 37), append(first[:1:1], profile.QuickUltimate)},
		{"a win that was not quick", won(member, other, game.Ultimate, game.X, 39), first},
		{"a quick win as O", won(other, member, game.Ultimate, game.O, 38), append(first[:1:1], profile.QuickUltimate)},
		{"a draw against perfect play", won(member, match.Computer("perfect"), game.Classic(3), game.Empty, 9), []profile.Achievement{profile.PerfectDraw}},
		{"one with a move taken back", with(won(member, match.Computer("perfect"), game.Classic(3), game.Empty, 9), func(f *ended) { f.TakenBack = true }), nil},
		{"casual", level("casual"), []profile.Achievement{profile.BeatCasual}},
		{"club", level("club"), []profile.Achievement{profile.BeatClub}},
		{"expert", level("expert"), []profile.Achievement{profile.BeatExpert}},
		{"grandmaster", level("grandmaster"), []profile.Achievement{profile.BeatGrandmaster}},
		{"champion", level("champion"), []profile.Achievement{profile.BeatChampion}},
		{"champion on a board on which X wins", won(member, match.Computer("champion"), game.Classic(2), game.X, 3), nil},
		{"champion where its strength is not known", with(level("champion"), func(f *ended) { f.Level = 0 }), nil},
		{"champion with three in a row on 9×9", on(game.InARow(9, 3), "champion"), nil},
		{"champion with four in a row on 7×7", on(game.InARow(7, 4), "champion"), nil},
		{"champion with five in a row on 9×9", on(game.InARow(9, 5), "champion"), []profile.Achievement{profile.BeatChampion}},
		{"the strongest level where all five in a row win", on(game.Classic(5), "strong"), []profile.Achievement{profile.BeatChampion}},
		{"ten wins in a row against a level", with(level("weak"), func(f *ended) { f.past[0].Standing.Streak = 9 }), nil},
		{"champion, with a hint", with(level("champion"), func(f *ended) { f.Hinted[0] = true }), nil},
		{"champion, with its moves from another game", with(level("champion"), func(f *ended) { f.Relayed[0] = true }), nil},
		{"champion, casual", with(level("champion"), func(f *ended) { f.Casual = true }), nil},
		{"a casual draw against perfect play", with(won(member, match.Computer("perfect"), game.Classic(3), game.Empty, 9), func(f *ended) { f.Casual = true }), nil},
		{"a casual win against a member", with(beats, func(f *ended) { f.Casual = true }), first},
		{"a casual quick win against a level", with(on(game.Ultimate, "weak"), func(f *ended) { f.Casual = true }), nil},
		{"champion, with a move taken back", with(level("champion"), func(f *ended) { f.TakenBack = true }), nil},
	} {
		var want []profile.Earned
		for _, a := range c.want {
			want = append(want, profile.Earned{Achievement: a, Match: "m", At: noon})
		}
		for _, got := range c.game.Count(c.game.past, 0, false) {
			if got.Member() == member.ID && !slices.Equal(got.MayEarn, want) {
				t.Errorf("%s: %+v, want %q", c.name, got.MayEarn, c.want)
			}
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
		choice := nrow.New(v, 18, 1).Search(ctx, engine.Task{
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
