package rest

import (
	"fmt"
	"net/http"
	"strconv"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

func roleRoutes() map[string]methods {
	guild, role := (*request).guild, (*request).role
	return map[string]methods{
		"/guilds/{guild}/roles": {
			get: read(withObject(guild, listRoles)), post: write(withBody(guild, createRole)), patch: write(withBody(guild, moveRoles)),
		},
		"/guilds/{guild}/roles/{role}": {
			get: read(withObject(role, getRole)), patch: write(withBody(role, patchRole)), deletion: write(withObject(role, deleteRole)),
		},
	}
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

func getRole(_ *request, role *world.Role) (reply, error) { return ok(role.Object()) }

// readRole returns the role settings `now`, changed as the body f says. A bot cannot add permissions that it lacks
// itself. Callers hold the world's lock.
func (r *request) readRole(g *world.Guild, f form.Field, now world.RoleSettings) (world.RoleSettings, error) {
	before := now.Permissions
	validate.UnusedOfRoles(f)
	if n := f.Get("name"); !n.Null() {
		now.Name = n.Words(1, 100)
	}
	if p := f.Get("permissions"); !p.Null() {
		now.Permissions = readPermissions(p)
	}
	now.Color = f.Get("color").IntegerOr(now.Color, 0, 0xFFFFFF)
	now.Color = f.Get("colors").Get("primary_color").IntegerOr(now.Color, 0, 0xFFFFFF)
	now.Hoist = f.Get("hoist").BooleanOr(now.Hoist)
	now.Mentionable = f.Get("mentionable").BooleanOr(now.Mentionable)
	if err := f.Form.Err(); err != nil {
		return now, err
	}
	if added := now.Permissions &^ before; !g.May(r.app, added) {
		return now, form.ErrMissingPermissions()
	}
	return now, nil
}

// readPermissions reads a set of permissions from its decimal number.
func readPermissions(f form.Field) object.Permissions {
	bits, err := strconv.ParseUint(f.Digits(), 10, 64)
	if err != nil {
		f.Fail("NUMBER_TYPE_COERCE", "Value \"%v\" is not int.", f.Value)
	}
	return object.Permissions(bits) & world.PermissionsAll
}

// createRole creates a role. The new role is below all others except @everyone.
func createRole(r *request, g *world.Guild, f form.Field) (reply, error) {
	if !g.May(r.app, object.PermissionManageRoles) {
		return failed(form.ErrMissingPermissions())
	}
	settings, err := r.readRole(g, f, world.RoleSettings{Name: "new role", Permissions: g.Everyone.Permissions})
	switch {
	case err != nil:
		return failed(err)
	case len(g.Roles) >= object.MaxRoles:
		return failed(form.Refuse(http.StatusBadRequest, form.CodeTooManyRoles, fmt.Sprintf("Maximum number of guild roles reached (%d)", object.MaxRoles)))
	}
	return ok(g.AddRole(settings).Object())
}

func patchRole(r *request, role *world.Role, f form.Field) (reply, error) {
	g := role.Guild
	if !g.MayChange(r.app, role) {
		return failed(form.ErrMissingPermissions())
	}
	settings, err := r.readRole(g, f, role.Settings())
	if err != nil {
		return failed(err)
	}
	if role == g.Everyone {
		settings.Name = role.Name // the name of @everyone cannot change
	}
	role.Set(settings)
	return ok(role.Object())
}

func deleteRole(r *request, role *world.Role) (reply, error) {
	g := role.Guild
	switch {
	case role == g.Everyone, role.Bot != nil:
		return failed(form.Refuse(http.StatusBadRequest, form.CodeInvalidRole, "Invalid Role"))
	case !g.MayChange(r.app, role):
		return failed(form.ErrMissingPermissions())
	}
	role.Delete()
	return noContent()
}

// moveRoles sets the positions of roles. Roles with the same position are ordered by age. Only
// roles below the bot's highest role can be moved, and only to positions below that role.
func moveRoles(r *request, g *world.Guild, f form.Field) (reply, error) {
	at := map[*world.Role]int{}
	for i, role := range g.Roles {
		at[role] = i
	}
	for _, one := range f.List(0, object.MaxRoles) {
		one.Get("id").Required()
		role := g.Role(one.Get("id").Snowflake())
		to := one.Get("position").IntegerOr(at[role], 0, object.MaxRoles)
		switch {
		case f.Form.Failed():
			return failed(f.Form.Err())
		case role == nil:
			return failed(form.ErrUnknownRole())
		case !g.MayChange(r.app, role), to >= g.Rank(r.app.User), role == g.Everyone:
			return failed(form.ErrMissingPermissions())
		}
		at[role] = max(to, 1)
	}
	if err := f.Form.Err(); err != nil {
		return failed(err)
	}
	g.OrderRoles(at)
	return ok(g.RoleObjects())
}
