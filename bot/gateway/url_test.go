package gateway

import "testing"

func TestWhereSessionsAreResumed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ usual, recommended, want string }{
		{"wss://gateway.discord.gg", "wss://gateway-us-east1-b.discord.gg", "wss://gateway-us-east1-b.discord.gg"},
		{"wss://gateway.discord.gg", "", "wss://gateway.discord.gg"},
		{"wss://gateway.discord.gg", "ws://gateway.discord.gg", "wss://gateway.discord.gg"},
		{"wss://gateway.discord.gg", "wss://discord.gg.example.com", "wss://gateway.discord.gg"},
		{"wss://gateway.discord.gg", "wss://evildiscord.gg", "wss://gateway.discord.gg"},
		{"wss://gateway.discord.gg", "://", "wss://gateway.discord.gg"},
		{"ws://127.0.0.1:80/gateway", "ws://127.0.0.1:80/gateway/resume", "ws://127.0.0.1:80/gateway/resume"},
		{"ws://127.0.0.1:80/gateway", "ws://10.0.0.1:80/gateway", "ws://127.0.0.1:80/gateway"},
		{"ws://proxy:7777", "wss://gateway.discord.gg", "ws://proxy:7777"},
		{"ws://[::1]:80/", "ws://[::1]:80/resume", "ws://[::1]:80/resume"},
	} {
		if got := resumeURL(c.usual, c.recommended); got != c.want {
			t.Errorf("%s with %q: %s, want %s", c.usual, c.recommended, got, c.want)
		}
	}
}

func TestWhatIsDialled(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"wss://gateway.discord.gg":         "wss://gateway.discord.gg/?encoding=json&v=9",
		"wss://gateway.discord.gg/":        "wss://gateway.discord.gg/?encoding=json&v=9",
		"ws://127.0.0.1:80/gateway":        "ws://127.0.0.1:80/gateway?encoding=json&v=9",
		"ws://proxy/?v=6&encoding=etf&a=b": "ws://proxy/?a=b&encoding=json&v=9",
	} {
		if got, err := dialURL(given); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", given, got, err, want)
		}
	}
	if got, err := dialURL("://"); err == nil {
		t.Errorf("%s for no URL", got)
	}
}
