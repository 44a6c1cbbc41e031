package uttt

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

// legal returns the moves of a board as squares in reading order.
func (b *board) legal() []game.Square {
	var moves []game.Square
	if b.over() {
		return nil
	}
	for m := range move(squares) {
		if i := split[m].board; b.playable>>i&1 != 0 && b.empty(i)>>split[m].cell&1 != 0 {
			moves = append(moves, squareOf(m))
		}
	}
	slices.Sort(moves)
	return moves
}

// outcome returns the outcome of the game as package game defines it.
func (b *board) outcome() game.Outcome {
	switch {
	case hasLine[b.won[0]]:
		return game.Won(game.X)
	case hasLine[b.won[1]]:
		return game.Won(game.O)
	case b.closed == all:
		return game.Draw
	}
	return game.Outcome{}
}

// randomGames plays random games. For every position it calls `visit` with the position and with the engine's board
// after the same moves.
func randomGames(games int, seed uint64, visit func(p rules.UltimatePosition, b *board)) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range games {
		p := rules.StartUltimate().Beginning(game.X + game.Mark(i%2))
		b := fromPosition(p)
		visit(p, &b)
		for !p.Outcome().Over {
			moves := p.Moves()
			s := moves[rng.IntN(len(moves))]
			p = p.After(s)
			b.play(moveOn(s))
			visit(p, &b)
		}
	}
}

func TestFastBoardAgreesWithTheRules(t *testing.T) {
	t.Parallel()
	randomGames(200, 1, func(p rules.UltimatePosition, b *board) {
		if got, want := b.legal(), p.Moves(); !slices.Equal(got, want) {
			t.Fatalf("%s: moves %v, want %v", p, got, want)
		}
		if got, want := b.outcome(), p.Outcome(); got != want {
			t.Fatalf("%s: outcome %+v, want %+v", p, got, want)
		}
		for i := range uint8(9) {
			local := p.Local(int(i))
			if b.closed>>i&1 != 0 != local.Over {
				t.Fatalf("%s: board %d closed %t", p, i, !local.Over)
			}
		}
	})
}

func TestFastBoardFollowsItself(t *testing.T) {
	t.Parallel()
	randomGames(200, 2, func(p rules.UltimatePosition, b *board) {
		if p.Outcome().Over {
			return // the search never uses a board after the end
		}
		if anew := fromPosition(p); *b != anew {
			t.Fatalf("%s: played along\n%+v\nmade anew\n%+v", p, *b, anew)
		}
	})
}

func TestFastBoardSeesWinsAndHopes(t *testing.T) {
	t.Parallel()
	randomGames(200, 3, func(p rules.UltimatePosition, b *board) {
		if p.Outcome().Over {
			return
		}
		wins := slices.ContainsFunc(p.Moves(), func(s game.Square) bool { return p.After(s).Outcome().Winner != game.Empty })
		if b.winsNow() != wins {
			t.Fatalf("%s: wins now %t, want %t", p, !wins, wins)
		}
	})
	// For the winner of a game, canWin must return true.
	randomGames(200, 4, func(p rules.UltimatePosition, b *board) {
		if w := p.Outcome().Winner; w != game.Empty && !b.canWin(uint8(w-game.X)) {
			t.Fatalf("%s: %s has won, but cannot", p, w)
		}
	})
}

// TestHashForgetsClosedBoards checks that positions that differ only in the marks on a closed board have the same hash.
func TestHashForgetsClosedBoards(t *testing.T) {
	t.Parallel()
	one, other := fromPosition(rules.StartUltimate()), fromPosition(rules.StartUltimate())
	// In `one`, X has the top row of the first local board; in `other`, X has its left column.
	one.change(0, ternary[0o007])
	other.change(0, ternary[0o111])
	if one.hash() != other.hash() {
		t.Errorf("hashes %x and %x differ", one.hash(), other.hash())
	}
	if start := fromPosition(rules.StartUltimate()); one.hash() == start.hash() {
		t.Error("a closed board leaves no trace in the hash")
	}
}

func TestPerft(t *testing.T) {
	t.Parallel()
	for depth, want := range []int64{1, 81, 720, 6336, 55080, 473256, 4020960} {
		got, err := Perft(context.Background(), rules.StartUltimate(), depth)
		if err != nil || got != want {
			t.Errorf("perft %d = %d, %v; want %d", depth, got, err, want)
		}
	}
}

func TestPerftStopsWhenToldTo(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Perft(ctx, rules.StartUltimate(), 30); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}
