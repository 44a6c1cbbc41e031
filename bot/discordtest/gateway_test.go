package discordtest_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/gateway"
)

// events dispatches the events with the numbers `from` to `to`. Their type needs no intent.
func events(a *discordtest.Application, from, to int) {
	for i := from; i <= to; i++ {
		a.Dispatch("", "INTERACTION_CREATE", i)
	}
}

// wantEvents reads the events with the numbers `from` to `to`. It checks that their sequence numbers count up from
// `seq`.
func wantEvents(c *Client, from, to int, seq int64) {
	c.T.Helper()
	for i := from; i <= to; i++ {
		p := c.WantEvent("INTERACTION_CREATE")
		if string(p.D) != strconv.Itoa(i) || p.S == nil || *p.S != seq {
			c.T.Fatalf("got %s with sequence number %v, want %d with %d", p.D, p.S, i, seq)
		}
		seq++
	}
}

func TestGatewayReady(t *testing.T) {
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		g := s.NewGuild("guild")
		g.Install(a)
		s.NewGuild("without the bot")
		c, ready := Login(t, s, a.Token)
		if ready.V != 10 || ready.User.ID != a.User.ID || ready.Application.ID != a.ID {
			t.Errorf("READY is %+v", ready)
		}
		if len(ready.Guilds) != 1 || ready.Guilds[0].ID != g.ID || !ready.Guilds[0].Unavailable {
			t.Errorf("guilds are %+v", ready.Guilds)
		}
		if ready.SessionID == "" || ready.ResumeURL != "ws://discord.test/gateway/resume" || ready.Shard != nil {
			t.Errorf("READY is %+v", ready)
		}
		events(a, 1, 3)
		wantEvents(c, 1, 3, 2) // READY is event 1; GUILD_CREATE is not sent without its intent
	})
}

func TestGatewayShards(t *testing.T) {
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		shards := make([]*Client, 2)
		guilds := [2]discordtest.Snowflake{}
		for i := range 4 {
			g := s.NewGuild(fmt.Sprint("guild ", i))
			g.Install(a)
			id, _ := strconv.ParseUint(g.ID, 10, 64)
			guilds[id>>22%2] = g.ID
		}
		for i := range shards {
			shards[i] = Greeted(t, s)
			shards[i].Identify(a.Token, "shard", []int{i, 2})
			ready := shards[i].Ready()
			if !reflect.DeepEqual(ready.Shard, []int{i, 2}) || len(ready.Guilds) != 2 {
				t.Errorf("shard %d: READY is %+v", i, ready)
			}
		}
		a.Dispatch(guilds[1], "INTERACTION_CREATE", 1)
		a.Dispatch("", "INTERACTION_CREATE", 2)
		a.Dispatch(guilds[0], "INTERACTION_CREATE", 3)
		wantEvents(shards[0], 2, 3, 2)
		wantEvents(shards[1], 1, 1, 2)
		shards[0].WantNothing()
		shards[1].WantNothing()
	}, discordtest.WithMaxConcurrency(2))
}

func TestGatewaySlowClient(t *testing.T) {
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := Login(t, s, a.Token)
		long := fmt.Sprintf("%01000d", 7)
		for range 2 * gateway.QueueLimit { // far more than fits on the wire and in the queue
			a.Dispatch("", "INTERACTION_CREATE", long)
		}
		if a.Connected() {
			t.Error("a client that does not read is still connected")
		}
		c.WantCut()
		c = Greeted(t, s)
		c.Resume(a.Token, ready.SessionID, 1)
		c.WantInvalid("false")
	})
}

func TestGatewayStuckWrite(t *testing.T) {
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, _ := Login(t, s, a.Token)
		a.Dispatch("", "INTERACTION_CREATE", fmt.Sprintf("%0*d", 2*gateway.PipeBuffer, 7))
		time.Sleep(gateway.WriteTimeout)
		synctest.Wait()
		if a.Connected() {
			t.Error("a client that does not read is still connected")
		}
		c.WantCut()
	})
}

func TestWaitConnected(t *testing.T) {
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := a.WaitConnected(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("without a client: %v", err)
		}
		c := Greeted(t, s)
		began := time.Now()
		time.AfterFunc(time.Second, func() { c.Identify(a.Token) })
		if err := a.WaitConnected(t.Context()); err != nil || time.Since(began) != time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
}

func TestGatewayCloseCodes(t *testing.T) {
	tests := []struct {
		name string
		do   func(c *Client, a *discordtest.Application)
		code int
	}{
		{"not JSON", func(c *Client, _ *discordtest.Application) { c.SendText("hello") }, 4002},
		{"no opcode", func(c *Client, _ *discordtest.Application) { c.SendText(`{"d":1}`) }, 4002},
		{"heartbeat with a text", func(c *Client, _ *discordtest.Application) { c.Send(gateway.OpHeartbeat, "now") }, 4002},
		{"identify without properties", func(c *Client, a *discordtest.Application) { c.Identify(a.Token, "properties", nil) }, 4002},
		{"identify with a number for a token", func(c *Client, a *discordtest.Application) { c.Identify(a.Token, "token", 5) }, 4002},
		{"resume without seq", func(c *Client, a *discordtest.Application) {
			c.Send(gateway.OpResume, map[string]any{"token": a.Token})
		}, 4002},
		{"4097 bytes", func(c *Client, a *discordtest.Application) { c.SendText(sized(4097)) }, 4002},
		{"unknown opcode", func(c *Client, _ *discordtest.Application) { c.Send(99, nil) }, 4001},
		{"an opcode of the server's", func(c *Client, _ *discordtest.Application) { c.Send(gateway.OpHello, nil) }, 4001},
		{"wrong token", func(c *Client, a *discordtest.Application) { c.Identify(a.Token, "token", "Bot wrong") }, 4004},
		{"resume with a wrong token", func(c *Client, a *discordtest.Application) {
			c.Resume("nonsense", "x", 1)
		}, 4004},
		{"identify twice", func(c *Client, a *discordtest.Application) { c.Identify(a.Token); c.Identify(a.Token) }, 4005},
		{"resume after identify", func(c *Client, a *discordtest.Application) { c.Identify(a.Token); c.Resume(a.Token, "x", 1) }, 4005},
		{"shard of three numbers", func(c *Client, a *discordtest.Application) { c.Identify(a.Token, "shard", []int{0, 1, 2}) }, 4010},
		{"shard beyond the count", func(c *Client, a *discordtest.Application) { c.Identify(a.Token, "shard", []int{2, 2}) }, 4010},
		{"negative shard", func(c *Client, a *discordtest.Application) { c.Identify(a.Token, "shard", []int{-1, 2}) }, 4010},
		{"no intents", func(c *Client, a *discordtest.Application) { c.Identify(a.Token, "intents", nil) }, 4013},
		{"an intent that does not exist", func(c *Client, a *discordtest.Application) { c.Identify(a.Token, "intents", 1<<17) }, 4013},
		{"members intent", func(c *Client, a *discordtest.Application) { c.Identify(a.Token, "intents", 1<<1) }, 4014},
		{"message content intent", func(c *Client, a *discordtest.Application) { c.Identify(a.Token, "intents", 1<<15) }, 4014},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			InBubble(t, func(t *testing.T, s *discordtest.Server) {
				c := Greeted(t, s)
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
			InBubble(t, func(t *testing.T, s *discordtest.Server) {
				Dial(t, s, test.query).WantClose(test.code)
			})
		})
	}
}

func TestGatewaySendLimit(t *testing.T) {
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		c := Greeted(t, s)
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
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := Login(t, s, a.Token)
		began := time.Now()
		c.WantClose(4009)
		if took := time.Since(began); took != 90*time.Second {
			t.Errorf("closed after %v, want two intervals", took)
		}
		c = Greeted(t, s)
		c.Resume(a.Token, ready.SessionID, 1)
		c.WantInvalid("false") // after close code 4009 the client needs a new session
	})
}

func TestGatewayHeartbeatKeepsConnection(t *testing.T) {
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		c, _ := Login(t, s, s.NewApplication("bot").Token)
		for range 5 {
			time.Sleep(41 * time.Second)
			c.Send(gateway.OpHeartbeat, 1)
			c.Want(gateway.OpHeartbeatACK)
		}
	})
}

// identifyPause is the minimum time between two IDENTIFYs with the same concurrency key, which is
// the shard's id modulo max_concurrency.
const identifyPause = 5 * time.Second

func TestGatewayIdentifyConcurrency(t *testing.T) {
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		Login(t, s, a.Token)
		c := Greeted(t, s)
		c.Identify(a.Token, "shard", []int{1, 3}) // another concurrency key, so it is allowed
		c.Ready()
		c = Greeted(t, s)
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

func TestGatewayIdentifyBudget(t *testing.T) {
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		for range gateway.IdentifyTotal - 1 {
			c, _ := Login(t, s, a.Token)
			c.Leave(1000)
			time.Sleep(identifyPause)
		}
		last, _ := Login(t, s, a.Token)
		time.Sleep(identifyPause)
		c := Greeted(t, s)
		c.Identify(a.Token)
		c.WantClose(4004)
		last.WantClose(4004) // ends all sessions of the application
		time.Sleep(gateway.IdentifyWindow)
		Login(t, s, a.Token)
	})
}

func TestGatewayResume(t *testing.T) {
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := Login(t, s, a.Token)
		events(a, 1, 5)
		wantEvents(c, 1, 3, 2)
		c.Drop()
		events(a, 6, 8)
		c = DialURL(t, s, ready.ResumeURL+"?"+PlainQuery)
		c.Want(gateway.OpHello)
		c.Resume(a.Token, ready.SessionID, 4)
		wantEvents(c, 4, 8, 5)
		c.WantEvent("RESUMED")
		events(a, 9, 9)
		wantEvents(c, 9, 9, 11)
		if a.Identifies() != 1 || a.Resumes() != 1 {
			t.Errorf("%d identifies, %d resumes", a.Identifies(), a.Resumes())
		}
		c.Drop()
		c = Greeted(t, s)
		c.Resume(a.Token, ready.SessionID, 9)
		wantEvents(c, 9, 9, 11) // a RESUMED is never replayed
		c.WantEvent("RESUMED")
	})
}

func TestGatewayResumeRefused(t *testing.T) {
	tests := []struct {
		name   string
		before func(c *Client, a *discordtest.Application)
	}{
		{"closed with 1000", func(c *Client, _ *discordtest.Application) { c.Leave(1000) }},
		{"closed with 1001", func(c *Client, _ *discordtest.Application) { c.Leave(1001) }},
		{"expired", func(c *Client, _ *discordtest.Application) {
			c.Drop()
			time.Sleep(gateway.ResumeWindow + time.Second)
		}},
		{"too much missed", func(c *Client, a *discordtest.Application) {
			c.Drop()
			events(a, 1, gateway.ReplayLimit+1)
		}},
		{"far too much missed", func(c *Client, a *discordtest.Application) {
			c.Drop()
			events(a, 1, 5*gateway.ReplayLimit)
		}},
		{"invalidated meanwhile", func(c *Client, a *discordtest.Application) {
			c.Drop()
			a.InvalidateSessions(false)
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			InBubble(t, func(t *testing.T, s *discordtest.Server) {
				a := s.NewApplication("bot")
				c, ready := Login(t, s, a.Token)
				test.before(c, a)
				c = Greeted(t, s)
				c.Resume(a.Token, ready.SessionID, 1)
				c.WantInvalid("false")
				time.Sleep(identifyPause)
				c.Identify(a.Token) // the connection can still start a new session
				c.Ready()
			})
		})
	}
}

func TestGatewayResumeAllowed(t *testing.T) {
	tests := []struct {
		name   string
		before func(c *Client, a *discordtest.Application)
	}{
		{"closed with 4000 by the client", func(c *Client, _ *discordtest.Application) { c.Leave(4000) }},
		{"closed with 1012 by the client", func(c *Client, _ *discordtest.Application) { c.Leave(1012) }},
		{"just in time", func(c *Client, _ *discordtest.Application) {
			c.Drop()
			time.Sleep(gateway.ResumeWindow)
		}},
		{"while it still has a connection", func(*Client, *discordtest.Application) {}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			InBubble(t, func(t *testing.T, s *discordtest.Server) {
				a := s.NewApplication("bot")
				c, ready := Login(t, s, a.Token)
				events(a, 1, gateway.ReplayLimit)
				test.before(c, a)
				c = Greeted(t, s)
				c.Resume(a.Token, ready.SessionID, 1)
				wantEvents(c, 1, gateway.ReplayLimit, 2)
				c.WantEvent("RESUMED")
			})
		})
	}
}

func TestGatewayResumeInvalidSeq(t *testing.T) {
	for _, seq := range []int64{-1, 2} {
		t.Run(strconv.FormatInt(seq, 10), func(t *testing.T) {
			InBubble(t, func(t *testing.T, s *discordtest.Server) {
				a := s.NewApplication("bot")
				former, ready := Login(t, s, a.Token)
				c := Greeted(t, s)
				c.Resume(a.Token, ready.SessionID, seq)
				c.WantClose(4007)
				former.WantCut()
				c = Greeted(t, s)
				c.Resume(a.Token, ready.SessionID, 1)
				c.WantInvalid("false")
			})
		})
	}
}

func TestGatewayResumeOfAnother(t *testing.T) {
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		_, ready := Login(t, s, s.NewApplication("bot").Token)
		c := Greeted(t, s)
		c.Resume(s.NewApplication("thief").Token, ready.SessionID, 1)
		c.WantInvalid("false")
	})
}
