package interaction

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest/internal/world"
)

func TestEachForgeryIsOne(t *testing.T) {
	t.Parallel()
	app := world.New().NewApplication("bot")
	key, err := hex.DecodeString(app.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	valid := func(body []byte, s signature) bool {
		raw, err := hex.DecodeString(s.Hex)
		return err == nil && ed25519.Verify(key, append([]byte(s.Stamp), body...), raw)
	}
	body, now := []byte(`{"type":1}`), time.Now()
	if !valid(body, sign(app, body, now)) {
		t.Error("the right signature is wrong")
	}
	for _, f := range forgeries {
		if valid(f.Forge(app, bytes.Clone(body), now)) {
			t.Errorf("%s is right", f.Name)
		}
	}
}

// Each request must reach the server that is listening now. After one server has stopped and the next listens on the
// same host, the client must not send a large body on an old connection to the first.
func TestTheNextProcessGetsWhatTheLastOneHungUpOn(t *testing.T) {
	t.Parallel()
	body := bytes.Repeat([]byte("x"), 20000)
	for range 50 {
		synctest.Test(t, func(t *testing.T) {
			d := New(world.New(), nil)
			defer d.Close()
			for range 4 {
				server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if got, err := io.ReadAll(r.Body); err != nil || len(got) != len(body) {
						t.Errorf("%d bytes came, %v", len(got), err)
					}
				})}
				l := d.Listen("bot.test")
				go func() { _ = server.Serve(l) }()
				response, err := d.post(t.Context(), "http://bot.test/interactions", body, signature{})
				if err != nil {
					t.Fatal(err)
				}
				_ = response.Body.Close()
				if err := server.Shutdown(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}
