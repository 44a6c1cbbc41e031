package discordtest

// The seams between the REST half and the gateway half of this package.
//
// The gateway half gives:
//
//	newGateway(s) *gateway                        gateway*.go
//	(s *Server) dispatch(a, guild, event, data)   gateway*.go, never under s.mu
//	(s *Server) serveGatewayInfo(w, r, bot)       gateway*.go
//	type transport                                transport*.go, field s.transport
//
// The REST half gives:
//
//	(s *Server) restHandler() http.Handler        rest.go, /api/...
//	(s *Server) applicationByToken(token)         world.go
//	(s *Server) snowflake() Snowflake             server.go
//	(s *Server) currentUser(a) any                READY's user, GET /users/@me
//	(s *Server) guildStubs(a) []guildStub         READY's guilds
//	(s *Server) applicationStub(a) any            READY's application
//
// Those of the REST half take s.mu themselves; the gateway never holds its own
// lock when it calls them.
