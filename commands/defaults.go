package commands

import (
	"cmp"
	"slices"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

// Texts of refusals.
const (
	refuseNotTaking texts.Key = "refuse.not_taking"
	refuseNotOpen   texts.Key = "refuse.not_open"
	refuseCasual    texts.Key = "refuse.casual"
)

// withDefaults completes a setup with the settings of the members and the server, and calls `then`. A style that the
// setup lacks comes from the user's settings, or else from the server's. A missing clock comes from the server's
// settings, except between two computers. The game becomes casual if the server has no rated games. It also becomes
// casual if one of the members prefers casual games, unless the request says that the game is rated. withDefaults
// refuses a request for a rated game in a server without rated games. It also refuses if the opponent does not accept
// challenges from the user here.
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
		opponent := opponentOf(r.User, x, o)
		if opponent == "" {
			return then(s), nil
		}
		return challengeable(r, opponent, func(them match.Member) plan.Plan {
			s.options.Casual = s.options.Casual || !said && them.Casual
			return then(s)
		}), nil
	})
}

// opponentOf returns the id of a player who is a member other than the given one, "" if there is none.
func opponentOf(member string, players ...match.Player) string {
	for _, p := range players {
		if p.IsPerson() && p.ID != member {
			return p.ID
		}
	}
	return ""
}

// challengeable calls `then` with a member's settings if the member is here and the user may challenge them. Otherwise
// it refuses.
func challengeable(r *plan.Request, member string, then func(match.Member) plan.Plan) plan.Plan {
	return plan.Ask(plan.Member{ID: member}, func(them match.Member) (plan.Plan, error) {
		if !them.TakesChallenge(r.User, r.Place.Guild) {
			return nil, plan.Refuse(refuseNotTaking, "ID", member)
		}
		return ifPresent(r, member, func() plan.Plan { return then(them) }), nil
	})
}

// ifPresent continues with `then` if a member is still in the server, and refuses otherwise. Every route that needs
// another member asks it.
func ifPresent(r *plan.Request, member string, then func() plan.Plan) plan.Plan {
	if member == "" || r.Options.Resolved.Members[member] != nil { // Discord has just said that the member is here
		return then()
	}
	return plan.Ask(plan.HasLeft{Member: member}, func(left bool) (plan.Plan, error) {
		if left {
			return nil, plan.Refuse(texts.RefuseLeft, "ID", member)
		}
		return then(), nil
	})
}

// unlessBlocked continues with `then` unless the member has blocked the user. Its refusal does not reveal the block.
func unlessBlocked(r *plan.Request, member string, then plan.Plan) plan.Plan {
	return plan.Ask(plan.Member{ID: member}, func(m match.Member) (plan.Plan, error) {
		if slices.Contains(m.Blocked, r.User) {
			return nil, plan.Refuse(refuseNotOpen)
		}
		return then, nil
	})
}
