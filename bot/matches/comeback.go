package matches

import (
	"context"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
)

// addFacts sets the fields Level and Comeback of a change that ends a match, which the store cannot compute:
// the rating of the computer's level, and whether the winner was certainly lost before.
func addFacts(c *store.Change) {
	m := c.Record.Match
	if !m.HasHeadToHead() {
		return
	}
	for _, p := range m.Players {
		if p.IsComputer() {
			r, _ := ai.RatingOf(m.Options.Variant, p.Level)
			c.Level = r.Value
		}
	}
	c.Comeback = comeback(m)
}

// comeback reports whether the winner's line came after a position that was certainly lost. It knows this for
// 3×3 only, where the values of all positions are in a table.
func comeback(m match.Match) bool {
	v := m.Options.Variant
	if v != game.Classic(3) || m.Result.Reason != match.ByLine {
		return false
	}
	searcher := ai.NewSearcher(v, 1, 0)
	toMove, start := m.Begins, m.Start()
	for n := range m.Moves {
		found, err := searcher.Search(context.Background(), ai.History{Start: start, Moves: m.Moves[:n]}, ai.Limits{}, nil)
		lost := ai.Loss
		if toMove != m.Result.Winner {
			lost = ai.Win
		}
		if err == nil && found.Score.Proof == lost {
			return true
		}
		toMove = toMove.Opponent()
	}
	return false
}
