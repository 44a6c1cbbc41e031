package discordtest_test

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/gateway"
)

func TestGatewayCloseCodes(t *testing.T) {
	tests := []struct {
		name string
		do   func(c *rawClient, a *discordtest.Application)
		code int
	}{
		{"not JSON", func(c *rawClient, _ *discordtest.Application) { c.sendText("hello") }, 4002},
		{"no opcode", func(c *rawClient, _ *discordtest.Application) { c.sendText(`{"d":1}`) }, 4002},
		{"heartbeat with a text", func(c *rawClient, _ *discordtest.Application) { c.send(gateway.OpHeartbeat, "now") }, 4002},
		{"identify without properties", func(c *rawClient, a *discordtest.Application) { c.identify(a, "properties", nil) }, 4002},
		{"identify with a number for a token", func(c *rawClient, a *discordtest.Application) { c.identify(a, "token", 5) }, 4002},
		{"resume without seq", func(c *rawClient, a *discordtest.Application) {
			c.send(gateway.OpResume, map[string]any{"token": a.Token})
		}, 4002},
		{"4097 bytes", func(c *rawClient, a *discordtest.Application) { c.sendText(sized(4097)) }, 4002},
		{"unknown opcode", func(c *rawClient, _ *discordtest.Application) { c.send(99, nil) }, 4001},
		{"an opcode of the server's", func(c *rawClient, _ *discordtest.Application) { c.send(gateway.OpHello, nil) }, 4001},
		{"presence before identify", func(c *rawClient, _ *discordtest.Application) { c.send(gateway.OpPresence, map[string]any{}) }, 4003},
		{"members before identify", func(c *rawClient, _ *discordtest.Application) { c.send(gateway.OpRequestMembers, map[string]any{}) }, 4003},
		{"wrong token", func(c *rawClient, a *discordtest.Application) { c.identify(a, "token", "Bot wrong") }, 4004},
		{"resume with a wrong token", func(c *rawClient, a *discordtest.Application) {
			c.resume(&discordtest.Application{Token: "wrong"}, "x", 1)
		}, 4004},
		{"identify twice", func(c *rawClient, a *discordtest.Application) { c.identify(a); c.identify(a) }, 4005},
		{"resume after identify", func(c *rawClient, a *discordtest.Application) { c.identify(a); c.resume(a, "x", 1) }, 4005},
		{"shard of three numbers", func(c *rawClient, a *discordtest.Application) { c.identify(a, "shard", []int{0, 1, 2}) }, 4010},
		{"shard beyond the count", func(c *rawClient, a *discordtest.Application) { c.identify(a, "shard", []int{2, 2}) }, 4010},
		{"negative shard", func(c *rawClient, a *discordtest.Application) { c.identify(a, "shard", []int{-1, 2}) }, 4010},
		{"no intents", func(c *rawClient, a *discordtest.Application) { c.identify(a, "intents", nil) }, 4013},
		{"an intent that does not exist", func(c *rawClient, a *discordtest.Application) { c.identify(a, "intents", 1<<17) }, 4013},
		{"negative intents", func(c *rawClient, a *discordtest.Application) { c.identify(a, "intents", -1) }, 4013},
		{"members intent", func(c *rawClient, a *discordtest.Application) { c.identify(a, "intents", 1<<1) }, 4014},
		{"presences intent", func(c *rawClient, a *discordtest.Application) { c.identify(a, "intents", 1<<8) }, 4014},
		{"message content intent", func(c *rawClient, a *discordtest.Application) { c.identify(a, "intents", 1<<15) }, 4014},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, s *discordtest.Server) {
				c := greeted(t, s)
				test.do(c, s.NewApplication("bot"))
				c.wantClose(test.code)
			})
		})
	}
}

// sized returns a heartbeat of so many bytes.
func sized(n int) string {
	const head, tail = `{"op":1,"d":null,"x":"`, `"}`
	return head + strings.Repeat("x", n-len(head)-len(tail)) + tail
}

func TestGatewayAcceptsLargestPayload(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		c := greeted(t, s)
		c.sendText(sized(4096))
		c.want(gateway.OpHeartbeatACK)
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
			inBubble(t, func(t *testing.T, s *discordtest.Server) {
				dial(t, s, test.query).wantClose(test.code)
			})
		})
	}
}

func TestGatewayShardingRequired(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("large")
		for range gateway.MaxShardGuilds + 1 {
			s.NewGuild("one of many").Install(a)
		}
		c := greeted(t, s)
		c.identify(a)
		c.wantClose(4011)
		c = greeted(t, s)
		c.identify(a, "shard", []int{0, 2})
		c.ready()
	})
}

func TestGatewaySendLimit(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		c := greeted(t, s)
		for range gateway.SendLimit {
			c.send(gateway.OpHeartbeat, nil)
			c.want(gateway.OpHeartbeatACK)
		}
		time.Sleep(gateway.SendPeriod) // the limit is on each minute, not on all time
		for range gateway.SendLimit {
			c.send(gateway.OpHeartbeat, nil)
			c.want(gateway.OpHeartbeatACK)
		}
		c.send(gateway.OpHeartbeat, nil)
		c.wantClose(4008)
	})
}

func TestGatewayMissedHeartbeats(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := login(t, s, a, 0)
		began := time.Now()
		c.wantClose(4009)
		if took := time.Since(began); took != 90*time.Second {
			t.Errorf("closed after %v, want two intervals", took)
		}
		c = greeted(t, s)
		c.resume(a, ready.SessionID, 1)
		c.wantInvalid("false") // 4009: a new session is needed
	})
}

func TestGatewayHeartbeatKeepsConnection(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		c, _ := login(t, s, s.NewApplication("bot"), 0)
		for range 5 {
			time.Sleep(41 * time.Second)
			c.send(gateway.OpHeartbeat, 1)
			c.want(gateway.OpHeartbeatACK)
		}
	})
}

func TestGatewayHeartbeatInterval(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		var h gateway.Hello
		c := dial(t, s, plainQuery)
		c.decode(c.want(gateway.OpHello), &h)
		if h.HeartbeatInterval != 1500 {
			t.Errorf("interval is %d ms", h.HeartbeatInterval)
		}
	}, discordtest.WithHeartbeatInterval(1500*time.Millisecond))
}
