package gateway_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"noughts/bot/discordtest/internal/testbot"
)

// BenchmarkDispatch measures the time from Dispatch until a client has received the event over TCP.
func BenchmarkDispatch(b *testing.B) {
	s := newServer(b)
	tcp := httptest.NewServer(s)
	defer tcp.Close()
	a := s.NewApplication("bot")
	ws, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(tcp.URL, "http")+"/gateway?"+testbot.PlainQuery, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = ws.Close() }()
	if err := ws.WriteMessage(websocket.TextMessage, []byte(`{"op":2,"d":{"token":"`+a.Token+`","properties":{},"intents":0}}`)); err != nil {
		b.Fatal(err)
	}
	read := func(n int) {
		for range n {
			if _, _, err := ws.ReadMessage(); err != nil {
				b.Fatal(err)
			}
		}
	}
	read(2) // HELLO, READY
	event := map[string]string{"content": strings.Repeat("x", 1500)}
	for b.Loop() {
		s.Dispatch(a, "", "INTERACTION_CREATE", event)
		read(1)
	}
}
