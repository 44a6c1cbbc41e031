package rest_test

import (
	"encoding/json"
	"testing"
	"time"

	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/internal/world"
)

// TestEnforcedNonces checks that a message with enforce_nonce is not posted while the server remembers an earlier
// message with the same nonce.
func TestEnforcedNonces(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		path := "/channels/" + sc.Channel.ID + "/messages"
		for _, c := range []struct {
			body string
			want int // the number of messages in the channel afterwards
		}{
			{`{"content":"a","nonce":"n1","enforce_nonce":true}`, 1},
			{`{"content":"b","nonce":"n1","enforce_nonce":true}`, 1},
			{`{"content":"c","nonce":"n1"}`, 2},
			{`{"content":"d","nonce":7,"enforce_nonce":true}`, 3},
			{`{"content":"e","nonce":7,"enforce_nonce":true}`, 3},
			{`{"content":"f","enforce_nonce":true}`, 4},
			{`{"content":"g","enforce_nonce":true}`, 5},
		} {
			time.Sleep(5 * time.Second) // fake time, so that the route's rate limit resets
			var sent, echo struct{ Nonce any }
			if err := json.Unmarshal([]byte(c.body), &sent); err != nil {
				t.Fatal(err)
			}
			sc.Bot.Must("POST", path, c.body, &echo)
			if n := len(sc.Alice.In(sc.Channel).Messages()); n != c.want || echo.Nonce != sent.Nonce {
				t.Errorf("%s: %d messages, want %d; nonce %v", c.body, n, c.want, echo.Nonce)
			}
		}
		time.Sleep(world.NonceLife)
		sc.Bot.Do("POST", path, `{"content":"h","nonce":"n1","enforce_nonce":true}`)
		if n := len(sc.Alice.In(sc.Channel).Messages()); n != 6 {
			t.Errorf("%d messages when the nonce is forgotten, want 6", n)
		}
	})
}
