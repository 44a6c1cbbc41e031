package discordtest_test

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/gateway"
)

func TestSendFrame(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, _ := login(t, s, a, 0)
		for _, length := range []int{4, 300, 70_000} {
			want := bytes.Repeat([]byte("x"), length)
			a.SendFrame(websocket.BinaryMessage, uint64(length), want)
			kind, got, err := c.ws.ReadMessage()
			if err != nil || kind != websocket.BinaryMessage || !bytes.Equal(got, want) {
				t.Errorf("%d bytes of type %d, %v, want %d", len(got), kind, err, length)
			}
		}
		c.ws.SetReadLimit(1 << 20)
		a.SendFrame(websocket.TextMessage, 1<<62, []byte("x"))
		if _, _, err := c.ws.ReadMessage(); !errors.Is(err, websocket.ErrReadLimit) {
			t.Errorf("%v for a frame that announces too much", err)
		}
	})
}

func TestHelloIntervals(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		s.HelloIntervals(-time.Millisecond, 0)
		for _, want := range []string{`{"heartbeat_interval":-1}`, `{"heartbeat_interval":0}`, `{"heartbeat_interval":45000}`} {
			if got := string(dial(t, s, plainQuery).want(gateway.OpHello).D); got != want {
				t.Errorf("HELLO with %s, want %s", got, want)
			}
		}
	})
}

func TestReconnectAfterReady(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		a.ReconnectAfterReady(true)
		c, ready := login(t, s, a, 0)
		c.want(gateway.OpReconnect)
		c.leave(4000)
		c = greeted(t, s)
		c.resume(a, ready.SessionID, 1)
		c.wantEvent("RESUMED")
		c.want(gateway.OpReconnect)
		c.leave(4000)
		a.ReconnectAfterReady(false)
		c = greeted(t, s)
		c.resume(a, ready.SessionID, 2)
		c.wantEvent("RESUMED")
		c.wantNothing()
	})
}

func TestForgetSessions(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := login(t, s, a, 0)
		c.drop()
		a.ForgetSessions(true)
		c = greeted(t, s)
		c.resume(a, ready.SessionID, 1)
		c.wantInvalid("false")
	})
}

func TestHoldShard(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := login(t, s, a, 0)
		a.HoldShard(1, true)
		if !a.Connected() {
			t.Error("another shard's connection was cut")
		}
		a.HoldShard(0, true)
		c.wantCut()
		c = greeted(t, s)
		c.resume(a, ready.SessionID, 1)
		c.wantCut()
		c = greeted(t, s)
		c.identify(a)
		c.wantCut()
		a.HoldShard(0, false)
		c = greeted(t, s)
		c.resume(a, ready.SessionID, 1)
		c.wantEvent("RESUMED")
	})
}
