package ai_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// rungs returns the levels of a variant that have a Strength: all except those that play like a published program.
func rungs(v game.Variant) []string {
	return slices.DeleteFunc(ai.Levels(v), func(name string) bool {
		_, rung := ai.StrengthOf(v, name)
		return !rung
	})
}

// decidable returns positions of random games where some moves complete a line at once and other moves do not.
func decidable(v game.Variant, count int, seed uint64) (positions []game.Position) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for len(positions) < count {
		for p := rules.Start(v, game.X); !p.Outcome().Over; {
			moves := p.Moves()
			if n := len(deciding(p)); n > 0 && n < len(moves) {
				positions = append(positions, p)
				break
			}
			p, _ = p.Play(moves[rng.IntN(len(moves))])
		}
	}
	return positions
}

// deciding returns the moves that end the game with a winner: the mover, or in misère the opponent.
func deciding(p game.Position) []game.Square {
	return slices.DeleteFunc(p.Moves(), func(s game.Square) bool {
		after, err := p.Play(s)
		return err != nil || after.Outcome().Winner == game.Empty
	})
}

// TestLevelsSeeLines checks how often levels take an immediate win, and in misère avoid an immediate loss: the easiest
// feature to notice. A level that does not search must do so nearly as often as its Sight, a probability, says. A level
// that searches must always do so.
func TestLevelsSeeLines(t *testing.T) {
	t.Parallel()
	const count = 150
	for v, wins := range map[game.Variant]bool{
		game.Classic(3): true, game.Classic(4): true, game.Ultimate: true, rules.Misere(3): false, rules.Misere(4): false, rules.Misere(5): false,
	} {
		positions := decidable(v, count, 1)
		for _, level := range rungs(v) {
			s, _ := ai.StrengthOf(v, level)
			s.Nodes = min(s.Nodes, 1000) // enough to see a line, and short
			right := 0
			for seed, p := range positions {
				choice, err := ai.NewPlayer(v, s, uint64(seed)).Choose(context.Background(), ai.History{Start: p})
				if err != nil {
					t.Fatal(err)
				}
				if slices.Contains(deciding(p), choice.Move) == wins {
					right++
				}
			}
			least := count
			if s.Nodes == 0 {
				least = int(count * 0.92 * (1 - math.Pow(1-s.Sight, 8)))
			}
			if right < least {
				t.Errorf("%s, %s is right in %d positions of %d, want at least %d", v, level, right, count, least)
			}
		}
	}
}

// TestLevelsThatSearchDoNotGiveTheGameAway checks that the levels of Ultimate that search up to 15,000
// positions prevent an immediate win of the opponent if possible.
func TestLevelsThatSearchDoNotGiveTheGameAway(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 0))
	checked := 0
	for _, p := range decidable(game.Ultimate, 60, 3) {
		// Take the random position if the side to move cannot win at once and can choose between moves that allow an
		// immediate win of the opponent and moves that prevent it. Otherwise play a random move and
		// try the position after it.
		safe := func(p game.Position) []game.Square {
			return slices.DeleteFunc(p.Moves(), func(s game.Square) bool {
				after, err := p.Play(s)
				return err != nil || len(deciding(after)) > 0
			})
		}
		if moves := safe(p); len(deciding(p)) > 0 || len(moves) == 0 || len(moves) == len(p.Moves()) {
			next, err := p.Play(p.Moves()[rng.IntN(len(p.Moves()))])
			if err != nil || next.Outcome().Over {
				continue
			}
			p = next
		}
		moves := safe(p)
		if len(deciding(p)) > 0 || len(moves) == 0 || len(moves) == len(p.Moves()) {
			continue
		}
		checked++
		for _, level := range rungs(game.Ultimate) {
			if s, _ := ai.StrengthOf(game.Ultimate, level); s.Nodes == 0 || s.Nodes > 15_000 {
				continue
			}
			choice, err := newPlayer(t, game.Ultimate, level, 1).Choose(context.Background(), ai.History{Start: p})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(moves, choice.Move) {
				t.Errorf("%s: %s gives the game away with %s", p, level, choice.Move)
			}
		}
	}
	if checked < 5 {
		t.Errorf("only %d positions checked", checked)
	}
}

// TestTemperatureSpreadsMoves checks that a player chooses every move at a high temperature, and only the best move
// that it notices at temperature 0.
func TestTemperatureSpreadsMoves(t *testing.T) {
	t.Parallel()
	g := ai.History{Start: rules.Start(game.Classic(3), game.X)}
	chosen := func(s ai.Strength) map[game.Square]int {
		moves := make(map[game.Square]int)
		for seed := range uint64(300) {
			choice, err := ai.NewPlayer(game.Classic(3), s, seed).Choose(context.Background(), g)
			if err != nil {
				t.Fatal(err)
			}
			moves[choice.Move]++
		}
		return moves
	}
	if moves := chosen(ai.Strength{Sight: 1, Temperature: 10}); len(moves) != 9 {
		t.Errorf("hot: %v", moves)
	}
	if moves := chosen(ai.Strength{Sight: 1}); len(moves) != 1 || moves[game.At(1, 1)] == 0 {
		t.Errorf("cold: %v", moves)
	}
	// A player who notices nothing chooses at random.
	if moves := chosen(ai.Strength{}); len(moves) != 9 {
		t.Errorf("blind: %v", moves)
	}
}
