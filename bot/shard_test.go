package bot

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
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
	s := newLink(&gateway{token: "abc"}, 2, 4, nil).session
	if s.StateEnabled || s.ShouldReconnectOnError || s.Identify.Intents != 0 || s.LogLevel > discordgo.LogWarning || s.Debug {
		t.Errorf("state %v, reconnect %v, intents %d, log level %d, debug %v",
			s.StateEnabled, s.ShouldReconnectOnError, s.Identify.Intents, s.LogLevel, s.Debug)
	}
	if s.Token != "Bot abc" || s.ShardID != 2 || s.ShardCount != 4 || !s.SyncEvents {
		t.Errorf("shard %d of %d, synchronous %v", s.ShardID, s.ShardCount, s.SyncEvents)
	}
}

func TestIdentifiesArePaced(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gate := newIdentifyGate(discordgo.SessionInformation{MaxConcurrency: 2, Remaining: 100}, nil, quiet)
		begun := time.Now()
		var mu sync.Mutex
		waits := map[time.Duration][]int{}
		var wg sync.WaitGroup
		for shard := range 6 {
			wg.Go(func() {
				if err := gate.wait(t.Context(), shard); err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				waits[time.Since(begun)] = append(waits[time.Since(begun)], shard%2)
			})
		}
		wg.Wait()
		for _, at := range []time.Duration{0, identifyPause, 2 * identifyPause} {
			if slices.Sort(waits[at]); !slices.Equal(waits[at], []int{0, 1}) {
				t.Errorf("after %v: %v identified, want one of each turn", at, waits[at])
			}
		}
	})
}

func TestNoIdentifyBeyondTheDaysNumber(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		limits := func(context.Context) (discordgo.GatewayBotResponse, error) {
			asked++
			answer := discordgo.GatewayBotResponse{SessionStartLimit: discordgo.SessionInformation{ResetAfter: 3_600_000}}
			switch asked {
			case 1:
				return answer, errors.New("of a test")
			case 2:
				return answer, nil
			}
			answer.SessionStartLimit.Remaining = 1000
			return answer, nil
		}
		gate := newIdentifyGate(discordgo.SessionInformation{Remaining: 1}, limits, quiet)
		begun := time.Now()
		for range 2 {
			if err := gate.wait(t.Context(), 0); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(begun); took < time.Hour || took > time.Hour+2*time.Minute {
			t.Errorf("the second identify came after %v, want an hour", took)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := gate.wait(ctx, 0); !errors.Is(err, context.Canceled) {
			t.Errorf("after the end: %v", err)
		}
	})
}

func TestOpeningHasALimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		// A server that takes connections and says nothing.
		g := &gateway{
			token: "abc", log: quiet,
			transport: roundTripper(func(*http.Request) (*http.Response, error) {
				return answering(200, `{"url":"ws://gateway.test"}`), nil
			}),
			dial: func(context.Context, string, string) (net.Conn, error) {
				client, server := net.Pipe()
				go func() {
					defer func() { _ = server.Close() }()
					buffer := make([]byte, 4096)
					for {
						if _, err := server.Read(buffer); err != nil {
							return
						}
					}
				}()
				return client, nil
			},
		}
		begun := time.Now()
		err := newLink(g, 0, 1, nil).open(t.Context())
		if err == nil || errors.Is(err, errAbandoned) || time.Since(begun) > openLimit {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
	})
}

func TestTheTapSitsAboveTLS(t *testing.T) {
	t.Parallel()
	upgrader := websocket.Upgrader{}
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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
	defer server.Close()
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	l := &link{ready: make(chan struct{}, 1), lost: make(chan struct{}, 1)}
	dialer := l.dialer((&net.Dialer{}).DialContext, &tls.Config{RootCAs: roots, ServerName: "example.com", MinVersion: tls.VersionTLS12})
	c, _, err := dialer.DialContext(t.Context(), "wss"+server.URL[len("https"):], nil)
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
	strict := l.dialer((&net.Dialer{}).DialContext, nil)
	if _, _, err := strict.DialContext(t.Context(), "wss"+server.URL[len("https"):], nil); err == nil {
		t.Error("a certificate of nobody was believed")
	}
}
