package ai

import (
	"math/rand/v2"

	"noughts/game"
	"noughts/game/ai/uttt"
	"noughts/game/ultimate"
)

// pickLocally plays Ultimate one local board at a time: it wins one if it can,
// else keeps the opponent from winning one, else plays anywhere.
func pickLocally(_ Game, p game.Position, rng *rand.Rand) Choice {
	u, _ := p.(ultimate.Position)
	return plain(oneOf(localCandidates(u), rng))
}

// localCandidates returns the moves among which the level `local` draws.
func localCandidates(p ultimate.Position) []game.Square {
	moves := p.Moves()
	for _, side := range []game.Mark{p.ToMove(), p.ToMove().Opponent()} {
		if wins := winningLocally(p, side, moves); len(wins) > 0 {
			return wins
		}
	}
	return moves
}

// winningLocally returns the squares where a mark of side wins the local board.
func winningLocally(p ultimate.Position, side game.Mark, squares []game.Square) []game.Square {
	var wins []game.Square
	for _, s := range squares {
		board, cell := ultimate.Split(s)
		if uttt.Gaps(p.Marks(side, board))>>cell&1 != 0 {
			wins = append(wins, s)
		}
	}
	return wins
}
