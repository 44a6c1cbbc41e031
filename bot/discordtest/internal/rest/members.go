package rest

import (
	"slices"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/world"
)

func memberRoutes() map[string]methods {
	member := (*request).member
	return map[string]methods{
		"/guilds/{guild}/members/{user}": {get: read(withObject(member, getMember))},
		"/guilds/{guild}/members/{user}/roles/{role}": {
			put: write(withObject(member, giveRole)), deletion: write(withObject(member, takeRole)),
		},
	}
}

// member returns the member that the request's path names. Callers hold the world's lock.
func (r *request) member() (*world.Member, error) {
	g, err := r.guild()
	if err != nil {
		return nil, err
	}
	u, err := r.user()
	if err != nil {
		return nil, err
	}
	m := g.Member(u)
	if m == nil {
		return nil, form.ErrUnknownMember()
	}
	return m, nil
}

func getMember(_ *request, m *world.Member) (reply, error) { return ok(m.Object(nil)) }

// giveRole gives the member the role that the path names; takeRole, below, takes that role away.
func giveRole(r *request, m *world.Member) (reply, error) {
	return r.changeRole(m, func(role *world.Role) { m.Give(role) }, false)
}

func takeRole(r *request, m *world.Member) (reply, error) {
	return r.changeRole(m, func(role *world.Role) { m.Take(role) }, true)
}

// changeRole calls `change`, which gives or takes the role that the path names.
// `had` is false to give the role and true to take it. If the member already has the role, or already lacks it, nothing
// happens.
func (r *request) changeRole(m *world.Member, change func(*world.Role), had bool) (reply, error) {
	role, err := r.role()
	switch {
	case err != nil:
		return failed(err)
	case role == m.Guild.Everyone:
		return failed(form.ErrUnknownRole())
	case !m.Guild.MayGive(r.app, role):
		return failed(form.ErrMissingPermissions())
	}
	if slices.Contains(m.Roles, role) == had {
		change(role)
	}
	return noContent()
}
