package commands

import (
	"cmp"
	"slices"

	"noughts/commands/plan"
	"noughts/game/match"
)

// withDefaults completes a setup with the settings of the members and the server. A style that the setup lacks comes from
// the user's settings, or else from the server's. A missing clock comes from the server's settings, except between two
// computers. The game becomes casual if the server has no rated games. It also becomes casual if one of the members prefers
// casual games, unless the request says that the game is rated. withDefaults refuses a request for a rated game in a server
// without rated games. It also refuses if the opponent does not accept challenges from the user here.
func withDefaults(r *plan.Request, x, o match.Player, s setup) (setup, error) {
	said := r.Options.Option("rated") != nil
	me, err := r.Read.Member(r.User)
	if err != nil {
		return s, err
	}
	if said && !s.options.Casual && r.Server.Casual {
		return s, plan.Refuse("refuse.casual")
	}
	s.style = cmp.Or(s.style, me.Style, r.Server.Style)
	s.options.Casual = s.options.Casual || r.Server.Casual || !said && me.Casual
	if r.Options.Option("clock") == nil && (!x.IsComputer() || !o.IsComputer()) {
		s.options.Clock = cmp.Or(s.options.Clock, r.Server.Clock)
	}
	opponent := opponentOf(r.User, x, o)
	if opponent == "" {
		return s, nil
	}
	them, err := challengeable(r, opponent)
	s.options.Casual = s.options.Casual || !said && them.Casual
	return s, err
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

func challengeable(r *plan.Request, member string) (match.Member, error) {
	them, err := r.Read.Member(member)
	if err != nil {
		return them, err
	}
	if !them.TakesChallenge(r.User, r.Place.Guild) {
		return them, plan.Refuse("refuse.not_taking", "ID", member)
	}
	return them, isPresent(r, member)
}

// isPresent refuses if a member has left the server. Every route that needs another member asks it.
func isPresent(r *plan.Request, member string) error {
	if member == "" || r.Options.Resolved.Members[member] != nil { // Discord has just said that the member is here
		return nil
	}
	if r.Read.HasLeft(member) {
		return plan.Refuse("refuse.left", "ID", member)
	}
	return nil
}

// isNotBlocked refuses if the member has blocked the user. The refusal does not reveal the block.
func isNotBlocked(r *plan.Request, member string) error {
	m, err := r.Read.Member(member)
	if err == nil && slices.Contains(m.Blocked, r.User) {
		err = plan.Refuse("refuse.not_open")
	}
	return err
}
