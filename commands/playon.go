package commands

import (
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/match"
)

// playOn begins a casual match between two players from a position of another game. `given` holds the moves that lead
// to the position. The settings of the members and the server apply.
func playOn(r *plan.Request, x, o match.Player, v game.Variant, given []game.Square) (plan.Plan, error) {
	if other := opponentOf(r.User, x, o); other != "" {
		if err := mayChallenge(r, other); err != nil {
			return nil, err
		}
	}
	s := setup{options: match.Options{Variant: v, Casual: true}}
	s, err := withDefaults(r, x, o, s)
	if err != nil {
		return nil, err
	}
	begin := plan.New{Style: s.style, Begin: func(f plan.Facts) (match.Match, error) {
		m, err := match.New(f.ID, r.User, x, o, s.options, f.Toss, f.Now)
		if err != nil {
			return m, err
		}
		return m.From(given)
	}}
	begin.Explains, err = explains(r, v, x, o)
	return begin, err
}
