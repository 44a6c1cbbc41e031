package gateway_test

import (
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/testbot"
)

// identifyPause is the minimum time between two IDENTIFYs with the same concurrency key, which is
// the shard's id modulo max_concurrency.
const identifyPause = 5 * time.Second

func TestGatewayIdentifyConcurrency(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		testbot.Login(t, s, a.Token)
		c := testbot.Greeted(t, s)
		c.Identify(a.Token, "shard", []int{1, 3}) // another concurrency key, so it is allowed
		c.Ready()
		c = testbot.Greeted(t, s)
		c.Identify(a.Token, "shard", []int{2, 3})
		c.WantInvalid("false")
		time.Sleep(identifyPause)
		c.Identify(a.Token, "shard", []int{2, 3})
		c.Ready()
		if n := a.Identifies(); n != 3 {
			t.Errorf("%d sessions, want 3", n)
		}
	}, discordtest.WithMaxConcurrency(2))
}

func TestGatewayIdentifyPause(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		testbot.Login(t, s, a.Token)
		testbot.Login(t, s, a.Token)
	}, discordtest.WithIdentifyPause(0))
}

func TestGatewayIdentifyBudget(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		for range gateway.IdentifyTotal - 1 {
			c, _ := testbot.Login(t, s, a.Token)
			c.Leave(1000)
			time.Sleep(identifyPause)
		}
		last, _ := testbot.Login(t, s, a.Token)
		time.Sleep(identifyPause)
		c := testbot.Greeted(t, s)
		c.Identify(a.Token)
		c.WantClose(4004)
		last.WantClose(4004) // ends all sessions of the application
		time.Sleep(gateway.IdentifyWindow)
		testbot.Login(t, s, a.Token)
	})
}
