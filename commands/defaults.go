package commands

import (
	"cmp"
	"slices"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

// Texts of these refusals.
const (
	refuseNotTaking texts.Key = "refuse.not_taking"
	refuseNotOpen   texts.Key = "refuse.not_open"
	refuseCasual    texts.Key = "refuse.casual"
)

// withDefaults goes on with what was asked for after what the members and the server have
// chosen has filled it in: for the style the caller, then the server; for the clock the
// server; and a game is casual in a server where none is rated, or if one of the two members
// prefers that and nobody has said otherwise. A challenged member who takes no challenges
// from the caller here is left in peace.
func withDefaults(r *plan.Request, x, o match.Player, s setup, then func(setup) plan.Plan) plan.Plan {
	said := r.Options.Option("rated") != nil
	return plan.Ask(plan.Member{ID: r.User}, func(me match.Member) (plan.Plan, error) {
		if said && !s.options.Casual && r.Server.Casual {
			return nil, plan.Refuse(refuseCasual)
		}
		s.style = cmp.Or(s.style, me.Style, r.Server.Style)
		s.options.Casual = s.options.Casual || r.Server.Casual || !said && me.Casual
		if r.Options.Option("clock") == nil && (!x.IsComputer() || !o.IsComputer()) {
			s.options.Clock = cmp.Or(s.options.Clock, r.Server.Clock)
		}
		opponent := otherThan(r.User, x, o)
		if opponent == "" {
			return then(s), nil
		}
		return challengeable(r, opponent, func(them match.Member) plan.Plan {
			s.options.Casual = s.options.Casual || !said && them.Casual
			return then(s)
		}), nil
	})
}

// otherThan returns the member among two players who is not a given one, "" for none.
func otherThan(member string, players ...match.Player) string {
	for _, p := range players {
		if p.IsPerson() && p.ID != member {
			return p.ID
		}
	}
	return ""
}

// challengeable goes on with what is kept of a member if the caller may challenge them where
// the request was made.
func challengeable(r *plan.Request, member string, then func(match.Member) plan.Plan) plan.Plan {
	return plan.Ask(plan.Member{ID: member}, func(them match.Member) (plan.Plan, error) {
		if !them.TakesChallenge(r.User, r.Place.Guild) {
			return nil, plan.Refuse(refuseNotTaking, "ID", member)
		}
		return then(them), nil
	})
}

// unlessBlocked goes on if a member has not blocked the caller, who is not told that they have.
func unlessBlocked(r *plan.Request, member string, then plan.Plan) plan.Plan {
	return plan.Ask(plan.Member{ID: member}, func(m match.Member) (plan.Plan, error) {
		if slices.Contains(m.Blocked, r.User) {
			return nil, plan.Refuse(refuseNotOpen)
		}
		return then, nil
	})
}
