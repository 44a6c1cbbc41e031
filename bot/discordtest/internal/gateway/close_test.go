package gateway_test

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/testbot"
)

func TestGatewayCloseCodes(t *testing.T) {
	tests := []struct {
		name string
		do   func(c *testbot.Client, a *discordtest.Application)
		code int
	}{
		{"not JSON", func(c *testbot.Client, _ *discordtest.Application) { c.SendText("hello") }, 4002},
		{"no opcode", func(c *testbot.Client, _ *discordtest.Application) { c.SendText(`{"d":1}`) }, 4002},
		{"heartbeat with a text", func(c *testbot.Client, _ *discordtest.Application) { c.Send(gateway.OpHeartbeat, "now") }, 4002},
		{"identify without properties", func(c *testbot.Client, a *discordtest.Application) { c.Identify(a.Token, "properties", nil) }, 4002},
		{"identify with a number for a token", func(c *testbot.Client, a *discordtest.Application) { c.Identify(a.Token, "token", 5) }, 4002},
		{"resume without seq", func(c *testbot.Client, a *discordtest.Application) {
			c.Send(gateway.OpResume, map[string]any{"token": a.Token})
		}, 4002},
		{"4097 bytes", func(c *testbot.Client, a *discordtest.Application) { c.SendText(sized(4097)) }, 4002},
		{"unknown opcode", func(c *testbot.Client, _ *discordtest.Application) { c.Send(99, nil) }, 4001},
		{"an opcode of the server's", func(c *testbot.Client, _ *discordtest.Application) { c.Send(gateway.OpHello, nil) }, 4001},
		{"wrong token", func(c *testbot.Client, a *discordtest.Application) { c.Identify(a.Token, "token", "Bot wrong") }, 4004},
		{"resume with a wrong token", func(c *testbot.Client, a *discordtest.Application) {
			c.Resume("nonsense", "x", 1)
		}, 4004},
		{"identify twice", func(c *testbot.Client, a *discordtest.Application) { c.Identify(a.Token); c.Identify(a.Token) }, 4005},
		{"resume after identify", func(c *testbot.Client, a *discordtest.Application) { c.Identify(a.Token); c.Resume(a.Token, "x", 1) }, 4005},
		{"shard of three numbers", func(c *testbot.Client, a *discordtest.Application) { c.Identify(a.Token, "shard", []int{0, 1, 2}) }, 4010},
		{"shard beyond the count", func(c *testbot.Client, a *discordtest.Application) { c.Identify(a.Token, "shard", []int{2, 2}) }, 4010},
		{"negative shard", func(c *testbot.Client, a *discordtest.Application) { c.Identify(a.Token, "shard", []int{-1, 2}) }, 4010},
		{"no intents", func(c *testbot.Client, a *discordtest.Application) { c.Identify(a.Token, "intents", nil) }, 4013},
		{"an intent that does not exist", func(c *testbot.Client, a *discordtest.Application) { c.Identify(a.Token, "intents", 1<<17) }, 4013},
		{"negative intents", func(c *testbot.Client, a *discordtest.Application) { c.Identify(a.Token, "intents", -1) }, 4013},
		{"members intent", func(c *testbot.Client, a *discordtest.Application) { c.Identify(a.Token, "intents", 1<<1) }, 4014},
		{"presences intent", func(c *testbot.Client, a *discordtest.Application) { c.Identify(a.Token, "intents", 1<<8) }, 4014},
		{"message content intent", func(c *testbot.Client, a *discordtest.Application) { c.Identify(a.Token, "intents", 1<<15) }, 4014},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
				c := testbot.Greeted(t, s)
				test.do(c, s.NewApplication("bot"))
				c.WantClose(test.code)
			})
		})
	}
}

// sized returns a heartbeat payload of n bytes.
func sized(n int) string {
	const head, tail = `{"op":1,"d":null,"x":"`, `"}`
	return head + strings.Repeat("x", n-len(head)-len(tail)) + tail
}

func TestGatewayAcceptsLargestPayload(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		c := testbot.Greeted(t, s)
		c.SendText(sized(4096))
		c.Want(gateway.OpHeartbeatACK)
	})
}

func TestGatewayQuery(t *testing.T) {
	tests := []struct {
		query string
		code  int
	}{
		{"v=8&encoding=json", 4012},
		{"encoding=json", 4012},
		{"v=ten&encoding=json", 4012},
		{"v=10&encoding=etf", 4002},
		{"v=10&encoding=json&compress=br", 4002},
	}
	for _, test := range tests {
		t.Run(test.query, func(t *testing.T) {
			testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
				testbot.Dial(t, s, test.query).WantClose(test.code)
			})
		})
	}
}

func TestGatewayShardingRequired(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("large")
		for range gateway.MaxShardGuilds + 1 {
			s.NewGuild("one of many").Install(a)
		}
		c := testbot.Greeted(t, s)
		c.Identify(a.Token)
		c.WantClose(4011)
		c = testbot.Greeted(t, s)
		c.Identify(a.Token, "shard", []int{0, 2})
		c.Ready()
	})
}

func TestGatewaySendLimit(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		c := testbot.Greeted(t, s)
		for range gateway.SendLimit {
			c.Send(gateway.OpHeartbeat, nil)
			c.Want(gateway.OpHeartbeatACK)
		}
		time.Sleep(gateway.SendPeriod) // the limit on payloads covers only the last minute
		for range gateway.SendLimit {
			c.Send(gateway.OpHeartbeat, nil)
			c.Want(gateway.OpHeartbeatACK)
		}
		c.Send(gateway.OpHeartbeat, nil)
		c.WantClose(4008)
	})
}

func TestGatewayMissedHeartbeats(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := testbot.Login(t, s, a.Token)
		began := time.Now()
		c.WantClose(4009)
		if took := time.Since(began); took != 90*time.Second {
			t.Errorf("closed after %v, want two intervals", took)
		}
		c = testbot.Greeted(t, s)
		c.Resume(a.Token, ready.SessionID, 1)
		c.WantInvalid("false") // after close code 4009 the client needs a new session
	})
}

func TestGatewayHeartbeatKeepsConnection(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		c, _ := testbot.Login(t, s, s.NewApplication("bot").Token)
		for range 5 {
			time.Sleep(41 * time.Second)
			c.Send(gateway.OpHeartbeat, 1)
			c.Want(gateway.OpHeartbeatACK)
		}
	})
}

func TestGatewayHeartbeatInterval(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		var h gateway.Hello
		c := testbot.Dial(t, s, testbot.PlainQuery)
		c.Decode(c.Want(gateway.OpHello), &h)
		if h.HeartbeatInterval != 1500 {
			t.Errorf("interval is %d ms", h.HeartbeatInterval)
		}
	}, discordtest.WithHeartbeatInterval(1500*time.Millisecond))
}
