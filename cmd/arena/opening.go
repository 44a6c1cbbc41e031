package main

import (
	"math/rand/v2"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// openingOf returns an opening of random moves. It is shorter if the next move would end the game.
func openingOf(v game.Variant, plies int, rng *rand.Rand) ai.History {
	p := rules.Start(v, game.X)
	g := ai.History{Start: p}
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

// openingPlies returns the default range of the number of random moves in an opening of a variant.
func openingPlies(v game.Variant) (least, most int) {
	switch size := v.Size(); {
	case v == game.Ultimate:
		return 2, 6
	case size <= 3: // random moves would often decide the game
		return 0, 0
	}
	return 2, 4
}

// opening returns the opening of game i. Games 2k and 2k+1 have the same opening.
func (m *match) opening(i int) ai.History {
	rng := rand.New(rand.NewPCG(m.seed, uint64(i/2)))
	plies := m.plies
	if plies < 0 {
		least, most := openingPlies(m.variant)
		plies = least + rng.IntN(most-least+1)
	}
	return openingOf(m.variant, plies, rng)
}
