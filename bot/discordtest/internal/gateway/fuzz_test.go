package gateway_test

import (
	"errors"
	"testing"

	"github.com/gorilla/websocket"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/testbot"
)

// FuzzGatewayPayload checks that the gateway survives any payload: after the payload and a
// heartbeat, it sends a message or closes the connection with one of Discord's codes.
func FuzzGatewayPayload(f *testing.F) {
	for _, seed := range []string{
		`{"op":1,"d":null}`, `{"op":1,"d":251}`, `{"op":2,"d":{}}`, `{"op":2,"d":null}`, `{"op":6,"d":{"seq":-1}}`,
		`{"op":2,"d":{"token":"x","properties":{},"intents":1e9,"shard":[0]}}`, `{"op":null}`, `[]`, `{"op":8}`, "\xff", ``,
	} {
		f.Add([]byte(seed))
	}
	s := discordtest.NewServer()
	s.StartInMemory()
	f.Cleanup(s.Close)
	f.Fuzz(func(t *testing.T, payload []byte) {
		c := testbot.Greeted(t, s)
		c.SendText(string(payload))
		c.Send(gateway.OpHeartbeat, nil)
		_, _, err := c.WS.ReadMessage()
		var closed *websocket.CloseError
		if err != nil && (!errors.As(err, &closed) || closed.Code < 4001 || closed.Code > 4014) {
			t.Fatalf("%q: %v", payload, err)
		}
		_ = c.WS.Close()
	})
}
