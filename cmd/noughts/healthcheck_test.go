package main_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// healthAt starts a server that answers /readyz with a status and a body. It returns the server's port with the given
// host, in the form of OPS_ADDR. As in a container, the host may be 0.0.0.0 or empty.
func healthAt(t *testing.T, host string, status int, body string) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	_, port, err := net.SplitHostPort(s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return net.JoinHostPort(host, port)
}

func TestHealthcheckAsksTheBot(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		addr   string
		status int
		want   string
	}{
		"ready":     {healthAt(t, "127.0.0.1", http.StatusOK, "ok\n"), 0, "ok"},
		"no host":   {healthAt(t, "", http.StatusOK, "ok\n"), 0, "ok"},
		"not ready": {healthAt(t, "0.0.0.0", http.StatusServiceUnavailable, "the database does not answer\n"), 1, "not ready: the database does not answer"},
		"nobody":    {"127.0.0.1:1", 1, "no answer at OPS_ADDR 127.0.0.1:1"},
		"off":       {"off", 1, "OPS_ADDR is off"},
		"wrong":     {"nowhere", 2, "OPS_ADDR must be host:port"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			status, output := start(t, []string{"OPS_ADDR=" + c.addr}, "healthcheck").ends(10 * time.Second)
			if status != c.status || !strings.Contains(output, c.want) {
				t.Errorf("status %d, output %q; want status %d and %q", status, output, c.status, c.want)
			}
		})
	}
}

// A bot whose database is not there waits for it: it lives, is not ready, and stops cleanly.
func TestABotWithoutItsDatabaseWaits(t *testing.T) {
	t.Parallel()
	ops := freeAddress(t)
	p := start(t, []string{"DISCORD_TOKEN=abc", "OPS_ADDR=" + ops, "DATABASE_URL=postgres://noughts:s3cret@" + freeAddress(t) + "/noughts"})
	p.awaits("database not reachable yet; retrying")
	for path, want := range map[string]int{"/livez": http.StatusOK, "/readyz": http.StatusServiceUnavailable} {
		response, err := http.Get("http://" + ops + path)
		if err != nil {
			t.Fatal(err)
		}
		if _ = response.Body.Close(); response.StatusCode != want {
			t.Errorf("%s is %d, want %d", path, response.StatusCode, want)
		}
	}
	stops(t, p)
}

// freeAddress returns a local address that no server listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}
