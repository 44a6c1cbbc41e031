package commands

import (
	"errors"
	"slices"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
)

// Texts of the policy's refusals.
const (
	refuseChannels     texts.Key = "refuse.channels"
	refuseManyChannels texts.Key = "refuse.many_channels"
)

const maxNamed = 10

// guarded returns a route whose handler runs only for requests that the policy allows. The policy decides which members
// may perform which actions in a server, and that the bot posts nothing for a member who may not write in the channel.
// The match itself decides who plays in it and whose turn it is.
func guarded(route plan.Route) plan.Route {
	if route.Access == plan.Anyone {
		return route
	}
	handle, access := route.Handle, route.Access
	route.Handle = func(r *plan.Request) (plan.Plan, error) {
		check := func() error {
			err := may(r, access)
			if err == nil && access != plan.Manages && (route.Anew || r.Kind == plan.Command) {
				err = r.MayWrite()
			}
			return err
		}
		if err := unlessDeleted(r, check); err != nil {
			return nil, err
		}
		return handle(r)
	}
	return route
}

// may returns the reason why the user may not use routes with an access here, nil if they may.
func may(r *plan.Request, access plan.Access) error {
	switch access {
	case plan.Plays:
		return mayPlay(r)
	case plan.Manages:
		return mayManage(r)
	case plan.Organises:
		return mayOrganise(r)
	}
	return nil
}

// canUse reports whether the user may use a command in this or in another channel of the server.
func (c *Commands) canUse(r *plan.Request, name string) bool {
	var refusal *plan.Refusal
	err := unlessDeleted(r, func() error { return may(r, c.access[name]) })
	return !errors.As(err, &refusal) || refusal.Key == refuseChannels || refusal.Key == refuseManyChannels
}

// unlessDeleted returns what `check` returns. If that is a refusal because of the server's restriction to channels or
// roles, those that are deleted count as not chosen, and `check` is called again.
func unlessDeleted(r *plan.Request, check func() error) error {
	err := check()
	if !isRestriction(err) {
		return err
	}
	gone := r.Read.Deleted(r.Server.Channels, r.Server.Roles)
	isGone := func(id string) bool { return slices.Contains(gone, id) }
	r.Server.Channels = slices.DeleteFunc(slices.Clone(r.Server.Channels), isGone)
	r.Server.Roles = slices.DeleteFunc(slices.Clone(r.Server.Roles), isGone)
	return check()
}

func isRestriction(err error) bool {
	var refusal *plan.Refusal
	return errors.As(err, &refusal) && slices.Contains([]texts.Key{refuseChannels, refuseManyChannels, "refuse.roles", "refuse.many_roles"}, refusal.Key)
}

// mayPlay returns the reason why the user may not begin a game here, nil if they may. If the server's settings are not
// known, no game begins. Requests in games in progress are still allowed: their routes have the access Anyone.
func mayPlay(r *plan.Request) error {
	switch s := r.Server; {
	case r.Place.Guild == "":
		return nil
	case r.ServerErr != nil:
		return r.ServerErr
	case len(s.Channels) > 0 && !r.In(s.Channels):
		return refuseNaming(r, s.Channels, "<#", refuseChannels, refuseManyChannels)
	}
	return mayJoin(r)
}

// mayJoin returns the reason why the user's roles do not let them take part in games here, nil if they do. Votes in a
// team's game are checked only for roles. They are not checked for the channel, because a game in progress continues
// when its channel is no longer for games.
func mayJoin(r *plan.Request) error {
	if s := r.Server; r.Place.Guild != "" && len(s.Roles) > 0 && !r.HasRole(s.Roles) {
		return refuseNaming(r, s.Roles, "<@&", "refuse.roles", "refuse.many_roles")
	}
	return nil
}

// mayPlayThere returns the reason why a game may not be shown in another channel or thread of the
// server, nil if it may.
func mayPlayThere(r *plan.Request, channel string, there *plan.Channel) error {
	in := r.Server.Channels
	if len(in) == 0 || slices.Contains(in, channel) || there != nil && slices.Contains(in, there.Parent) {
		return nil
	}
	return refuseNaming(r, in, "<#", refuseChannels, refuseManyChannels)
}

func mayManage(r *plan.Request) error {
	switch {
	case r.Place.Guild == "" || r.Place.Away:
		return plan.Refuse("refuse.no_server")
	case !r.May.Has(discordgo.PermissionManageGuild):
		return plan.Refuse("refuse.manage")
	}
	return nil
}

func mayOrganise(r *plan.Request) error {
	switch s := r.Server; {
	case r.Place.Guild == "" || r.Place.Away:
		return plan.Refuse("refuse.no_server")
	case !organises(r):
		return plan.Refuse("refuse.organise")
	case r.ServerErr != nil:
		return r.ServerErr
	case len(s.Channels) > 0 && !r.In(s.Channels):
		return refuseNaming(r, s.Channels, "<#", refuseChannels, refuseManyChannels)
	}
	return nil
}

// organises reports whether the user may run tournaments, and change the tournaments of other members.
func organises(r *plan.Request) bool {
	return r.May.Has(discordgo.PermissionManageEvents) || r.May.Has(discordgo.PermissionManageGuild)
}

// refuseNaming returns a refusal that names the channels for games, or the roles that may play. If
// there are many, it names only the first: see maxNamed. Members who can change that are told where.
func refuseNaming(r *plan.Request, ids []string, sign string, some, many texts.Key) *plan.Refusal {
	names := make([]string, min(len(ids), maxNamed))
	for i := range names {
		names[i] = mention(r, sign, ids[i])
	}
	refusal := plan.Refuse(some, "Names", r.Language.And(names))
	if more := len(ids) - len(names); more > 0 {
		refusal = plan.RefuseCount(many, more, "Names", r.Language.Comma(names))
	}
	if r.May.Has(discordgo.PermissionManageGuild) {
		refusal.More = "refuse.config"
	}
	return refusal
}

// mention returns the mention of a channel or a role. `sign` is its prefix: <# for a channel, <@& for a role. The role
// whose id is the server's id is mentioned as @everyone.
func mention(r *plan.Request, sign, id string) string {
	if id == r.Place.Guild {
		return "@everyone"
	}
	return sign + id + ">"
}
