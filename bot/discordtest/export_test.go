package discordtest

// Dispatch sends any event to an application, for the tests with real client libraries.
func (s *Server) Dispatch(a *Application, guild Snowflake, event string, data any) {
	s.gateway.Dispatch(a.state, guild, event, data)
}

// Reachable exports the function reachable to the tests in package discordtest_test.
var Reachable = reachable
