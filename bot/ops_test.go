package bot

import (
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"noughts/bot/gateway"
)

func TestHealthIsServedUntilTheEnd(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refuse := roundTripper(func(r *http.Request) (*http.Response, error) {
		response, err := http.Get("http://" + l.Addr().String() + "/livez")
		if err != nil {
			t.Errorf("while the bot starts: %v", err)
			return answering(http.StatusUnauthorized, ""), nil
		}
		defer func() { _ = response.Body.Close() }()
		if body, _ := io.ReadAll(response.Body); string(body) != "ok\n" {
			t.Errorf("/livez is %q", body)
		}
		return answering(http.StatusUnauthorized, ""), nil
	})
	b, err := New(Config{Token: "abc"}, Deps{Transport: refuse, OpsListener: l})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Run(t.Context()); !errors.Is(err, gateway.ErrToken) {
		t.Errorf("Run returned %v", err)
	}
	if c, err := net.DialTimeout("tcp", l.Addr().String(), time.Second); err == nil {
		_ = c.Close()
		t.Error("health is still served after the end")
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func answering(status int, body string) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}
}
