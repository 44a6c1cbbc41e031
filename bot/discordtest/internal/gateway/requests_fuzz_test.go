package gateway_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/gorilla/websocket"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/object"
)

// FuzzGatewayRequests checks that the gateway survives any payload on a connection with a session:
// it sends another payload or closes the connection with one of Discord's codes.
func FuzzGatewayRequests(f *testing.F) {
	s := discordtest.NewServer(discordtest.WithIdentifyPause(0))
	s.StartInMemory()
	f.Cleanup(s.Close)
	g, alice := s.NewGuild("Guild"), s.NewUser("alice")
	g.Add(alice)
	for _, seed := range []struct {
		op uint8
		d  string
	}{
		{gateway.OpRequestMembers, `{"guild_id":"` + g.ID + `","query":"","limit":0,"presences":true,"nonce":"n"}`},
		{gateway.OpRequestMembers, `{"guild_id":"` + g.ID + `","user_ids":["` + alice.ID + `",1,"x",1e99]}`},
		{gateway.OpRequestMembers, `{"guild_id":1e5,"user_ids":"\ud800"}`}, {gateway.OpRequestMembers, `{"guild_id":"1","query":null,"user_ids":null}`},
		{gateway.OpSoundboard, `{"guild_ids":["` + g.ID + `"]}`}, {gateway.OpSoundboard, `{"guild_ids":[[]]}`},
		{gateway.OpPresence, `{"since":1e400,"activities":[{"name":"","type":0}],"status":"dnd","afk":true}`}, {gateway.OpVoiceState, `{"guild_id":"1","channel_id":null}`},
	} {
		f.Add(seed.op, seed.d)
	}
	f.Fuzz(func(t *testing.T, op uint8, d string) {
		a := s.NewApplication("bot")
		a.AllowIntents(discordtest.IntentGuildMembers, discordtest.IntentGuildPresences)
		g.Install(a)
		defer g.Remove(a.User)
		c := testbot.Greeted(t, s)
		defer func() { _ = c.WS.Close() }()
		c.Identify(a.Token, "intents", object.PrivilegedIntents&^discordtest.IntentMessageContent)
		c.Ready()
		c.SendText(fmt.Sprintf(`{"op":%d,"d":%s}`, op, d))
		c.Send(gateway.OpHeartbeat, nil)
		_, _, err := c.WS.ReadMessage()
		var closed *websocket.CloseError
		if err != nil && (!errors.As(err, &closed) || closed.Code < 4001 || closed.Code > 4014) {
			t.Fatalf("op %d %q: %v", op, d, err)
		}
	})
}
