package discordtest

import (
	"net/http"

	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/internal/rest"
	"noughts/bot/discordtest/internal/world"
)

// What tests look at that users do not see.

func (s *Server) World() *world.World       { return s.world }
func (s *Server) Gateway() *gateway.Gateway { return s.gateway }
func (s *Server) Desk() *interaction.Desk   { return s.interactions }
func (s *Server) API() *rest.API            { return s.api }
func (s *Server) SetREST(h http.Handler)    { s.rest = func() http.Handler { return h } }

func (a *Application) State() *world.Application { return a.state }
func (u *User) State() *world.User               { return u.state }
func (g *Guild) State() *world.Guild             { return g.state }
func (c *Channel) State() *world.Channel         { return c.state }

// Guild returns the handle of a guild.
func (s *Server) Guild(g *world.Guild) *Guild { return s.guild(g) }

// TakeAll takes all roles from a member.
func (g *Guild) TakeAll(u *User) {
	g.change(u, func(m *world.Member) { m.Roles = nil })
}

// Reachable is how a listener's address is reached from this machine.
var Reachable = reachable
