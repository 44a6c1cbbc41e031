package main_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
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
	p.stops(os.Interrupt)
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
