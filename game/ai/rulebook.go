package ai

import (
	"math/rand/v2"

	"noughts/game"
	"noughts/game/classic"
)

var (
	centre  = game.At(1, 1)
	topLeft = game.At(0, 0)
)

// pickByRules plays classic 3×3 as the C programming book does: the center or
// the top left corner at first, then a line to complete or to block, else any
// empty square.
func pickByRules(_ Game, p game.Position, rng *rand.Rand) Choice {
	switch {
	case p.Ply() <= 1 && p.At(centre) == game.Empty:
		return plain(centre)
	case p.Ply() == 1 && p.At(topLeft) == game.Empty:
		return plain(topLeft)
	}
	for _, side := range []game.Mark{p.ToMove(), p.ToMove().Opponent()} {
		if s, ok := missing(p, side); ok {
			return plain(s)
		}
	}
	return plain(oneOf(p.Moves(), rng))
}

// missing returns the empty square of the first line that side otherwise fills. The order of
// classic.Lines is the book's.
func missing(p game.Position, side game.Mark) (game.Square, bool) {
	for _, line := range classic.Lines(p.Variant().Size()) {
		var gap game.Square
		held, empty := 0, 0
		for _, s := range line {
			if mark := p.At(s); mark == side {
				held++
			} else if mark == game.Empty {
				gap = s
				empty++
			}
		}
		if held == len(line)-1 && empty == 1 {
			return gap, true
		}
	}
	return 0, false
}
