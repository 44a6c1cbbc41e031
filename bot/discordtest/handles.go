package discordtest

import (
	"sync"

	"noughts/bot/discordtest/internal/world"
)

// handles maps objects of package internal/world of one type, such as users, to the handles that callers of
// discordtest use. An object always has the same handle, so handles can be compared. The map has a lock of its own,
// because callers may hold the world's lock.
type handles[S comparable, H any] struct {
	mu sync.Mutex
	of map[S]*H
}

// get returns the handle of an object, and creates it by calling `create` if necessary. For a nil object, the zero
// value of S, it returns nil.
func (h *handles[S, H]) get(s S, create func() *H) *H {
	var none S
	if s == none {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.of == nil {
		h.of = map[S]*H{}
	}
	if h.of[s] == nil {
		h.of[s] = create()
	}
	return h.of[s]
}

func (s *Server) user(u *world.User) *User {
	return s.users.get(u, func() *User { return &User{ID: u.ID, Bot: u.Bot, server: s, state: u} })
}

func (s *Server) guild(g *world.Guild) *Guild {
	return s.guilds.get(g, func() *Guild { return &Guild{ID: g.ID, server: s, state: g} })
}

func (s *Server) channel(c *world.Channel) *Channel {
	return s.channels.get(c, func() *Channel { return &Channel{ID: c.ID, Guild: s.guild(c.Guild), server: s, state: c} })
}

func (s *Server) role(r *world.Role) *Role {
	return s.roles.get(r, func() *Role { return &Role{ID: r.ID, server: s, state: r} })
}

// usersOf returns the handle of each user.
func (s *Server) usersOf(states []*world.User) []*User {
	out := make([]*User, len(states))
	for i, u := range states {
		out[i] = s.user(u)
	}
	return out
}

// channelsOf returns the handle of each channel.
func (s *Server) channelsOf(states []*world.Channel) []*Channel {
	out := make([]*Channel, len(states))
	for i, c := range states {
		out[i] = s.channel(c)
	}
	return out
}

// rolesOf returns the handle of each role.
func (s *Server) rolesOf(states []*world.Role) []*Role {
	out := make([]*Role, len(states))
	for i, r := range states {
		out[i] = s.role(r)
	}
	return out
}

// userStates returns the object of package internal/world behind each handle.
func userStates(users []*User) []*world.User {
	out := make([]*world.User, len(users))
	for i, u := range users {
		out[i] = u.state
	}
	return out
}

// roleStates returns the object of package internal/world behind each handle.
func roleStates(roles []*Role) []*world.Role {
	out := make([]*world.Role, len(roles))
	for i, r := range roles {
		out[i] = r.state
	}
	return out
}
