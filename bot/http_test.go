package bot

import (
	"crypto/ed25519"
	"errors"
	"net"
	"testing"

	"noughts/bot/config"
)

func TestNewChecksTheSettingsOfHTTP(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	key := make(ed25519.PublicKey, ed25519.PublicKeySize)
	for _, c := range []struct {
		cfg  Config
		deps Deps
		want string
	}{
		{Config{PublicKey: key[1:], HTTPAddr: ":80"}, Deps{}, "DISCORD_PUBLIC_KEY"},
		{Config{PublicKey: key}, Deps{}, "HTTP_ADDR"},
		{Config{HTTPAddr: ":80"}, Deps{}, "DISCORD_PUBLIC_KEY"},
		{Config{}, Deps{HTTPListener: l}, "DISCORD_PUBLIC_KEY"},
		{Config{PublicKey: key}, Deps{HTTPListener: l}, ""},
	} {
		c.cfg.Token = "abc.def"
		_, err := New(c.cfg, c.deps)
		var wrong *config.Error
		if errors.As(err, &wrong) != (c.want != "") || wrong != nil && wrong.Variable != c.want {
			t.Errorf("%+v: %v, want %q", c.cfg, err, c.want)
		}
	}
}
