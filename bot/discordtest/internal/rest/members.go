package rest

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// maxMemberRoles is the most roles that a body may list. A guild cannot have that many.
const maxMemberRoles = 350

// longestTimeout is the longest timeout that a member can get.
const longestTimeout = 28 * 24 * time.Hour

func memberRoutes() map[string]methods {
	guild, member := (*request).guild, (*request).member
	return map[string]methods{
		"/guilds/{guild}/members":        {get: read(withObject(guild, listMembers))},
		"/guilds/{guild}/members/search": {get: read(withObject(guild, searchMembers))},
		"/guilds/{guild}/members/@me":    {patch: write(withBody(guild, patchOwnMember))},
		"/guilds/{guild}/members/{user}": {
			get: read(withObject(member, getMember)), patch: write(withBody(member, patchMember)), deletion: write(withObject(member, kickMember)),
		},
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

// listMembers answers with members, the oldest account first. It requires the privileged intent for members.
func listMembers(r *request, g *world.Guild) (reply, error) {
	if !r.app.Allows(object.IntentGuildMembers) {
		return failed(form.ErrMissingAccess())
	}
	q := r.query()
	after, _ := strconv.ParseUint(q.Get("after").Snowflake(), 10, 64)
	limit := q.Get("limit").IntegerOr(1, 1, 1000)
	if err := q.Form.Err(); err != nil {
		return failed(err)
	}
	return ok(g.MemberObjects(limit, func(m *world.Member) bool {
		id, _ := strconv.ParseUint(m.User.ID, 10, 64)
		return id > after
	}))
}

// searchMembers answers with the members whose name or nickname starts with the text in the query.
func searchMembers(r *request, g *world.Guild) (reply, error) {
	q := r.query()
	q.Get("query").Required()
	start := q.Get("query").Text(1, 100)
	limit := q.Get("limit").IntegerOr(1, 1, 1000)
	if err := q.Form.Err(); err != nil {
		return failed(err)
	}
	return ok(g.MemberObjects(limit, func(m *world.Member) bool {
		return world.HasPrefixFold(m.User.Name, start) || world.HasPrefixFold(m.Nick, start)
	}))
}

// patchMember changes the given fields of a member.
func patchMember(r *request, m *world.Member, f form.Field) (reply, error) {
	validate.UnusedOfMembers(f)
	if err := f.Form.Err(); err != nil {
		return failed(err)
	}
	changed := *m
	for _, read := range []func(*world.Member, form.Field) error{r.readNick, r.readRoles, r.readTimeout} {
		if err := read(&changed, f); err != nil {
			return failed(err)
		}
	}
	for _, voice := range []string{"mute", "deaf", "channel_id"} {
		if !f.Get(voice).Null() {
			return failed(form.Refuse(http.StatusBadRequest, form.CodeNotInVoice, "Target user is not connected to voice."))
		}
	}
	if err := f.Form.Err(); err != nil {
		return failed(err)
	}
	*m = changed
	m.TellUpdate()
	return ok(m.Object(nil))
}

// readNick reads the nickname from a body; null removes it.
func (r *request) readNick(m *world.Member, f form.Field) error {
	n := f.Get("nick")
	if !n.There {
		return nil
	}
	self := m.User == r.app.User && m.Guild.May(r.app, object.PermissionChangeNickname)
	above := m.Guild.May(r.app, object.PermissionManageNicknames) && (m.User == r.app.User || m.Guild.Outranks(r.app, m.User))
	if !self && !above {
		return form.ErrMissingPermissions()
	}
	m.Nick = strings.TrimSpace(n.Text(0, 32))
	return nil
}

// readRoles reads the member's new roles from a body.
func (r *request) readRoles(m *world.Member, f form.Field) error {
	if f.Get("roles").Null() {
		return nil
	}
	validate.CheckDistinct(f.Get("roles"))
	var roles []*world.Role
	for _, one := range f.Get("roles").List(0, maxMemberRoles) {
		id := one.Snowflake()
		role := m.Guild.Role(id)
		switch {
		case f.Form.Failed():
			return f.Form.Err()
		case role == nil:
			return form.ErrUnknownRole()
		case role != m.Guild.Everyone && !slices.Contains(roles, role):
			roles = append(roles, role)
		}
	}
	for _, role := range m.Guild.Roles {
		if slices.Contains(roles, role) != slices.Contains(m.Roles, role) && !m.Guild.MayGive(r.app, role) {
			return form.ErrMissingPermissions()
		}
	}
	if !m.Guild.May(r.app, object.PermissionManageRoles) {
		return form.ErrMissingPermissions()
	}
	m.Roles = roles
	return nil
}

// readTimeout reads from a body when the member's timeout ends; null ends it at once.
func (r *request) readTimeout(m *world.Member, f form.Field) error {
	t := f.Get("communication_disabled_until")
	if !t.There {
		return nil
	}
	until := t.Time()
	silenceable := m.Permissions() != world.PermissionsAll && m.Guild.Outranks(r.app, m.User)
	switch {
	case !m.Guild.May(r.app, object.PermissionModerateMembers) || !silenceable:
		return form.ErrMissingPermissions()
	case time.Until(until) > longestTimeout:
		t.Fail("BASE_TYPE_BAD_LENGTH", "Timeout must be at most 28 days in the future.")
	}
	m.Timeout = until
	return nil
}

func patchOwnMember(r *request, g *world.Guild, f form.Field) (reply, error) {
	validate.UnusedOfOwnMember(f)
	own := map[string]any{} // only the nickname: the emulator does not store a bot's profile in one guild
	if n := f.Get("nick"); n.There {
		own["nick"] = n.Value
	}
	return patchMember(r, g.Member(r.app.User), f.With(own))
}

// giveRole gives the member the role that the path names; takeRole, below, takes that role away.
func giveRole(r *request, m *world.Member) (reply, error) {
	return r.changeRole(m, func(role *world.Role) { m.Give(role) }, false)
}

func takeRole(r *request, m *world.Member) (reply, error) {
	return r.changeRole(m, func(role *world.Role) { m.Take(role) }, true)
}

// changeRole calls `change`, which gives or takes the role that the path names, and dispatches GUILD_MEMBER_UPDATE.
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
		m.TellUpdate()
	}
	return noContent()
}

func kickMember(r *request, m *world.Member) (reply, error) {
	if !m.Guild.May(r.app, object.PermissionKickMembers) || !m.Guild.Outranks(r.app, m.User) {
		return failed(form.ErrMissingPermissions())
	}
	m.Guild.Remove(m.User)
	return noContent()
}
