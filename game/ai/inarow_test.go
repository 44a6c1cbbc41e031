package ai_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// TestStrongMakesNoMistakeOnFourByFour checks in 10,000 random positions (500 with -short) of 4×4 with three in a row
// that the strongest level never makes a move that is worse than another by brute force.
func TestStrongMakesNoMistakeOnFourByFour(t *testing.T) {
	t.Parallel()
	const seed = 20261122
	positions := 10_000
	if testing.Short() {
		positions = 500
	}
	t.Logf("seed %d, %d positions", seed, positions)
	v, rng, known := game.InARow(4, 3), rand.New(rand.NewPCG(seed, 0)), results{}
	chosen := map[int8]int{}
	for i := range positions {
		p := randomPosition(rng, v)
		choice, err := newPlayer(t, v, "strong", uint64(i)).Choose(context.Background(), ai.History{Start: p})
		if err != nil {
			t.Fatal(err)
		}
		own, other := sides(p)
		best := known.of(own, other)
		chosen[best]++
		if got := known.after(own, other, cell(choice.Move)); got != best {
			t.Errorf("%s: %s leads to %+d, the best move to %+d", p, choice.Move, got, best)
		}
		if want, proven := proofs[choice.Score.Proof]; proven && want != best {
			t.Errorf("%s: said to be %s, but it is %+d", p, choice.Score, best)
		}
	}
	if chosen[1] == 0 || chosen[-1] == 0 {
		t.Errorf("only positions of the results %v", chosen)
	}
	t.Logf("results %v", chosen)
}

// proofs maps each proven result to its number in a results cache.
var proofs = map[engine.Proof]int8{ai.Win: 1, ai.Draw: 0, ai.Loss: -1}

// randomPosition returns an unfinished position of a random game, begun by either side.
func randomPosition(rng *rand.Rand, v game.Variant) game.Position {
	for {
		p := rules.Start(v, game.X+game.Mark(rng.IntN(2)))
		for range rng.IntN(v.N * v.N) {
			if moves := p.Moves(); len(moves) > 0 {
				p, _ = p.Play(moves[rng.IntN(len(moves))])
			}
		}
		if !p.Outcome().Over {
			return p
		}
	}
}

// results caches the result of positions of 4×4 with three in a row, for the side to move: 1 for a win, 0 for a draw,
// -1 for a loss. The key has the cells of the side to move and of the other side, one bit per cell.
type results map[[2]uint16]int8

func (r results) of(own, other uint16) int8 {
	position := [2]uint16{own, other}
	if known, ok := r[position]; ok {
		return known
	}
	best, free := int8(-1), ^(own | other)
	for ; free != 0 && best < 1; free &= free - 1 {
		best = max(best, r.after(own, other, free&-free))
	}
	r[position] = best
	return best
}

func (r results) after(own, other, move uint16) int8 {
	own |= move
	for _, line := range threes {
		if own&line == line {
			return 1
		}
	}
	if own|other == 1<<16-1 {
		return 0
	}
	return -r.of(other, own)
}

// threes are the lines of three on 4×4. They are computed without package classic: from each cell in each direction.
var threes = func() (lines []uint16) {
	for i := range 16 {
		for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
			col, row := i%4+2*step[0], i/4+2*step[1]
			if col >= 0 && col < 4 && row < 4 {
				between := (i%4 + step[0]) + 4*(i/4+step[1])
				lines = append(lines, 1<<i|1<<between|1<<(col+4*row))
			}
		}
	}
	return lines
}()

func cell(s game.Square) uint16 { return 1 << (s.Col() + 4*s.Row()) }

func sides(p game.Position) (own, other uint16) {
	for i := range 16 {
		switch s := game.At(i%4, i/4); p.At(s) {
		case game.Empty:
		case p.ToMove():
			own |= cell(s)
		default:
			other |= cell(s)
		}
	}
	return own, other
}

// TestStrongNeverLosesWhatItNeedNot checks that the strongest level gets at least the result of best play from the
// empty board. The first player wins 4×4 with three in a row and 7×7 with four; the other boards are drawn.
func TestStrongNeverLosesWhatItNeedNot(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		variant game.Variant
		games   int          // number of games as each side against the level random, and as many against casual
		begins  game.Outcome // result of best play
	}{
		{game.InARow(4, 3), 20, game.Won(game.X)},
		{game.InARow(7, 4), 10, game.Won(game.X)},
		{game.InARow(5, 4), 10, game.Draw},
		{game.Classic(4), 20, game.Draw},
	} {
		t.Run(test.variant.String(), func(t *testing.T) {
			t.Parallel()
			if testing.Short() {
				test.games = 1
			}
			for seed := range uint64(test.games) {
				for _, opponent := range []string{"random", "casual", "strong"} {
					if opponent == "strong" && seed > 1 {
						continue
					}
					for _, mark := range []game.Mark{game.X, game.O} {
						if mark == game.O && test.begins.Winner == game.X {
							continue // best play loses as this side
						}
						players := []ai.Player{newPlayer(t, test.variant, "strong", seed), newPlayer(t, test.variant, opponent, seed+1000)}
						if mark == game.O {
							slices.Reverse(players)
						}
						g, end := playOut(t, ai.History{Start: rules.Start(test.variant, game.X)}, players[0], players[1])
						if winner := end.Outcome().Winner; winner == mark.Opponent() || test.begins.Winner != game.Empty && winner != mark {
							t.Errorf("as %s against %s, seed %d: %v ends in %s", mark, opponent, seed, g.Moves, end)
						}
					}
				}
			}
		})
	}
}
