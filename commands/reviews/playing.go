package reviews

import (
	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
)

// refuseReviewPlaying is the refusal of a pasted game that would help the user in a rated game in progress.
const refuseReviewPlaying texts.Key = "refuse.review_playing"

// withPastedGame calls `then` with the review of a pasted game. The review is refused if it would help the
// user in a rated game that they are playing.
func withPastedGame(r *plan.Request, s subject, ask plan.Review, then func(subject, plan.Review) (plan.Plan, error)) plan.Plan {
	return plan.Ask(plan.OpenMatches{Member: r.User}, func(open []match.Record) (plan.Plan, error) {
		ask.Pasted = true
		ask.Allow = func(g ai.History) error {
			for _, rec := range open {
				m := rec.Match
				if m.Status == match.Playing && m.Side(r.User) != game.Empty && card.MayBeRated(m) && reaches(g, m) {
					return plan.Refuse(refuseReviewPlaying)
				}
			}
			return nil
		}
		return then(s, ask)
	})
}

// reaches reports whether the pasted game g contains all n moves of the match among its first 2n moves. A review of g
// would then show good moves for the match's position or for a later one. The order of the moves does not matter, and
// the board may be turned or mirrored. It also does not matter whether X or O moved first.
func reaches(g ai.History, m match.Match) bool {
	played, v := m.WholeGame(), m.Options.Variant
	if g.Start.Variant() != v || len(played) == 0 || len(g.Moves) < len(played) {
		return false
	}
	made := map[game.Square]int{} // 1 on squares of the side that moved first, 2 on squares of the other side
	for i, s := range g.Moves[:min(len(g.Moves), 2*len(played))] {
		made[s] = 1 + i%2
	}
	for by := range game.Symmetry(game.Symmetries) {
		all := true
		for i, s := range played {
			all = all && made[by.Of(s, v.Size())] == 1+i%2
		}
		if all {
			return true
		}
	}
	return false
}
