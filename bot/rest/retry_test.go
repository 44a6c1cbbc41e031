package rest

import (
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
)

// TestFailingPlainCallsAreLoggedAndNamed checks that CallWithRetries logs each failed attempt except the last, and
// returns the error of the last. The log lines and the error must have the URL and the reason.
func TestFailingPlainCallsAreLoggedAndNamed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer func() (*http.Response, error)
		says   string
	}{
		"unreachable": {func() (*http.Response, error) { return nil, errors.New("connection refused") }, "connection refused"},
		"HTML": {func() (*http.Response, error) {
			return answering(200, "<html>", "Content-Type", "text/html; charset=utf-8"), nil
		}, "200 with text/html"},
		"HTML and 502": {func() (*http.Response, error) { return answering(502, "<html>"), nil }, "Discord answered 502: Bad Gateway"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client := restOver(func(*http.Request) (*http.Response, error) { return c.answer() })
				var log strings.Builder
				client.Base, client.Log = "http://api.test", slog.New(slog.NewTextHandler(&log, nil))
				_, err := client.GatewayBot(t.Context())
				lines := strings.Split(strings.TrimSpace(log.String()), "\n")
				if len(lines) != plainAttempts-1 {
					t.Errorf("%d lines of log:\n%s", len(lines), log.String())
				}
				for _, said := range append(lines, err.Error()) {
					if !strings.Contains(said, "http://api.test/api/v9/gateway/bot") || !strings.Contains(said, c.says) {
						t.Errorf("neither address nor reason: %s", said)
					}
				}
			})
		})
	}
}
