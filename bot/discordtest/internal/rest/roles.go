package rest

import (
	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/world"
)

func roleRoutes() map[string]methods {
	return map[string]methods{"/guilds/{guild}/roles": {get: read(withObject((*request).guild, listRoles))}}
}

// role returns the role that the request's path names, which also names the role's guild. Callers hold the world's
// lock.
func (r *request) role() (*world.Role, error) {
	g, err := r.guild()
	if err != nil {
		return nil, err
	}
	role := g.Role(r.PathValue("role"))
	if role == nil {
		return nil, form.ErrUnknownRole()
	}
	return role, nil
}

func listRoles(_ *request, g *world.Guild) (reply, error) { return ok(g.RoleObjects()) }
