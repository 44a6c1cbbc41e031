package gateway_test

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/testbot"
)

func TestSendFrame(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, _ := testbot.Login(t, s, a.Token)
		for _, length := range []int{4, 300, 70_000} {
			want := bytes.Repeat([]byte("x"), length)
			a.SendFrame(websocket.BinaryMessage, uint64(length), want)
			kind, got, err := c.WS.ReadMessage()
			if err != nil || kind != websocket.BinaryMessage || !bytes.Equal(got, want) {
				t.Errorf("%d bytes of type %d, %v, want %d", len(got), kind, err, length)
			}
		}
		c.WS.SetReadLimit(1 << 20)
		a.SendFrame(websocket.TextMessage, 1<<62, []byte("x"))
		if _, _, err := c.WS.ReadMessage(); !errors.Is(err, websocket.ErrReadLimit) {
			t.Errorf("%v for a frame that announces too much", err)
		}
	})
}

func TestHelloIntervals(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		s.HelloIntervals(-time.Millisecond, 0)
		for _, want := range []string{`{"heartbeat_interval":-1}`, `{"heartbeat_interval":0}`, `{"heartbeat_interval":45000}`} {
			if got := string(testbot.Dial(t, s, testbot.PlainQuery).Want(gateway.OpHello).D); got != want {
				t.Errorf("HELLO with %s, want %s", got, want)
			}
		}
	})
}

func TestReconnectAfterReady(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		a.ReconnectAfterReady(true)
		c, ready := testbot.Login(t, s, a.Token)
		c.Want(gateway.OpReconnect)
		c.Leave(4000)
		c = testbot.Greeted(t, s)
		c.Resume(a.Token, ready.SessionID, 1)
		c.WantEvent("RESUMED")
		c.Want(gateway.OpReconnect)
		c.Leave(4000)
		a.ReconnectAfterReady(false)
		c = testbot.Greeted(t, s)
		c.Resume(a.Token, ready.SessionID, 2)
		c.WantEvent("RESUMED")
		c.WantNothing()
	})
}

func TestForgetSessions(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := testbot.Login(t, s, a.Token)
		c.Drop()
		a.ForgetSessions(true)
		c = testbot.Greeted(t, s)
		c.Resume(a.Token, ready.SessionID, 1)
		c.WantInvalid("false")
	})
}

func TestHoldShard(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := testbot.Login(t, s, a.Token)
		a.HoldShard(1, true)
		if !a.Connected() {
			t.Error("another shard's connection was cut")
		}
		a.HoldShard(0, true)
		c.WantCut()
		c = testbot.Greeted(t, s)
		c.Resume(a.Token, ready.SessionID, 1)
		c.WantCut()
		c = testbot.Greeted(t, s)
		c.Identify(a.Token)
		c.WantCut()
		a.HoldShard(0, false)
		c = testbot.Greeted(t, s)
		c.Resume(a.Token, ready.SessionID, 1)
		c.WantEvent("RESUMED")
	})
}
