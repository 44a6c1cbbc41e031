package bot

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

func TestJudgeEnd(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		end   ending
		want  verdict
		fatal bool
	}{
		{ending{}, resume, false},
		{ending{kind: byLostConnection}, resume, false},
		{ending{kind: bySilence}, resume, false},
		{ending{kind: byReconnect}, resume, false},
		{ending{kind: byInvalidResumable}, resume, false},
		{ending{kind: byInvalidSession}, renew, false},
		{ending{byCloseFrame, 4000}, resume, false},
		{ending{byCloseFrame, 1001}, resume, false},
		{ending{byCloseFrame, noStatus}, resume, false},
		{ending{byCloseFrame, 4007}, renew, false},
		{ending{byCloseFrame, 4009}, renew, false},
		{ending{byCloseFrame, 4004}, renew, true},
		{ending{byCloseFrame, 4014}, renew, true},
	} {
		got, err := judgeEnd(c.end)
		var fatal FatalError
		if got != c.want || errors.As(err, &fatal) != c.fatal {
			t.Errorf("%v (%d): %d, %v", c.end.kind, c.end.code, got, err)
		}
	}
}

func TestTheSessionKeepsNothingAndReconnectsByNobodysWish(t *testing.T) {
	t.Parallel()
	s := newLink(newShard(&gateway{token: "abc", log: quiet}, 2, 4), "ws://gateway.test", nil, nil).library
	if s.StateEnabled || s.ShouldReconnectOnError || s.Identify.Intents != 0 || s.LogLevel > discordgo.LogWarning || s.Debug {
		t.Errorf("state %v, reconnect %v, intents %d, log level %d, debug %v",
			s.StateEnabled, s.ShouldReconnectOnError, s.Identify.Intents, s.LogLevel, s.Debug)
	}
	if s.Token != "Bot abc" || s.ShardID != 2 || s.ShardCount != 4 || !s.SyncEvents {
		t.Errorf("shard %d of %d, synchronous %v", s.ShardID, s.ShardCount, s.SyncEvents)
	}
}

func TestOpeningHasALimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		// A server that takes connections and says nothing.
		dial := func(context.Context, string, string) (net.Conn, error) {
			client, server := net.Pipe()
			go func() {
				defer func() { _ = server.Close() }()
				_, _ = io.Copy(io.Discard, server)
			}()
			return client, nil
		}
		s := newShard(&gateway{token: "abc", log: quiet}, 0, 1)
		begun := time.Now()
		err := newLink(s, "ws://gateway.test", nil, nil).open(t.Context(), dial)
		if err == nil || errors.Is(err, errAbandoned) || time.Since(begun) > openLimit {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
	})
}

// brusque returns a gateway with TLS that says HELLO and then asks for another
// connection, and who vouches for it.
func brusque(t *testing.T) (*httptest.Server, *x509.CertPool) {
	t.Helper()
	upgrader := websocket.Upgrader{}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := upgrader.Upgrade(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = c.Close() }()
		for _, message := range []string{`{"op":10,"d":{"heartbeat_interval":41250}}`, `{"op":7,"d":null}`} {
			if err := c.WriteMessage(websocket.TextMessage, []byte(message)); err != nil {
				t.Error(err)
			}
		}
		_, _, _ = c.ReadMessage() // until the tap cuts
	}))
	server.Config.ErrorLog = slog.NewLogLogger(quiet.Handler(), slog.LevelInfo)
	server.StartTLS()
	t.Cleanup(server.Close)
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	return server, roots
}

func TestTheTapSitsAboveTLSAndProxies(t *testing.T) {
	t.Parallel()
	server, roots := brusque(t)
	address := "wss" + server.URL[len("https"):]
	direct := (&net.Dialer{}).DialContext
	for name, dial := range map[string]dialFunc{"direct": direct, "proxy": newConnectProxy(t, direct, "").via("http")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := &link{}
			dialer := l.dialer(t.Context(), dial, &tls.Config{RootCAs: roots, ServerName: "example.com", MinVersion: tls.VersionTLS12})
			c, _, err := dialer.DialContext(t.Context(), address, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = c.Close() }()
			if _, hello, err := c.ReadMessage(); err != nil || len(hello) == 0 {
				t.Fatalf("HELLO: %q, %v", hello, err)
			}
			if _, message, err := c.ReadMessage(); err == nil {
				t.Errorf("the library was shown %s", message)
			}
			if got := l.reason(); got.kind != byReconnect || l.current().interval != 41250*time.Millisecond {
				t.Errorf("ended by %v, interval %v", got.kind, l.current().interval)
			}
			strict := l.dialer(t.Context(), dial, nil)
			if _, _, err := strict.DialContext(t.Context(), address, nil); err == nil {
				t.Error("a certificate of nobody was believed")
			}
		})
	}
}

// TestALibraryThatPanicsIsALostConnection dials with a function that panics in
// the library's goroutine.
func TestALibraryThatPanicsIsALostConnection(t *testing.T) {
	t.Parallel()
	dial := func(context.Context, string, string) (net.Conn, error) { panic("of a test") }
	s := newShard(&gateway{token: "abc", log: quiet}, 0, 1)
	if err := newLink(s, "ws://gateway.test", nil, nil).open(t.Context(), dial); !errors.Is(err, errPanic) {
		t.Errorf("%v", err)
	}
}
