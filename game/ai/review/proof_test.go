package review_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/engine"
	"noughts/game/ai/review"
	"noughts/game/puzzle"
	"noughts/game/rules"
)

// The tests compare bruteCases random positions of each variant with brute force, with at most bruteSquares playable
// empty squares.
const (
	bruteSquares = 10
	bruteCases   = 24
)

var background = context.Background()

// naive returns the value of every move of a position by brute force.
func naive(p game.Position) (moves []worth) {
	switch p := p.(type) {
	case rules.UltimatePosition:
		return valued(engine.Values[rules.UltimatePosition]{}, p)
	case rules.ClassicPosition:
		return valued(engine.Values[rules.ClassicPosition]{}, p)
	}
	return nil
}

func valued[P engine.Position[P]](values engine.Values[P], p P) (moves []worth) {
	for _, s := range p.Moves() {
		moves = append(moves, worth{Square: s, Score: values.OfMove(p, s)})
	}
	return moves
}

// empties counts the empty squares of a position, except those on closed local boards.
func empties(p game.Position) (n int) {
	for s := range game.Square(game.MaxSize * game.MaxSize) {
		if !s.On(p.Variant().Size()) || p.At(s) != game.Empty {
			continue
		}
		if nested, ok := p.(game.Nested); ok {
			if board, _ := nested.Split(s); !nested.Open(board) {
				continue
			}
		}
		n++
	}
	return n
}

// late returns a random unfinished position of a variant with at most the given number of playable squares.
func late(v game.Variant, squares int, rng *rand.Rand) game.Position {
	for {
		p := rules.Start(v, game.X)
		for !p.Outcome().Over && empties(p) > squares {
			moves := p.Moves()
			p, _ = p.Play(moves[rng.IntN(len(moves))])
		}
		if !p.Outcome().Over {
			return p
		}
	}
}

// TestMovesAgreeWithBruteForce compares a prover's results, including plies, with brute force.
func TestMovesAgreeWithBruteForce(t *testing.T) {
	t.Parallel()
	for _, v := range puzzle.Variants() {
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(1, uint64(v.Size())))
			prover := review.NewProver(v, 0)
			for i := range bruteCases {
				p := late(v, 3+i%(bruteSquares-2), rng)
				prover.Reset(1_000_000)
				got, err := worths(prover, p)
				if err != nil {
					t.Fatalf("%s: %v", p, err)
				}
				for j, want := range naive(p) {
					if got[j] != want {
						t.Errorf("%s: %s is %s, brute force says %s", p, want.Square, got[j].Score, want.Score)
					}
				}
				checkFind(t, prover, p, got)
			}
		})
	}
}

// A worth is a legal move with its value for the side that makes it.
type worth struct {
	Square game.Square
	Score  ai.Score
}

// worths returns the values that a prover finds for every legal move of a position, in reading order.
func worths(prover *review.Prover, position game.Position) (all []worth, err error) {
	for _, s := range position.Moves() {
		after, err := position.Play(s)
		if err != nil {
			return nil, err
		}
		r, err := prover.Prove(background, after)
		if err != nil {
			return nil, err
		}
		all = append(all, worth{s, r.Score.Before()})
	}
	return all, nil
}

// checkFind checks the result of Find against the values of all moves.
func checkFind(t *testing.T, prover *review.Prover, p game.Position, moves []worth) {
	t.Helper()
	count, last, slowest := map[bool]int{}, map[bool]worth{}, 0
	for _, m := range moves {
		if m.Score.Proof == ai.Loss {
			slowest = max(slowest, m.Score.Plies)
		}
		for _, isWin := range []bool{true, false} {
			if isWin && m.Score.Proof == ai.Win || !isWin && m.Score.Proof != ai.Loss {
				count[isWin]++
				last[isWin] = m
			}
		}
	}
	found, ok, err := prover.Find(background, p)
	switch {
	case err != nil:
		t.Errorf("%s: %v", p, err)
	case len(moves) > 1 && count[true] == 1:
		if !ok || found.Kind != puzzle.Win || found.Solution != last[true].Square || found.Plies != last[true].Score.Plies {
			t.Errorf("%s: found %v, but %s alone wins: %s", p, found, last[true].Square, last[true].Score)
		}
	case len(moves) > 1 && count[true] == 0 && count[false] == 1:
		if !ok || found.Kind != puzzle.Only || found.Solution != last[false].Square || found.Plies != slowest {
			t.Errorf("%s: found %v, but %s alone does not lose", p, found, last[false].Square)
		}
	case ok:
		t.Errorf("%s is no puzzle, but found as %s", p, found)
	}
}

func TestAProverEnds(t *testing.T) {
	t.Parallel()
	start := rules.Start(game.Ultimate, game.X)
	if r, err := review.NewProver(game.Ultimate, 1000).Prove(background, start); !errors.Is(err, review.ErrUnproven) {
		t.Errorf("with 1000 positions the first move is proven to be %s, error %v", r.Score, err)
	}
	ctx, cancel := context.WithCancel(background)
	cancel()
	if r, err := review.NewProver(game.Ultimate, 1_000_000).Prove(ctx, start); !errors.Is(err, context.Canceled) {
		t.Errorf("when nobody wants to know, the first move is proven to be %s, error %v", r.Score, err)
	}
	over, err := rules.Parse(game.Classic(3), "xxx/oo1/3 o")
	if err != nil {
		t.Fatal(err)
	}
	if r, err := review.NewProver(game.Classic(3), 1).Prove(background, over); err != nil || r.Score.String() != "loss 0" {
		t.Errorf("who has lost has %s, error %v", r.Score, err)
	}
}
