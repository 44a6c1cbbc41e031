package discordtest

import (
	"math"
	"net/http"
	"slices"
)

// may says whether a bot has a permission in the guild as a whole. Callers
// hold s.mu.
func (g *Guild) may(a *Application, p Permissions) bool {
	m := g.member(a.User)
	return m != nil && m.permissions().has(p)
}

// rank returns the position of a user's highest role: who stands higher may
// change those below, and nobody the owner. Callers hold s.mu.
func (g *Guild) rank(u *User) int {
	if g.owner == u {
		return math.MaxInt
	}
	highest := 0
	if m := g.member(u); m != nil {
		for _, r := range m.roles {
			highest = max(highest, slices.Index(g.roles, r))
		}
	}
	return highest
}

// outranks says whether a bot stands above a member. Callers hold s.mu.
func (g *Guild) outranks(a *Application, u *User) bool { return g.rank(a.User) > g.rank(u) }

// mayChange says whether a bot may change a role, give it, or take it: that
// takes a permission and a higher role. Callers hold s.mu.
func (g *Guild) mayChange(a *Application, r *Role) bool {
	return g.may(a, PermissionManageRoles) && slices.Index(g.roles, r) < g.rank(a.User)
}

// role returns the role of the path in the guild of the path. Callers hold s.mu.
func (r *request) role() (*Role, error) {
	g, err := r.guild()
	if err != nil {
		return nil, err
	}
	role := g.role(r.PathValue("role"))
	if role == nil {
		return nil, errUnknownRole()
	}
	return role, nil
}

// member returns the member of the path. Callers hold s.mu.
func (r *request) member() (*member, error) {
	g, err := r.guild()
	if err != nil {
		return nil, err
	}
	u := r.world.users[r.PathValue("user")]
	switch {
	case u == nil:
		return nil, errUnknownUser()
	case g.member(u) == nil:
		return nil, errUnknownMember()
	}
	return g.member(u), nil
}

func errUnknownRole() error {
	return refuse(http.StatusNotFound, codeUnknownRole, "Unknown Role")
}
