package discordtest_test

import (
	"noughts/bot/discordtest"
)

// Dispatch lets the tests with real client libraries send any event.
func (s *discordtest.Server) Dispatch(a *discordtest.Application, guild discordtest.Snowflake, event string, data any) {
	s.Gateway.Dispatch(a, guild, event, data)
}
