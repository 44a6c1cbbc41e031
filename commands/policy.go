package commands

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
)

// Texts of the policy.
const (
	refuseChannels     texts.Key = "refuse.channels"
	refuseManyChannels texts.Key = "refuse.many_channels"
	refuseRoles        texts.Key = "refuse.roles"
	refuseManyRoles    texts.Key = "refuse.many_roles"
	refuseNoServer     texts.Key = "refuse.no_server"
	refuseManage       texts.Key = "refuse.manage"
	refuseOrganise     texts.Key = "refuse.organise"
)

// maxNamed is how many channels or roles a refusal names.
const maxNamed = 10

// guarded returns a route whose handler runs only for requests that the policy lets through.
// Nothing else decides who may do what in a server; who takes part in a match, and whose turn
// it is, is a question of the match.
func guarded(route plan.Route) plan.Route {
	if route.Access == plan.Anyone {
		return route
	}
	handle, access := route.Handle, route.Access
	route.Handle = func(r *plan.Request) (plan.Plan, error) {
		if err := allowed(r, access); err != nil {
			return nil, err
		}
		return handle(r)
	}
	return route
}

// allowed returns why a request may not be carried out, nil if it may. Without the server's
// settings nothing begins; games that run go on, as their routes are open to anyone.
func allowed(r *plan.Request, access plan.Access) error {
	switch access {
	case plan.Plays:
		return mayPlay(r)
	case plan.Manages:
		return mayManage(r)
	case plan.Organises:
		return mayOrganise(r)
	default: // plan.Anyone
		return nil
	}
}

// mayPlay returns why the caller may not begin a game where the request was made.
func mayPlay(r *plan.Request) error {
	switch s := r.Server; {
	case r.Place.Guild == "":
		return nil
	case r.Unread != nil:
		return r.Unread
	case len(s.Channels) > 0 && !r.In(s.Channels):
		return refuseNaming(r, s.Channels, "<#", refuseChannels, refuseManyChannels)
	}
	return mayJoin(r)
}

// mayJoin returns why the caller may not play along in a game of everybody in a channel, which
// goes on wherever it is.
func mayJoin(r *plan.Request) error {
	if s := r.Server; r.Place.Guild != "" && len(s.Roles) > 0 && !r.HasRole(s.Roles) {
		return refuseNaming(r, s.Roles, "<@&", refuseRoles, refuseManyRoles)
	}
	return nil
}

// mayPlayThere returns why no game may be brought to another channel of the server, which may
// be a thread of one.
func mayPlayThere(r *plan.Request, channel string, there *plan.Channel) error {
	in := r.Server.Channels
	if len(in) == 0 || slices.Contains(in, channel) || there != nil && slices.Contains(in, there.Parent) {
		return nil
	}
	return refuseNaming(r, in, "<#", refuseChannels, refuseManyChannels)
}

// mayManage returns why the caller may not change what is chosen for the server.
func mayManage(r *plan.Request) error {
	switch {
	case r.Place.Guild == "" || r.Place.Away:
		return plan.Refuse(refuseNoServer)
	case !r.May.Has(discordgo.PermissionManageGuild):
		return plan.Refuse(refuseManage)
	}
	return nil
}

// mayOrganise returns why the caller may not hold a tournament where the request was made.
func mayOrganise(r *plan.Request) error {
	switch s := r.Server; {
	case r.Place.Guild == "" || r.Place.Away:
		return plan.Refuse(refuseNoServer)
	case !organises(r):
		return plan.Refuse(refuseOrganise)
	case r.Unread != nil:
		return r.Unread
	case len(s.Channels) > 0 && !r.In(s.Channels):
		return refuseNaming(r, s.Channels, "<#", refuseChannels, refuseManyChannels)
	}
	return nil
}

// organises reports whether the caller may hold tournaments, and change those of others.
func organises(r *plan.Request) bool {
	return r.May.Has(discordgo.PermissionManageEvents) || r.May.Has(discordgo.PermissionManageGuild)
}

// refuseNaming returns the refusal that names the channels of games, or the roles that may play:
// some of them, if there are many.
func refuseNaming(r *plan.Request, ids []string, sign string, some, many texts.Key) *plan.Refusal {
	names := make([]string, min(len(ids), maxNamed))
	for i := range names {
		names[i] = mention(r, sign, ids[i])
	}
	if more := len(ids) - len(names); more > 0 {
		return plan.RefuseCount(many, more, "Names", r.Reader.Comma(names))
	}
	return plan.Refuse(some, "Names", r.Reader.And(names))
}

// mention returns a channel or a role as Discord shows it by name. The role of everybody has
// the server's id, and is written otherwise.
func mention(r *plan.Request, sign, id string) string {
	if id == r.Place.Guild {
		return "@everyone"
	}
	return sign + id + ">"
}
