package discordtest_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/network"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/object"
)

// identifyPause is how far apart a shard's IDENTIFYs must be.
const identifyPause = 5 * time.Second

// events dispatches numbered events of a kind that needs no intent.
func events(s *discordtest.Server, a *discordtest.Application, from, to int) {
	for i := from; i <= to; i++ {
		s.Dispatch(a, "", "INTERACTION_CREATE", i)
	}
}

// wantEvents reads the numbered events and checks their sequence numbers.
func wantEvents(c *testbot.Client, from, to int, seq int64) {
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
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		g := s.NewGuild("guild")
		g.Install(a)
		s.NewGuild("without the bot")
		c, ready := testbot.Login(t, s, a, 0)
		if ready.V != 10 || ready.User.ID != a.User.ID || ready.Application.ID != a.ID {
			t.Errorf("READY is %+v", ready)
		}
		if len(ready.Guilds) != 1 || ready.Guilds[0].ID != g.ID || !ready.Guilds[0].Unavailable {
			t.Errorf("guilds are %+v", ready.Guilds)
		}
		if ready.SessionID == "" || ready.ResumeURL != "ws://discord.test/gateway/resume" || ready.Shard != nil {
			t.Errorf("READY is %+v", ready)
		}
		events(s, a, 1, 3)
		wantEvents(c, 1, 3, 2) // READY had 1, and no GUILD_CREATE without its intent
	})
}

func TestGatewayGuildCreate(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		g := s.NewGuild("guild")
		g.NewChannel("general")
		g.Add(s.NewUser("ann"))
		g.Install(a)
		c, _ := testbot.Login(t, s, a, object.IntentGuilds)
		var created struct {
			ID          discordtest.Snowflake `json:"id"`
			Name        string                `json:"name"`
			Unavailable bool                  `json:"unavailable"`
			MemberCount int                   `json:"member_count"`
			Members     []struct {
				User struct{ ID discordtest.Snowflake }
			}
			Channels []struct{ Name string }
		}
		c.Decode(c.WantEvent("GUILD_CREATE"), &created)
		if created.ID != g.ID || created.Name != "guild" || created.Unavailable || created.MemberCount != 2 {
			t.Errorf("guild is %+v", created)
		}
		if len(created.Members) != 1 || created.Members[0].User.ID != a.User.ID {
			t.Errorf("members are %+v: without the intent only the bot", created.Members)
		}
		if len(created.Channels) != 1 || created.Channels[0].Name != "general" {
			t.Errorf("channels are %+v", created.Channels)
		}
	})
}

func TestGatewayTellsOfGuilds(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, _ := testbot.Login(t, s, a, object.IntentGuilds)
		g := s.NewGuild("guild")
		g.Install(a)
		c.WantEvent("GUILD_CREATE")
		ann := s.NewUser("ann")
		g.Add(ann)
		g.Remove(ann) // of no interest without the members intent
		g.Remove(a.User)
		var left struct{ ID discordtest.Snowflake }
		if c.Decode(c.WantEvent("GUILD_DELETE"), &left); left.ID != g.ID {
			t.Errorf("left guild %s, want %s", left.ID, g.ID)
		}
	})
}

func TestGatewayIntentsFilterEvents(t *testing.T) {
	tests := []struct {
		intents discordtest.Intents
		event   string
		guild   bool
		want    bool
	}{
		{0, "INTERACTION_CREATE", true, true},
		{0, "ENTITLEMENT_CREATE", false, true},
		{0, "MESSAGE_CREATE", true, false},
		{object.IntentGuildMessages, "MESSAGE_CREATE", true, true},
		{object.IntentGuildMessages, "MESSAGE_CREATE", false, false},
		{object.IntentDirectMessages, "MESSAGE_CREATE", false, true},
		{object.IntentDirectMessages, "MESSAGE_CREATE", true, false},
		{object.IntentGuilds, "GUILD_MEMBER_ADD", true, false},
		{object.IntentGuilds, "GUILD_ROLE_CREATE", true, true},
		{object.IntentGuilds, "CHANNEL_CREATE", true, true},
		{object.IntentGuilds, "THREAD_CREATE", true, true},
		{object.IntentGuildMessages, "MESSAGE_REACTION_ADD", true, false},
	}
	for _, test := range tests {
		if got := object.Receives(test.intents, test.event, test.guild); got != test.want {
			t.Errorf("receives(%#x, %s, %v) = %v", test.intents, test.event, test.guild, got)
		}
	}
}

func TestGatewayShards(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		shards := make([]*testbot.Client, 2)
		guilds := [2]discordtest.Snowflake{}
		for i := range 4 {
			g := s.NewGuild(fmt.Sprint("guild ", i))
			g.Install(a)
			id, _ := strconv.ParseUint(g.ID, 10, 64)
			guilds[id>>22%2] = g.ID
		}
		for i := range shards {
			shards[i] = testbot.Greeted(t, s)
			shards[i].Identify(a, "shard", []int{i, 2})
			ready := shards[i].Ready()
			if !reflect.DeepEqual(ready.Shard, []int{i, 2}) || len(ready.Guilds) != 2 {
				t.Errorf("shard %d: READY is %+v", i, ready)
			}
		}
		s.Dispatch(a, guilds[1], "INTERACTION_CREATE", 1)
		s.Dispatch(a, "", "INTERACTION_CREATE", 2)
		s.Dispatch(a, guilds[0], "INTERACTION_CREATE", 3)
		wantEvents(shards[0], 2, 3, 2)
		wantEvents(shards[1], 1, 1, 2)
		shards[0].WantNothing()
		shards[1].WantNothing()
	}, discordtest.WithMaxConcurrency(2))
}

func TestGatewayIdentifyConcurrency(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		testbot.Login(t, s, a, 0)
		c := testbot.Greeted(t, s)
		c.Identify(a, "shard", []int{1, 3}) // another key: allowed
		c.Ready()
		c = testbot.Greeted(t, s)
		c.Identify(a, "shard", []int{2, 3})
		c.WantInvalid("false")
		time.Sleep(identifyPause)
		c.Identify(a, "shard", []int{2, 3})
		c.Ready()
		if n := a.Identifies(); n != 3 {
			t.Errorf("%d sessions, want 3", n)
		}
	}, discordtest.WithMaxConcurrency(2))
}

func TestGatewayIdentifyPause(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		testbot.Login(t, s, a, 0)
		testbot.Login(t, s, a, 0)
	}, discordtest.WithIdentifyPause(0))
}

func TestGatewayIdentifyBudget(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		for range gateway.IdentifyTotal - 1 {
			c, _ := testbot.Login(t, s, a, 0)
			c.Leave(1000)
			time.Sleep(identifyPause)
		}
		last, _ := testbot.Login(t, s, a, 0)
		time.Sleep(identifyPause)
		c := testbot.Greeted(t, s)
		c.Identify(a)
		c.WantClose(4004)
		last.WantClose(4004) // it takes every session with it
		time.Sleep(gateway.IdentifyWindow)
		testbot.Login(t, s, a, 0)
	})
}

func TestGatewayResume(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := testbot.Login(t, s, a, 0)
		events(s, a, 1, 5)
		wantEvents(c, 1, 3, 2)
		c.Drop()
		events(s, a, 6, 8)
		c = testbot.DialURL(t, s, ready.ResumeURL+"?"+testbot.PlainQuery)
		c.Want(gateway.OpHello)
		c.Resume(a, ready.SessionID, 4)
		wantEvents(c, 4, 8, 5)
		c.WantEvent("RESUMED")
		events(s, a, 9, 9)
		wantEvents(c, 9, 9, 11)
		if a.Identifies() != 1 || a.Resumes() != 1 {
			t.Errorf("%d identifies, %d resumes", a.Identifies(), a.Resumes())
		}
		c.Drop()
		c = testbot.Greeted(t, s)
		c.Resume(a, ready.SessionID, 9)
		wantEvents(c, 9, 9, 11) // a RESUMED is never replayed
		c.WantEvent("RESUMED")
	})
}

func TestGatewayResumeWithoutLoss(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := testbot.Login(t, s, a, 0)
		c.Drop()
		c = testbot.Greeted(t, s)
		c.Resume(a, ready.SessionID, 1)
		c.WantEvent("RESUMED")
	})
}

func TestGatewayResumeRefused(t *testing.T) {
	tests := []struct {
		name   string
		before func(c *testbot.Client, s *discordtest.Server, a *discordtest.Application)
	}{
		{"closed with 1000", func(c *testbot.Client, _ *discordtest.Server, _ *discordtest.Application) { c.Leave(1000) }},
		{"closed with 1001", func(c *testbot.Client, _ *discordtest.Server, _ *discordtest.Application) { c.Leave(1001) }},
		{"expired", func(c *testbot.Client, _ *discordtest.Server, _ *discordtest.Application) {
			c.Drop()
			time.Sleep(gateway.ResumeWindow + time.Second)
		}},
		{"too much missed", func(c *testbot.Client, s *discordtest.Server, a *discordtest.Application) {
			c.Drop()
			events(s, a, 1, gateway.ReplayLimit+1)
		}},
		{"far too much missed", func(c *testbot.Client, s *discordtest.Server, a *discordtest.Application) {
			c.Drop()
			events(s, a, 1, 5*gateway.ReplayLimit)
		}},
		{"invalidated meanwhile", func(c *testbot.Client, _ *discordtest.Server, a *discordtest.Application) {
			c.Drop()
			a.InvalidateSessions(false)
		}},
		{"closed by the server with 4007", func(c *testbot.Client, _ *discordtest.Server, a *discordtest.Application) {
			a.CloseConnections(4007)
			c.WantClose(4007)
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
				a := s.NewApplication("bot")
				c, ready := testbot.Login(t, s, a, 0)
				test.before(c, s, a)
				c = testbot.Greeted(t, s)
				c.Resume(a, ready.SessionID, 1)
				c.WantInvalid("false")
				time.Sleep(identifyPause)
				c.Identify(a) // the connection itself is as good as new
				c.Ready()
			})
		})
	}
}

func TestGatewayResumeAllowed(t *testing.T) {
	tests := []struct {
		name   string
		before func(c *testbot.Client, s *discordtest.Server, a *discordtest.Application)
	}{
		{"closed with 4000 by the client", func(c *testbot.Client, _ *discordtest.Server, _ *discordtest.Application) { c.Leave(4000) }},
		{"closed with 1012 by the client", func(c *testbot.Client, _ *discordtest.Server, _ *discordtest.Application) { c.Leave(1012) }},
		{"closed with 4000 by the server", func(c *testbot.Client, _ *discordtest.Server, a *discordtest.Application) {
			a.CloseConnections(4000)
			c.WantClose(4000)
		}},
		{"just in time", func(c *testbot.Client, _ *discordtest.Server, _ *discordtest.Application) {
			c.Drop()
			time.Sleep(gateway.ResumeWindow)
		}},
		{"while it still has a connection", func(*testbot.Client, *discordtest.Server, *discordtest.Application) {}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
				a := s.NewApplication("bot")
				c, ready := testbot.Login(t, s, a, 0)
				events(s, a, 1, gateway.ReplayLimit)
				test.before(c, s, a)
				c = testbot.Greeted(t, s)
				c.Resume(a, ready.SessionID, 1)
				wantEvents(c, 1, gateway.ReplayLimit, 2)
				c.WantEvent("RESUMED")
			})
		})
	}
}

func TestGatewayResumeInvalidSeq(t *testing.T) {
	for _, seq := range []int64{-1, 2} {
		t.Run(strconv.FormatInt(seq, 10), func(t *testing.T) {
			testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
				a := s.NewApplication("bot")
				former, ready := testbot.Login(t, s, a, 0)
				c := testbot.Greeted(t, s)
				c.Resume(a, ready.SessionID, seq)
				c.WantClose(4007)
				former.WantCut()
				c = testbot.Greeted(t, s)
				c.Resume(a, ready.SessionID, 1)
				c.WantInvalid("false")
			})
		})
	}
}

func TestGatewayResumeOfAnother(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		_, ready := testbot.Login(t, s, s.NewApplication("bot"), 0)
		c := testbot.Greeted(t, s)
		c.Resume(s.NewApplication("thief"), ready.SessionID, 1)
		c.WantInvalid("false")
	})
}

func TestGatewaySlowClient(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := testbot.Login(t, s, a, 0)
		long := fmt.Sprintf("%01000d", 7)
		for range 2 * gateway.QueueLimit { // far more than fits on the wire and in the queue
			s.Dispatch(a, "", "INTERACTION_CREATE", long)
		}
		if a.Connected() {
			t.Error("a client that does not read is still connected")
		}
		c.WantCut()
		c = testbot.Greeted(t, s)
		c.Resume(a, ready.SessionID, 1)
		c.WantInvalid("false")
	})
}

func TestGatewayStuckWrite(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, _ := testbot.Login(t, s, a, 0)
		s.Dispatch(a, "", "INTERACTION_CREATE", fmt.Sprintf("%0*d", 2*network.PipeBuffer, 7))
		time.Sleep(gateway.WriteTimeout)
		synctest.Wait()
		if a.Connected() {
			t.Error("a client that does not read is still connected")
		}
		c.WantCut()
	})
}

func TestDispatchOfNonsense(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, _ := testbot.Login(t, s, a, 0)
		s.Dispatch(a, "", "INTERACTION_CREATE", func() {}) // no JSON: logged, not sent
		events(s, a, 1, 1)
		wantEvents(c, 1, 1, 2)
	})
}

func TestWaitConnected(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := a.WaitConnected(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("without a client: %v", err)
		}
		c := testbot.Greeted(t, s)
		began := time.Now()
		time.AfterFunc(time.Second, func() { c.Identify(a) })
		if err := a.WaitConnected(t.Context()); err != nil || time.Since(began) != time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
}
