package gateway_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/testbot"
)

func TestDropConnections(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a, other := s.NewApplication("bot"), s.NewApplication("other")
		c, ready := testbot.Login(t, s, a.Token)
		testbot.Login(t, s, other.Token)
		a.DropConnections()
		c.WantCut()
		if a.Connected() || !other.Connected() {
			t.Error("the wrong connections were cut")
		}
		c = testbot.Greeted(t, s)
		c.Resume(a.Token, ready.SessionID, 1)
		c.WantEvent("RESUMED")
	})
}

func TestWaitResumed(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		_, ready := testbot.Login(t, s, a.Token)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := a.WaitResumed(ctx, 1); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v before anything was resumed", err)
		}
		a.DropConnections()
		done := make(chan error, 1)
		go func() { done <- a.WaitResumed(t.Context(), 1) }()
		synctest.Wait()
		c := testbot.Greeted(t, s)
		c.Resume(a.Token, ready.SessionID, 1)
		c.WantEvent("RESUMED")
		if err := <-done; err != nil {
			t.Errorf("%v after it was resumed", err)
		}
	})
}

func TestSendReconnect(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := testbot.Login(t, s, a.Token)
		a.SendReconnect()
		c.Want(gateway.OpReconnect)
		c.Leave(4000)
		c = testbot.Greeted(t, s)
		c.Resume(a.Token, ready.SessionID, 1)
		c.WantEvent("RESUMED")
	})
}

func TestRequestHeartbeats(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, _ := testbot.Login(t, s, a.Token)
		a.RequestHeartbeats()
		c.Want(gateway.OpHeartbeat)
		c.Send(gateway.OpHeartbeat, 1)
		c.Want(gateway.OpHeartbeatACK)
	})
}

func TestInvalidateSessions(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := testbot.Login(t, s, a.Token)
		a.InvalidateSessions(true)
		c.WantInvalid("true")
		c.Resume(a.Token, ready.SessionID, 1)
		c.WantEvent("RESUMED")
		a.InvalidateSessions(false)
		c.WantInvalid("false")
		c.Resume(a.Token, ready.SessionID, 2)
		c.WantInvalid("false")
	})
}

func TestSilence(t *testing.T) {
	inServer(t, func(t *testing.T, s *server) {
		a := s.NewApplication("bot")
		c, ready := testbot.Login(t, s, a.Token)
		s.Silence(a, true)
		c.Send(gateway.OpHeartbeat, 1)
		events(s, a, 1, 2)
		c.WantNothing()
		c = testbot.Greeted(t, s) // the new connection is not silenced
		c.Resume(a.Token, ready.SessionID, 1)
		wantEvents(c, 1, 2, 2)
		c.WantEvent("RESUMED")
	})
}

func TestSilenceEnds(t *testing.T) {
	inServer(t, func(t *testing.T, s *server) {
		a := s.NewApplication("bot")
		c, _ := testbot.Login(t, s, a.Token)
		s.Silence(a, true)
		events(s, a, 1, 2)
		time.Sleep(time.Minute)
		s.Silence(a, false)
		wantEvents(c, 1, 2, 2)
		events(s, a, 3, 3)
		wantEvents(c, 3, 3, 4)
	})
}

func TestSilentClientThatFallsBehind(t *testing.T) {
	inServer(t, func(t *testing.T, s *server) {
		a := s.NewApplication("bot")
		c, _ := testbot.Login(t, s, a.Token)
		s.Silence(a, true)
		synctest.Wait()
		events(s, a, 1, gateway.QueueLimit+2)
		if s.Connected(a) {
			t.Error("still connected with a full queue")
		}
		s.Silence(a, false)
		c.WantCut()
	})
}

func TestReconnectAfterResume(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := testbot.Login(t, s, a.Token)
		c.Drop()
		a.ReconnectAfterResume(1)
		c = testbot.Greeted(t, s)
		c.Resume(a.Token, ready.SessionID, 1)
		c.Want(gateway.OpReconnect)
		c.Leave(4000)
		c = testbot.Greeted(t, s)
		c.Resume(a.Token, ready.SessionID, 1)
		c.WantEvent("RESUMED")
	})
}

func TestReconnectInsteadOfHello(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		s.ReconnectInsteadOfHello(2)
		testbot.Dial(t, s, testbot.PlainQuery).Want(gateway.OpReconnect)
		testbot.Dial(t, s, testbot.PlainQuery).Want(gateway.OpReconnect)
		testbot.Dial(t, s, testbot.PlainQuery).Want(gateway.OpHello)
	})
}

func TestCloseEndsEverything(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, _ := testbot.Login(t, s, a.Token)
		a.Silence(true)
		nobody := testbot.Greeted(t, s)
		s.Close()
		c.WantCut()
		nobody.WantCut()
		if _, err := s.DialContext(t.Context(), "tcp", "discord.test:80"); err == nil {
			t.Error("a closed server takes connections")
		}
		s.Close()
	})
}
