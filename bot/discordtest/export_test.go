package discordtest

// Dispatch lets the tests with real client libraries send any event.
func (s *Server) Dispatch(a *Application, guild Snowflake, event string, data any) {
	s.gateway.Dispatch(a.state, guild, event, data)
}

// Reachable is how a listener's address is reached from this machine.
var Reachable = reachable
