package discordtest

import (
	"testing"
	"time"
)

// TestEnforcedNonces: a second message of the same nonce is the first one, for some
// minutes and where that is asked for.
func TestEnforcedNonces(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		path := "/channels/" + sc.channel.ID + "/messages"
		for _, c := range []struct {
			body string
			want int // messages afterwards
		}{
			{`{"content":"a","nonce":"n1","enforce_nonce":true}`, 1},
			{`{"content":"b","nonce":"n1","enforce_nonce":true}`, 1},
			{`{"content":"c","nonce":"n1"}`, 2},
			{`{"content":"d","nonce":7,"enforce_nonce":true}`, 3},
			{`{"content":"e","nonce":7,"enforce_nonce":true}`, 3},
			{`{"content":"f","enforce_nonce":true}`, 4},
			{`{"content":"g","enforce_nonce":true}`, 5},
		} {
			time.Sleep(5 * time.Second) // of the bubble: for the route's rate limit
			status, body := sc.bot.do("POST", path, c.body)
			if n := len(sc.alice.In(sc.channel).Messages()); status != 200 || n != c.want {
				t.Errorf("%s: %d messages, want %d; %d %s", c.body, n, c.want, status, body)
			}
		}
		time.Sleep(nonceLife)
		sc.bot.do("POST", path, `{"content":"h","nonce":"n1","enforce_nonce":true}`)
		if n := len(sc.alice.In(sc.channel).Messages()); n != 6 {
			t.Errorf("%d messages when the nonce is forgotten, want 6", n)
		}
	})
}
