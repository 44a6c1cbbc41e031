package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// play plays a game from an opening to its end. players[0] makes the first move
// after the opening. It returns the final position.
func play(ctx context.Context, opening ai.Game, players [2]ai.Player, paces [2]*pace) (game.Position, error) {
	g := opening
	p, err := rules.Replay(g.Start, g.Moves)
	for turn := 0; err == nil && !p.Outcome().Over; turn ^= 1 {
		began := time.Now()
		var choice ai.Choice
		if choice, err = players[turn].Choose(ctx, g); err != nil {
			break
		}
		if err = ctx.Err(); err != nil {
			break
		}
		paces[turn].add(choice.Nodes, time.Since(began))
		if p, err = p.Play(choice.Move); err != nil {
			return nil, fmt.Errorf("%s after %v: %w", choice.Move, g.Moves, err)
		}
		g.Moves = append(g.Moves[:len(g.Moves):len(g.Moves)], choice.Move)
	}
	return p, err
}

// openingOf returns a game begun with random moves, fewer if more would end it.
func openingOf(v game.Variant, plies int, rng *rand.Rand) ai.Game {
	p := rules.Start(v, game.X)
	g := ai.Game{Start: p}
	for range plies {
		moves := p.Moves()
		move := moves[rng.IntN(len(moves))]
		next, err := p.Play(move)
		if err != nil || next.Outcome().Over {
			break
		}
		p = next
		g.Moves = append(g.Moves, move)
	}
	return g
}

// openingPlies returns how many random moves a variant's games begin with by
// default.
func openingPlies(v game.Variant) int {
	switch {
	case v == game.Ultimate:
		return 4
	case v.Size() < 3:
		return 0
	}
	return 2
}
