package discordtest

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// maxMemberRoles is how many roles a body may give a member: more than there are.
const maxMemberRoles = 350

// longestTimeout is how long a member can be silenced.
const longestTimeout = 28 * 24 * time.Hour

func memberRoutes() map[string]methods {
	guild, member := (*request).guild, (*request).member
	return map[string]methods{
		"/guilds/{guild}/members":        {get: read(about(guild, listMembers))},
		"/guilds/{guild}/members/search": {get: read(about(guild, searchMembers))},
		"/guilds/{guild}/members/@me":    {patch: write(told(guild, patchOwnMember))},
		"/guilds/{guild}/members/{user}": {
			get: read(about(member, getMember)), patch: write(told(member, patchMember)), deletion: write(about(member, kickMember)),
		},
		"/guilds/{guild}/members/{user}/roles/{role}": {
			put: write(about(member, giveRole)), deletion: write(about(member, takeRole)),
		},
		"/users/@me/guilds":         {get: read(listOwnGuilds)},
		"/users/@me/guilds/{guild}": {deletion: write(about(guild, leaveGuild))},
	}
}

func getMember(_ *request, m *member) (reply, error) { return ok(m.object(nil)) }

// listMembers answers with members, the oldest account first. That takes the
// privileged intent.
func listMembers(r *request, g *Guild) (reply, error) {
	if !r.app.allows(IntentGuildMembers) {
		return failed(errMissingAccess())
	}
	q := r.query()
	after, _ := strconv.ParseUint(q.get("after").snowflake(), 10, 64)
	limit := q.get("limit").integerOr(1, 1, 1000)
	if err := q.form.err(); err != nil {
		return failed(err)
	}
	return ok(g.memberObjects(limit, func(m *member) bool {
		id, _ := strconv.ParseUint(m.user.ID, 10, 64)
		return id > after
	}))
}

// memberObjects returns some members, the oldest account first. Callers hold
// w.mu.
func (g *Guild) memberObjects(limit int, keep func(*member) bool) []memberObject {
	members := slices.SortedFunc(slices.Values(g.members), func(a, b *member) int { return compareIDs(a.user.ID, b.user.ID) })
	out := []memberObject{}
	for _, m := range members {
		if len(out) < limit && keep(m) {
			out = append(out, m.object(nil))
		}
	}
	return out
}

// searchMembers answers with members whose name or nickname begins so.
func searchMembers(r *request, g *Guild) (reply, error) {
	q := r.query()
	q.get("query").required()
	start := q.get("query").text(1, 100)
	limit := q.get("limit").integerOr(1, 1, 1000)
	if err := q.form.err(); err != nil {
		return failed(err)
	}
	return ok(g.memberObjects(limit, func(m *member) bool {
		return hasPrefixFold(m.user.Name, start) || hasPrefixFold(m.nick, start)
	}))
}

// hasPrefixFold says whether a text begins so, in capitals or not.
func hasPrefixFold(s, prefix string) bool {
	return strings.HasPrefix(strings.ToLower(s), strings.ToLower(prefix))
}

// patchMember changes what a body names of a member.
func patchMember(r *request, m *member, f field) (reply, error) {
	objectOf(unusedOfMembers)(f)
	if err := f.form.err(); err != nil {
		return failed(err)
	}
	changed := *m
	for _, read := range []func(*member, field) error{r.readNick, r.readRoles, r.readTimeout} {
		if err := read(&changed, f); err != nil {
			return failed(err)
		}
	}
	for _, voice := range []string{"mute", "deaf", "channel_id"} {
		if !f.get(voice).null() {
			return failed(refuse(http.StatusBadRequest, codeNotInVoice, "Target user is not connected to voice."))
		}
	}
	if err := f.form.err(); err != nil {
		return failed(err)
	}
	*m = changed
	r.world.later(m.telling())
	return ok(m.object(nil))
}

// readNick reads a nickname, which null takes away.
func (r *request) readNick(m *member, f field) error {
	n := f.get("nick")
	if !n.there {
		return nil
	}
	self := m.user == r.app.User && m.guild.may(r.app, PermissionChangeNickname)
	above := m.guild.may(r.app, PermissionManageNicknames) && (m.user == r.app.User || m.guild.outranks(r.app, m.user))
	if !self && !above {
		return errMissingPermissions()
	}
	m.nick = strings.TrimSpace(n.text(0, 32))
	return nil
}

// readRoles reads the roles that a member is to have.
func (r *request) readRoles(m *member, f field) error {
	if f.get("roles").null() {
		return nil
	}
	f.get("roles").distinct()
	var roles []*Role
	for _, one := range f.get("roles").list(0, maxMemberRoles) {
		id := one.snowflake()
		role := m.guild.role(id)
		switch {
		case f.form.failed:
			return f.form.err()
		case role == nil:
			return errUnknownRole()
		case role != m.guild.everyone && !slices.Contains(roles, role):
			roles = append(roles, role)
		}
	}
	for _, role := range m.guild.roles {
		if slices.Contains(roles, role) != slices.Contains(m.roles, role) && !m.guild.mayChange(r.app, role) {
			return errMissingPermissions()
		}
	}
	if !m.guild.may(r.app, PermissionManageRoles) {
		return errMissingPermissions()
	}
	m.roles = roles
	return nil
}

// readTimeout reads until when a member must be silent; null ends that.
func (r *request) readTimeout(m *member, f field) error {
	t := f.get("communication_disabled_until")
	if !t.there {
		return nil
	}
	until := t.time()
	silenceable := m.permissions() != permissionsAll && m.guild.outranks(r.app, m.user)
	switch {
	case !m.guild.may(r.app, PermissionModerateMembers) || !silenceable:
		return errMissingPermissions()
	case time.Until(until) > longestTimeout:
		t.fail("BASE_TYPE_BAD_LENGTH", "Timeout must be at most 28 days in the future.")
	}
	m.timeout = until
	return nil
}

func patchOwnMember(r *request, g *Guild, f field) (reply, error) {
	objectOf(unusedOfOwnMember)(f)
	own := map[string]any{} // how a bot looks in one guild is not kept
	if n := f.get("nick"); n.there {
		own["nick"] = n.value
	}
	return patchMember(r, g.member(r.app.User), field{form: f.form, value: own, there: true})
}

// giveRole and takeRole are about the role of the path.
func giveRole(r *request, m *member) (reply, error) {
	return r.changeRole(m, func(role *Role) { m.roles = append(slices.Clip(m.roles), role) }, false)
}

func takeRole(r *request, m *member) (reply, error) {
	return r.changeRole(m, func(role *Role) {
		m.roles = slices.DeleteFunc(slices.Clone(m.roles), func(x *Role) bool { return x == role })
	}, true)
}

// changeRole gives a member a role or takes it, when that changes something: when
// the member has it or not, as had says.
func (r *request) changeRole(m *member, change func(*Role), had bool) (reply, error) {
	role, err := r.role()
	switch {
	case err != nil:
		return failed(err)
	case role == m.guild.everyone:
		return failed(errUnknownRole())
	case !m.guild.mayChange(r.app, role):
		return failed(errMissingPermissions())
	}
	if slices.Contains(m.roles, role) == had {
		change(role)
		r.world.later(m.telling())
	}
	return noContent()
}

func kickMember(r *request, m *member) (reply, error) {
	if !m.guild.may(r.app, PermissionKickMembers) || !m.guild.outranks(r.app, m.user) {
		return failed(errMissingPermissions())
	}
	r.world.later(m.guild.remove(m.user))
	return noContent()
}

func leaveGuild(r *request, g *Guild) (reply, error) {
	if g.owner == r.app.User {
		return failed(refuse(http.StatusBadRequest, codeInvalidGuild, "Invalid Guild"))
	}
	r.world.later(g.remove(r.app.User))
	return noContent()
}

// An ownGuild is one of the guilds that a bot is in, as it lists them.
type ownGuild struct {
	ID          Snowflake `json:"id"`
	Name        string    `json:"name"`
	Icon        *string   `json:"icon"`
	Banner      *string   `json:"banner"`
	Owner       bool      `json:"owner"`
	Permissions string    `json:"permissions"`
	Features    []string  `json:"features"`
	Members     *int      `json:"approximate_member_count,omitempty"`
	Presences   *int      `json:"approximate_presence_count,omitempty"`
}

// listOwnGuilds answers with the guilds that the bot is in, the oldest first.
func listOwnGuilds(r *request) (reply, error) {
	counts, err := r.flag("with_counts")
	if err != nil {
		return failed(err)
	}
	q, err := readPage(r, 200, 200)
	if err != nil {
		return failed(err)
	}
	r.world.Lock()
	defer r.world.Unlock()
	out := []ownGuild{}
	for _, g := range r.world.guilds {
		if !g.has(r.app) || !q.holds(g.ID) {
			continue
		}
		o := ownGuild{
			ID: g.ID, Name: g.Name, Owner: g.owner == r.app.User, Features: []string{},
			Permissions: g.member(r.app.User).permissions().String(),
		}
		if n := len(g.members); counts {
			o.Members, o.Presences = &n, &n
		}
		out = append(out, o)
	}
	slices.SortFunc(out, func(a, b ownGuild) int { return compareIDs(a.ID, b.ID) })
	if n := len(out); n > q.limit && q.before > 0 && q.after == 0 {
		out = out[n-q.limit:]
	}
	return ok(out[:min(len(out), q.limit)])
}
