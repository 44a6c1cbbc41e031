package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// An ending is the end of a game: by the rules, or by a fault of the loser.
type ending struct {
	game.Outcome
	fault error
}

// play plays a game from an opening to its end. players[0] makes the first move after the opening.
// A player loses if it makes an illegal move or returns errFault.
func play(ctx context.Context, opening ai.History, players [2]ai.Player, costs [2]*cost) (ending, error) {
	g := opening
	p, err := rules.Replay(g.Start, g.Moves)
	if err != nil {
		return ending{}, err
	}
	for turn := 0; !p.Outcome().Over; turn ^= 1 {
		began := time.Now()
		choice, err := players[turn].Choose(ctx, g)
		if err == nil {
			err = ctx.Err()
		}
		switch {
		case errors.Is(err, errFault):
			return ending{game.Won(p.ToMove().Opponent()), err}, nil
		case err != nil:
			return ending{}, err
		}
		costs[turn].add(choice.Nodes, time.Since(began))
		next, err := p.Play(choice.Move)
		if err != nil {
			fault := fmt.Errorf("%w: %s in %s: %w", errFault, choice.Move, p, err)
			return ending{game.Won(p.ToMove().Opponent()), fault}, nil
		}
		p = next
		g.Moves = append(g.Moves[:len(g.Moves):len(g.Moves)], choice.Move)
	}
	return ending{Outcome: p.Outcome()}, nil
}
