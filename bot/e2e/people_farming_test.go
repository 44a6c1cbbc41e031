package e2e

import (
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/puzzle"
)

// fiveInARow returns five squares in a row on a 9×9 board, far from the squares that the computer player bottomUp
// takes. For each `number` below 60 the squares or their order differ, and so do the first three squares.
func fiveInARow(number int) (squares []string) {
	row, first, turn := number%5, number/5%4, []int{0, 3, 4}[number/20%3]
	for i := range 5 {
		squares = append(squares, game.At(first+(i+turn)%5, row).String())
	}
	return squares
}

// onFiveInARow starts a game of five in a row on a 9×9 board against a level and plays the given squares.
func onFiveInARow(p *discordtest.Player, level string, squares ...string) {
	p.Uses("/classic size:9 in_a_row:5 level:" + level)
	for _, s := range squares {
		p.Uses("/move square:" + s)
		settles(5 * time.Second)
	}
}

// wantStrength checks that a member's only rating is in the pool of larger boards against the computer and counts the
// given number of games. It also checks that the member is on no leaderboard. It returns the rating.
func (w *world) wantStrength(kept store.Store, member string, games int) profile.Standing {
	w.t.Helper()
	p, err := kept.Profile(w.t.Context(), w.users[member].ID, "")
	if err != nil || len(p.Standings) != 1 || p.Standings[0].Pool != profile.LargerClassic.AgainstComputer() || p.Standings[0].Tally.Games() != games {
		w.t.Fatalf("%s has %+v, %v, want %d games against the computer", member, p.Standings, err, games)
	}
	for _, pool := range profile.AllPools() {
		for _, guild := range []string{"", w.guild.ID} {
			page, err := kept.Leaders(w.t.Context(), profile.Leaderboard{Pool: pool, Guild: guild}, 0, 10, w.users[member].ID)
			if err != nil || page.Total != 0 || page.Own != (profile.Rank{}) {
				w.t.Errorf("the leaderboard of %s in %q has %+v, %v", pool, guild, page, err)
			}
		}
	}
	return p.Standings[0]
}

// The same win is rated once, earns its achievement once, and gives no place on a leaderboard.
func TestAKnownWinAgainstTheComputerRanksNobody(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice := w.player("alice")
		for range 60 {
			onFiveInARow(alice, "champion", fiveInARow(0)...)
			alice.Sees("wins · a1–e1")
			w.doesNotSay(newest(alice), "→")
			settles(time.Minute)
		}
		s := w.wantStrength(kept, "alice", 1)
		t.Logf("60 known wins: %+v", s.Rating)
		if !s.Rating.Provisional() || s.Tally.Wins != 1 {
			t.Errorf("sixty equal games have made %+v", s)
		}
		p, err := kept.Profile(t.Context(), w.users["alice"].ID, "")
		if err != nil || len(p.Earned) != 1 || p.Earned[0].Achievement != profile.BeatChampion {
			t.Errorf("they have earned %+v, %v", p.Earned, err)
		}
		w.says(alice.Uses("/profile"), "🤖 **Strength against the computer**: Larger boards, misère **placement game 1 of 5**")
	}, against(bottomUp))
}

func TestAWinByForceEarnsNothing(t *testing.T) {
	kept := unclosed{storetest.Memory(t)}
	inBubble(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		for _, game := range []string{"size:7 in_a_row:4", "size:4 in_a_row:3", "size:6 in_a_row:4", "size:9 in_a_row:3"} {
			w.says(alice.Uses("/classic level:champion "+game), "casual")
			for _, s := range []string{"a1", "b1", "c1", "d1"} {
				if board, _ := live(alice); !over(board) {
					alice.Uses("/move square:" + s)
					settles(5 * time.Second)
				}
			}
			alice.Sees("wins · a1–")
		}
		if p, err := kept.Profile(t.Context(), w.users["alice"].ID, ""); err != nil || len(p.Standings) > 0 || len(p.Earned) > 0 {
			t.Errorf("they have earned %+v, %v", p, err)
		}
	}, storedIn(kept), against(bottomUp))
}

// Three members win every tenth game. Alice uses no help, bob asks for a hint before each loss, which counts then, and carol
// takes a move back in each lost game and then wins it, which counts for nothing.
func TestHelpDoesNotVoidALoss(t *testing.T) {
	games := 60
	if testing.Short() {
		games = 20
	}
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		lose := map[string]func(p *discordtest.Player, squares []string){
			"alice": func(p *discordtest.Player, _ []string) {
				resigns(p)
			},
			"bob": func(p *discordtest.Player, _ []string) {
				p.Uses("/hint")
				p.PressesID("/hint-1")
				p.Uses("/resign")
			},
			"carol": func(p *discordtest.Player, squares []string) {
				p.Uses("/takeback")
				p.PressesID("/takeback-sure")
				settles(5 * time.Second)
				for _, s := range squares[2:] {
					p.Uses("/move square:" + s)
					settles(5 * time.Second)
				}
			},
		}
		points := map[string]int{}
		for _, name := range []string{"alice", "bob", "carol"} {
			p := w.player(name)
			for i := range games {
				squares := fiveInARow(i)
				if i%10 == 9 {
					onFiveInARow(p, "club", squares...)
				} else {
					onFiveInARow(p, "club", squares[:3]...)
					lose[name](p, squares)
				}
				settles(time.Minute)
			}
			losses := games - games/10
			if name == "carol" {
				losses = 0
			}
			s := w.wantStrength(kept, name, games/10+losses)
			if points[name] = s.Rating.Points(); s.Tally.Wins != games/10 || s.Tally.Losses != losses {
				t.Errorf("%s has %+v", name, s)
			}
		}
		t.Logf("%v", points)
		if points["bob"] > points["alice"]+1 {
			t.Errorf("help has improved a number: %v", points)
		}
	}, against(bottomUp))
}

// Only five puzzles match the options.
func TestKnownPuzzlesAreNotRated(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice := w.player("alice")
		page := alice.Uses("/puzzle difficulty:2 theme:only game:classic")
		given := map[string]int{}
		for range 8 {
			given[w.solver(kept, "alice").Now.Puzzle]++
			page = w.solves(kept, alice, "alice", page, atPuzzle)
			w.says(page, "Not rated: you've had this puzzle before, or very few puzzles fit your choice.")
			page = alice.PressesOn(page.ID, "Next puzzle")
			settles(time.Minute)
		}
		for id := range given {
			ratings, err := kept.PuzzleRatings(t.Context(), []string{id})
			if err != nil || len(ratings) > 0 {
				t.Errorf("a puzzle has another rating: %+v, %v", ratings, err)
			}
		}
		if r := w.solver(kept, "alice"); len(given) != 5 || r.Rated() || r.Solved+r.Failed != 0 || len(given) >= puzzle.LeastFitting {
			t.Errorf("after puzzles %v she has %+v", given, r)
		}
	})
}

// Alice relays the level's own moves between two games, in one of which the level begins.
func TestALevelsMovesAreNotTheMembers(t *testing.T) {
	t.Parallel()
	var moves game.Moves // of alice in the first round
	for _, c := range []struct{ alone, wins, losses int }{{0, 0, 1}, {1, 0, 1}, {9, 0, 0}, {12, 1, 0}} {
		kept := unclosed{storetest.Memory(t)}
		bubble(t, func(t *testing.T, w *world) {
			other := w.guild.NewChannel("other")
			first, second := w.player("alice"), w.at("alice", other)
			in := func(channel string) match.Match {
				found, err := kept.Unfinished(t.Context(), match.Scope{Channel: channel})
				if err == nil && len(found) == 0 {
					found, err = kept.Finished(t.Context(), match.Query{Channel: channel, Limit: 1})
				}
				if err != nil || len(found) != 1 {
					t.Fatalf("%d games, %v", len(found), err)
				}
				return found[0].Match
			}
			plays := func(p *discordtest.Player, s game.Square) {
				p.Uses("/move square:" + s.String())
				settles(5 * time.Second)
			}
			first.Uses("/classic size:9 in_a_row:5 level:champion first:me")
			second.Uses("/classic size:9 in_a_row:5 level:champion first:them")
			settles(5 * time.Second)
			for own := 0; in(w.channel.ID).Status == match.Playing; own++ {
				if c.alone > 0 && own >= len(moves)-c.alone {
					plays(first, moves[own])
					continue
				}
				last, _ := in(other.ID).Last()
				plays(first, last)
				if reply, _ := in(w.channel.ID).Last(); in(other.ID).Status == match.Playing {
					plays(second, reply)
				}
			}
			if won := in(w.channel.ID); won.Player(won.Result.Winner).ID != w.users["alice"].ID {
				t.Fatalf("alice has not won: %+v", won.Result)
			} else if c.alone == 0 {
				for i := 0; i < len(won.Moves); i += 2 {
					moves = append(moves, won.Moves[i])
				}
			}
			p, err := kept.Profile(t.Context(), w.users["alice"].ID, "")
			var counted profile.Tally
			for _, s := range p.Standings {
				counted = s.Tally
			}
			if err != nil || counted.Wins != c.wins || counted.Losses != c.losses || len(p.Earned) != c.wins {
				t.Errorf("with her last %d moves her own: %+v, earned %+v, %v", c.alone, counted, p.Earned, err)
			}
		}, storedIn(kept), against(bottomUp))
	}
}
