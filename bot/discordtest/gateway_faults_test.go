package discordtest_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/gateway"
)

func TestDropConnections(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a, other := s.NewApplication("bot"), s.NewApplication("other")
		c, ready := login(t, s, a, 0)
		login(t, s, other, 0)
		a.DropConnections()
		c.wantCut()
		if a.Connected() || !other.Connected() {
			t.Error("the wrong connections were cut")
		}
		c = greeted(t, s)
		c.resume(a, ready.SessionID, 1)
		c.wantEvent("RESUMED")
	})
}

func TestWaitResumed(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		_, ready := login(t, s, a, 0)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := a.WaitResumed(ctx, 1); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v before anything was resumed", err)
		}
		a.DropConnections()
		done := make(chan error, 1)
		go func() { done <- a.WaitResumed(t.Context(), 1) }()
		synctest.Wait()
		c := greeted(t, s)
		c.resume(a, ready.SessionID, 1)
		c.wantEvent("RESUMED")
		if err := <-done; err != nil {
			t.Errorf("%v after it was resumed", err)
		}
	})
}

func TestSendReconnect(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := login(t, s, a, 0)
		a.SendReconnect()
		c.want(gateway.OpReconnect)
		c.leave(4000)
		c = greeted(t, s)
		c.resume(a, ready.SessionID, 1)
		c.wantEvent("RESUMED")
	})
}

func TestRequestHeartbeats(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, _ := login(t, s, a, 0)
		a.RequestHeartbeats()
		c.want(gateway.OpHeartbeat)
		c.send(gateway.OpHeartbeat, 1)
		c.want(gateway.OpHeartbeatACK)
	})
}

func TestInvalidateSessions(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := login(t, s, a, 0)
		a.InvalidateSessions(true)
		c.wantInvalid("true")
		c.resume(a, ready.SessionID, 1)
		c.wantEvent("RESUMED")
		a.InvalidateSessions(false)
		c.wantInvalid("false")
		c.resume(a, ready.SessionID, 2)
		c.wantInvalid("false")
	})
}

func TestSilence(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := login(t, s, a, 0)
		a.Silence(true)
		c.send(gateway.OpHeartbeat, 1)
		events(s, a, 1, 2)
		c.wantNothing()
		c = greeted(t, s) // a new connection is not silent
		c.resume(a, ready.SessionID, 1)
		c.wantEvents(1, 2, 2)
		c.wantEvent("RESUMED")
	})
}

func TestSilenceEnds(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, _ := login(t, s, a, 0)
		a.Silence(true)
		events(s, a, 1, 2)
		time.Sleep(time.Minute)
		a.Silence(false)
		c.wantEvents(1, 2, 2)
		events(s, a, 3, 3)
		c.wantEvents(3, 3, 4)
	})
}

func TestSilentClientThatFallsBehind(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, _ := login(t, s, a, 0)
		a.Silence(true)
		synctest.Wait()
		events(s, a, 1, gateway.QueueLimit+2)
		if a.Connected() {
			t.Error("still connected with a full queue")
		}
		a.Silence(false)
		c.wantCut()
	})
}

func TestReconnectAfterResume(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := login(t, s, a, 0)
		c.drop()
		a.ReconnectAfterResume(1)
		c = greeted(t, s)
		c.resume(a, ready.SessionID, 1)
		c.want(gateway.OpReconnect)
		c.leave(4000)
		c = greeted(t, s)
		c.resume(a, ready.SessionID, 1)
		c.wantEvent("RESUMED")
	})
}

func TestReconnectInsteadOfHello(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		s.ReconnectInsteadOfHello(2)
		dial(t, s, plainQuery).want(gateway.OpReconnect)
		dial(t, s, plainQuery).want(gateway.OpReconnect)
		dial(t, s, plainQuery).want(gateway.OpHello)
	})
}

func TestCloseEndsEverything(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, _ := login(t, s, a, 0)
		a.Silence(true)
		nobody := greeted(t, s)
		s.Close()
		c.wantCut()
		nobody.wantCut()
		if _, err := s.DialContext(t.Context(), "tcp", "discord.test:80"); err == nil {
			t.Error("a closed server takes connections")
		}
		s.Close()
	})
}
