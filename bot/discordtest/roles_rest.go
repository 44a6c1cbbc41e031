package discordtest

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
)

// maxRoles is how many roles a guild may have.
const maxRoles = 250

func roleRoutes() map[string]methods {
	guild, role := (*request).guild, (*request).role
	return map[string]methods{
		"/guilds/{guild}/roles": {
			get: read(about(guild, listRoles)), post: write(told(guild, createRole)), patch: write(told(guild, moveRoles)),
		},
		"/guilds/{guild}/roles/{role}": {
			get: read(about(role, getRole)), patch: write(told(role, patchRole)), deletion: write(about(role, deleteRole)),
		},
	}
}

// roleEvent is the data of GUILD_ROLE_CREATE and GUILD_ROLE_UPDATE.
type roleEvent struct {
	GuildID Snowflake  `json:"guild_id"`
	Role    roleObject `json:"role"`
}

// telling returns what tells of a role. Callers hold s.mu.
func (r *Role) telling(event string) func() {
	return r.guild.telling(event, roleEvent{GuildID: r.guild.ID, Role: r.object()})
}

func getRole(_ *request, role *Role) (reply, error) { return ok(role.object()) }

// roleLook is what a body may set of a role.
type roleLook struct {
	name        string
	permissions Permissions
	color       int
	hoist       bool
	mentionable bool
}

// readRole reads a body over what a role is now. A bot can give no permission
// that it does not have. Callers hold s.mu.
func (r *request) readRole(g *Guild, f field, now roleLook) (roleLook, error) {
	before := now.permissions
	objectOf(unusedOfRoles)(f)
	if n := f.get("name"); !n.null() {
		now.name = n.words(1, 100)
	}
	if p := f.get("permissions"); !p.null() {
		now.permissions = p.permissions()
	}
	now.color = f.get("color").integerOr(now.color, 0, 0xFFFFFF)
	now.color = f.get("colors").get("primary_color").integerOr(now.color, 0, 0xFFFFFF)
	if h := f.get("hoist"); !h.null() {
		now.hoist = h.boolean()
	}
	if m := f.get("mentionable"); !m.null() {
		now.mentionable = m.boolean()
	}
	if err := f.form.err(); err != nil {
		return now, err
	}
	if added := now.permissions &^ before; !g.may(r.app, added) {
		return now, errMissingPermissions()
	}
	return now, nil
}

// integerOr returns a whole number from lo to hi, another when absent.
func (f field) integerOr(otherwise int, lo, hi int64) int {
	if f.null() {
		return otherwise
	}
	return int(f.integer(lo, hi))
}

// permissions returns a set of permissions, written as its bits.
func (f field) permissions() Permissions {
	bits, err := strconv.ParseUint(f.digits(), 10, 64)
	if err != nil {
		f.fail("NUMBER_TYPE_COERCE", "Value \"%v\" is not int.", f.value)
	}
	return Permissions(bits) & permissionsAll
}

// createRole makes a role below all others but @everyone.
func createRole(r *request, g *Guild, f field) (reply, error) {
	if !g.may(r.app, PermissionManageRoles) {
		return failed(errMissingPermissions())
	}
	look, err := r.readRole(g, f, roleLook{name: "new role", permissions: g.everyone.permissions})
	switch {
	case err != nil:
		return failed(err)
	case len(g.roles) >= maxRoles:
		return failed(refuse(http.StatusBadRequest, codeTooManyRoles, fmt.Sprintf("Maximum number of guild roles reached (%d)", maxRoles)))
	}
	role := &Role{ID: r.world.snowflake(), guild: g}
	role.look(look)
	g.roles = slices.Insert(slices.Clone(g.roles), 1, role)
	r.world.later(role.telling("GUILD_ROLE_CREATE"))
	return ok(role.object())
}

// look makes the role what has been read.
func (r *Role) look(l roleLook) {
	r.Name, r.permissions, r.color, r.hoist, r.mentionable = l.name, l.permissions, l.color, l.hoist, l.mentionable
}

func patchRole(r *request, role *Role, f field) (reply, error) {
	g := role.guild
	if !g.mayChange(r.app, role) {
		return failed(errMissingPermissions())
	}
	look, err := r.readRole(g, f, roleLook{role.Name, role.permissions, role.color, role.hoist, role.mentionable})
	if err != nil {
		return failed(err)
	}
	if role == g.everyone {
		look.name = role.Name // which nothing changes
	}
	role.look(look)
	r.world.later(role.telling("GUILD_ROLE_UPDATE"))
	return ok(role.object())
}

func deleteRole(r *request, role *Role) (reply, error) {
	g := role.guild
	switch {
	case role == g.everyone:
		return failed(refuse(http.StatusBadRequest, codeInvalidRole, "Invalid Role"))
	case !g.mayChange(r.app, role):
		return failed(errMissingPermissions())
	}
	g.roles = slices.DeleteFunc(slices.Clone(g.roles), func(x *Role) bool { return x == role })
	for _, m := range g.members {
		m.roles = slices.DeleteFunc(slices.Clone(m.roles), func(x *Role) bool { return x == role })
	}
	for _, c := range g.channels {
		c.overwrites = slices.DeleteFunc(slices.Clone(c.overwrites), func(o overwrite) bool { return o.id == role.ID })
	}
	r.world.later(g.telling("GUILD_ROLE_DELETE", map[string]Snowflake{"guild_id": g.ID, "role_id": role.ID}))
	return noContent()
}

// moveRoles gives roles other positions; those at one position are ordered by
// age. Only roles below the bot's own can be moved, and to places below it.
func moveRoles(r *request, g *Guild, f field) (reply, error) {
	at := map[*Role]int{}
	for i, role := range g.roles {
		at[role] = i
	}
	for _, one := range f.list(0, maxRoles) {
		one.get("id").required()
		role := g.role(one.get("id").snowflake())
		to := one.get("position").integerOr(at[role], 0, maxRoles)
		switch {
		case f.form.failed:
			return failed(f.form.err())
		case role == nil:
			return failed(errUnknownRole())
		case !g.mayChange(r.app, role), to >= g.rank(r.app.User), role == g.everyone:
			return failed(errMissingPermissions())
		}
		at[role] = max(to, 1)
	}
	if err := f.form.err(); err != nil {
		return failed(err)
	}
	before := g.roles
	g.roles = slices.Clone(g.roles)
	slices.SortStableFunc(g.roles, func(a, b *Role) int { return cmp.Or(cmp.Compare(at[a], at[b]), compareIDs(a.ID, b.ID)) })
	for i, role := range g.roles {
		if before[i] != role {
			r.world.later(role.telling("GUILD_ROLE_UPDATE"))
		}
	}
	return ok(g.roleObjects())
}
