package ai

import (
	"math/rand/v2"

	"noughts/game"
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

// winningLocally returns those of the squares on which a mark of side wins the
// local board.
func winningLocally(p ultimate.Position, side game.Mark, squares []game.Square) []game.Square {
	var wins []game.Square
	for _, s := range squares {
		board, cell := ultimate.Split(s)
		if gaps[p.Marks(side, board)]>>cell&1 != 0 {
			wins = append(wins, s)
		}
	}
	return wins
}

// gaps[cells] holds the cells of a 3×3 board that would complete a line with
// those of cells, one bit a cell in reading order.
var gaps = func() (table [512]uint16) {
	for cells := range table {
		for _, row := range [8]uint16{0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124} {
			if gap := row &^ uint16(cells); gap&(gap-1) == 0 {
				table[cells] |= gap
			}
		}
	}
	return table
}()
