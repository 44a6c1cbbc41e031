package gateway_test

import (
	"strconv"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/internal/world"
)

func TestGatewayResume(t *testing.T) {
	inServer(t, func(t *testing.T, s *server) {
		a := s.NewApplication("bot")
		c, ready := testbot.Login(t, s, a.Token)
		events(s, a, 1, 5)
		wantEvents(c, 1, 3, 2)
		c.Drop()
		events(s, a, 6, 8)
		c = testbot.DialURL(t, s, ready.ResumeURL+"?"+testbot.PlainQuery)
		c.Want(gateway.OpHello)
		c.Resume(a.Token, ready.SessionID, 4)
		wantEvents(c, 4, 8, 5)
		c.WantEvent("RESUMED")
		events(s, a, 9, 9)
		wantEvents(c, 9, 9, 11)
		if s.Identifies(a) != 1 || s.Resumes(a) != 1 {
			t.Errorf("%d identifies, %d resumes", s.Identifies(a), s.Resumes(a))
		}
		c.Drop()
		c = testbot.Greeted(t, s)
		c.Resume(a.Token, ready.SessionID, 9)
		wantEvents(c, 9, 9, 11) // a RESUMED is never replayed
		c.WantEvent("RESUMED")
	})
}

func TestGatewayResumeWithoutLoss(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := testbot.Login(t, s, a.Token)
		c.Drop()
		c = testbot.Greeted(t, s)
		c.Resume(a.Token, ready.SessionID, 1)
		c.WantEvent("RESUMED")
	})
}

func TestGatewayResumeRefused(t *testing.T) {
	tests := []struct {
		name   string
		before func(c *testbot.Client, s *server, a *world.Application)
	}{
		{"closed with 1000", func(c *testbot.Client, _ *server, _ *world.Application) { c.Leave(1000) }},
		{"closed with 1001", func(c *testbot.Client, _ *server, _ *world.Application) { c.Leave(1001) }},
		{"expired", func(c *testbot.Client, _ *server, _ *world.Application) {
			c.Drop()
			time.Sleep(gateway.ResumeWindow + time.Second)
		}},
		{"too much missed", func(c *testbot.Client, s *server, a *world.Application) {
			c.Drop()
			events(s, a, 1, gateway.ReplayLimit+1)
		}},
		{"far too much missed", func(c *testbot.Client, s *server, a *world.Application) {
			c.Drop()
			events(s, a, 1, 5*gateway.ReplayLimit)
		}},
		{"invalidated meanwhile", func(c *testbot.Client, s *server, a *world.Application) {
			c.Drop()
			s.InvalidateSessions(a, false)
		}},
		{"closed by the server with 4007", func(c *testbot.Client, s *server, a *world.Application) {
			s.CloseConnections(a, 4007)
			c.WantClose(4007)
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			inServer(t, func(t *testing.T, s *server) {
				a := s.NewApplication("bot")
				c, ready := testbot.Login(t, s, a.Token)
				test.before(c, s, a)
				c = testbot.Greeted(t, s)
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
		before func(c *testbot.Client, s *server, a *world.Application)
	}{
		{"closed with 4000 by the client", func(c *testbot.Client, _ *server, _ *world.Application) { c.Leave(4000) }},
		{"closed with 1012 by the client", func(c *testbot.Client, _ *server, _ *world.Application) { c.Leave(1012) }},
		{"closed with 4000 by the server", func(c *testbot.Client, s *server, a *world.Application) {
			s.CloseConnections(a, 4000)
			c.WantClose(4000)
		}},
		{"just in time", func(c *testbot.Client, _ *server, _ *world.Application) {
			c.Drop()
			time.Sleep(gateway.ResumeWindow)
		}},
		{"while it still has a connection", func(*testbot.Client, *server, *world.Application) {}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			inServer(t, func(t *testing.T, s *server) {
				a := s.NewApplication("bot")
				c, ready := testbot.Login(t, s, a.Token)
				events(s, a, 1, gateway.ReplayLimit)
				test.before(c, s, a)
				c = testbot.Greeted(t, s)
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
			testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
				a := s.NewApplication("bot")
				former, ready := testbot.Login(t, s, a.Token)
				c := testbot.Greeted(t, s)
				c.Resume(a.Token, ready.SessionID, seq)
				c.WantClose(4007)
				former.WantCut()
				c = testbot.Greeted(t, s)
				c.Resume(a.Token, ready.SessionID, 1)
				c.WantInvalid("false")
			})
		})
	}
}

func TestGatewayResumeOfAnother(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		_, ready := testbot.Login(t, s, s.NewApplication("bot").Token)
		c := testbot.Greeted(t, s)
		c.Resume(s.NewApplication("thief").Token, ready.SessionID, 1)
		c.WantInvalid("false")
	})
}
