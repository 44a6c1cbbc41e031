package e2e

import (
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot"
)

// A proxied transport answers the bot's requests instead of Discord until a time: with a status, or not at all if that is 0.
type proxied struct {
	http.RoundTripper
	status int
	until  time.Time
}

func (o proxied) RoundTrip(r *http.Request) (*http.Response, error) {
	switch {
	case time.Now().After(o.until):
		return o.RoundTripper.RoundTrip(r)
	case o.status == 0:
		return nil, syscall.ENETUNREACH
	}
	return &http.Response{StatusCode: o.status, Request: r, Body: io.NopCloser(strings.NewReader("<html>"))}, nil
}

// TestAnOutageAtTheStartIsWaitedFor starts bots in an outage of Discord, or behind a proxy that answers instead. The bot
// must live, say that it is not ready, be ready within a minute of the end, and stop cleanly before that.
func TestAnOutageAtTheStartIsWaitedFor(t *testing.T) {
	t.Parallel()
	for _, status := range []int{0, http.StatusOK, http.StatusForbidden, http.StatusNotFound, http.StatusTooManyRequests, http.StatusBadGateway} {
		for _, overHTTP := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d, HTTP %t", status, overHTTP), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					w := inhabited(t, inMemory)
					out := func(cfg *bot.Config, deps *bot.Deps) {
						deps.Transport = proxied{deps.Transport, status, time.Now().Add(2 * time.Hour)}
						if overHTTP {
							cfg.PublicKey, _ = hex.DecodeString(w.app.PublicKey)
							deps.HTTPListener = w.discord.Listen(fmt.Sprint(time.Now().Unix(), ".test"))
						}
					}
					w.start(out)
					time.Sleep(time.Hour)
					w.halt()
					w.start(out)
					time.Sleep(2*time.Hour - time.Second)
					for path, want := range map[string]int{"/livez": http.StatusOK, "/readyz": http.StatusServiceUnavailable} {
						if got, body := w.asks(path); got != want {
							t.Errorf("in the outage %s is %d %q", path, got, body)
						}
					}
					time.Sleep(time.Minute)
					w.awaitReady()
					if got, body := w.asks("/readyz"); got != http.StatusOK {
						t.Errorf("after it /readyz is %d %q", got, body)
					}
				})
			})
		}
	}
}
