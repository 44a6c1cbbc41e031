package discordtest_test

import (
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/testbot"
)

// TestPipeServesHTTP checks that the server in memory answers requests and leaves no goroutine that
// would keep the bubble from ending.
func TestPipeServesHTTP(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		var info gateway.Info
		for range 3 {
			if status := getJSON(t, s, "/api/v10/gateway", "", &info); status != 200 {
				t.Errorf("status %d", status)
			}
		}
	})
}
