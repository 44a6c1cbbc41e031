package main

import (
	"context"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/puzzle"
)

// Each level tries a puzzle so many times, and must be right so often to have found it.
const (
	tries     = 10
	mostTries = 6
)

// strongestOf names, for each difficulty but the last, the strongest level that finds
// puzzles of that difficulty. Puzzles of the last one are found by levels that are
// stronger still, or by none.
var strongestOf = map[game.Variant][puzzle.Hardest - 1]string{
	game.Classic(3):   {"club", "perfect"}, // it has no harder puzzles
	game.Ultimate:     {"local", "casual", "regular", "advanced"},
	game.InARow(5, 4): {"beginner", "club", "advanced", "expert"},
	game.InARow(7, 4): {"beginner", "club", "advanced", "expert"},
}

// difficulty measures which of the computer's levels is the weakest that finds the
// solution of a puzzle most of the time. The level random is not asked.
func difficulty(ctx context.Context, p puzzle.Puzzle) (int, error) {
	d := puzzle.Easiest
	for _, level := range ai.Levels(p.Variant())[1:] {
		found, err := finds(ctx, p, level)
		if found || err != nil {
			return d, err
		}
		if level == strongestOf[p.Variant()][d-1] {
			if d++; d == puzzle.Hardest {
				break
			}
		}
	}
	return d, nil
}

// finds reports whether a level finds the solution of a puzzle most of the time. The seeds of
// its tries are the same for every puzzle.
func finds(ctx context.Context, p puzzle.Puzzle, level string) (bool, error) {
	right := 0
	for seed := range uint64(tries) {
		player, err := ai.New(p.Variant(), level, seed)
		if err != nil {
			return false, err
		}
		choice, err := player.Choose(ctx, ai.Game{Start: p.Position})
		if err != nil {
			return false, err
		}
		if choice.Move == p.Solution {
			right++
		}
	}
	return right >= mostTries, ctx.Err()
}
