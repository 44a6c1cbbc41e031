package reviews

import (
	"noughts/commands/card"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/review"
)

// The constant clearly is a threshold. A text says that a side stands better only if the side's expected result is at
// least this.
const clearly = 0.55

func value(l *texts.Language, expected float64) string { return l.Decimal(expected, 2) }

// standing describes the position after `ply` moves by its proven result or its estimated value.
func standing(l *texts.Language, r *review.Review, ply int) string {
	return worthOf(l, r.Score(ply), r.Side(ply), r.Position(ply).Outcome().Over)
}

// change describes the positions before and after the move with number `ply`, counted from 1.
func change(l *texts.Language, r *review.Review, ply int) string {
	return standing(l, r, ply-1) + " → " + standing(l, r, ply)
}

// worthOf describes a position in words. `s` is its score as seen by the side `side`. `over` is true if the game is
// over.
func worthOf(l *texts.Language, s ai.Score, side game.Mark, over bool) string {
	better, expected := side, s.Expected
	if s.Proof == ai.Loss || s.Proof != ai.Win && expected < 0.5 {
		better, expected = better.Opponent(), 1-expected
	}
	proven := s.Proof == ai.Win || s.Proof == ai.Loss
	name := card.Letter(better)
	switch {
	case over && s.Proof == ai.Draw:
		return l.Say("standing.nobody")
	case s.Proof == ai.Draw:
		return l.Say("standing.drawn")
	case over:
		return l.Say("standing.over", "Side", name)
	case proven:
		return l.Count("standing.won", s.Plies, "Side", name)
	case expected >= clearly:
		return l.Say("standing.better", "Side", name, "Value", value(l, expected))
	}
	return l.Say("standing.even", "Side", name, "Value", value(l, expected))
}
