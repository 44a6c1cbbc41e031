package gateway

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"noughts/bot/discordtest"
)

var quiet = slog.New(slog.DiscardHandler)

type fixture struct {
	t       *testing.T
	discord *discordtest.Server
	app     *discordtest.Application
}

// withFixture runs a test with an in-memory Discord. The test fails if a goroutine outlives it.
func withFixture(t *testing.T, test func(t *testing.T, p fixture), options ...discordtest.Option) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := fixture{t: t, discord: discordtest.NewServer(options...)}
		p.discord.StartInMemory()
		defer p.discord.Close()
		p.app = p.discord.NewApplication("Noughts")
		test(t, p)
	})
}

func (p fixture) address() string {
	return "ws" + strings.TrimPrefix(p.discord.URL(), "http") + "/gateway?v=9&encoding=json"
}

// connects opens a connection and runs it in a goroutine. The returned channel gets the End of the connection.
func (p fixture) connects(ctx context.Context, login Login, handle func(Dispatch)) <-chan End {
	p.t.Helper()
	conn, err := Dial(ctx, p.address(), p.discord.DialContext, nil)
	must(p.t, err)
	login.Token, login.Total, login.CloseCode = p.app.Token, 1, closeAndResume
	ended := make(chan End, 1)
	go func() { ended <- conn.Run(ctx, login, handle) }()
	return ended
}

func (p fixture) awaitUp() {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), time.Minute)
	defer cancel()
	if err := p.app.WaitConnected(ctx); err != nil {
		p.t.Fatal("the session is not up")
	}
	synctest.Wait()
}

func ignore(Dispatch) {}

// must ends the test if there is an error.
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestHowConnectionsEnd(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		strike func(p fixture)
		want   EndReason
		code   int
		within time.Duration
	}{
		"cut":              {func(p fixture) { p.app.DropConnections() }, Lost, 0, 0},
		"op 7":             {func(p fixture) { p.app.SendReconnect() }, Reconnect, 0, 0},
		"op 9":             {func(p fixture) { p.app.InvalidateSessions(false) }, InvalidSession, 0, 0},
		"op 9, resumable":  {func(p fixture) { p.app.InvalidateSessions(true) }, InvalidResumable, 0, 0},
		"close frame":      {func(p fixture) { p.app.CloseConnections(4014) }, Closed, 4014, 0},
		"silence":          {func(p fixture) { p.app.Silence(true) }, Silence, 0, 68 * time.Second},
		"null":             {func(p fixture) { p.app.SendFrame(1, 4, []byte("null")) }, Broken, 0, 0},
		"an array":         {func(p fixture) { p.app.SendFrame(1, 2, []byte("[]")) }, Broken, 0, 0},
		"no opcode":        {func(p fixture) { p.app.SendFrame(1, 2, []byte("{}")) }, Broken, 0, 0},
		"no type":          {func(p fixture) { p.app.SendFrame(1, 8, []byte(`{"op":0}`)) }, Broken, 0, 0},
		"cut JSON":         {func(p fixture) { p.app.SendFrame(1, 8, []byte(`{"op":0,`)) }, Broken, 0, 0},
		"binary":           {func(p fixture) { p.app.SendFrame(2, 8, []byte(`{"op":1}`)) }, Broken, 0, 0},
		"too long":         {func(p fixture) { p.app.SendFrame(1, longestMessage+1, nil) }, Broken, 0, 0},
		"much too long":    {func(p fixture) { p.app.SendFrame(1, 1<<62, nil) }, Broken, 0, 0},
		"longer than that": {func(p fixture) { p.app.SendFrame(1, 1<<63, nil) }, Broken, 0, 0},
		"never whole":      {func(p fixture) { p.app.SendFrame(1, longestMessage, []byte("{")) }, Silence, 0, 68 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			withFixture(t, func(t *testing.T, p fixture) {
				ended := p.connects(t.Context(), Login{}, ignore)
				p.awaitUp()
				begun := time.Now()
				c.strike(p)
				end := <-ended
				if end.Reason != c.want || end.Code != c.code || !end.Identified {
					t.Errorf("ended by %v (%d), %+v, want %v (%d)", end.Reason, end.Code, end, c.want, c.code)
				}
				if took := time.Since(begun); took > c.within {
					t.Errorf("it took %v", took)
				}
			})
		})
	}
}

// A HELLO with an impossible heartbeat interval ends the connection as Broken. (Such a HELLO once ended the process.)
func TestHELLOIsChecked(t *testing.T) {
	t.Parallel()
	for _, interval := range []time.Duration{0, -time.Millisecond, time.Millisecond, minHeartbeat - 1e6, maxHeartbeat + 1e6, 1 << 62} {
		t.Run(interval.String(), func(t *testing.T) {
			withFixture(t, func(t *testing.T, p fixture) {
				p.discord.HelloIntervals(interval)
				if end := <-p.connects(t.Context(), Login{}, ignore); end.Reason != Broken || end.Identified {
					t.Errorf("%+v", end)
				}
			})
		})
	}
}

func TestOpSevenInPlaceOfHELLO(t *testing.T) {
	withFixture(t, func(t *testing.T, p fixture) {
		p.discord.ReconnectInsteadOfHello(1)
		if end := <-p.connects(t.Context(), Login{}, ignore); end.Reason != Reconnect || end.Identified {
			t.Errorf("%+v", end)
		}
	})
}

// A connection ends within 30 seconds (openLimit) if Discord does not answer the login, and without an IDENTIFY if the server
// sends nothing, or a first message that is not a valid HELLO.
func TestAServerWithoutHELLO(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		says string
		want EndReason
	}{
		"nothing": {"", Silence}, "an ack": {`{"op":11}`, Broken}, "no interval": {`{"op":10,"d":null}`, Broken},
		"no answer to the login": {`{"op":10,"d":{"heartbeat_interval":41250}}`, Silence},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ours, theirs := net.Pipe()
				go serveOnce(t, theirs, c.says)
				conn, err := Dial(t.Context(), "ws://gateway.test/", func(context.Context, string, string) (net.Conn, error) { return ours, nil }, nil)
				must(t, err)
				begun := time.Now()
				end := conn.Run(t.Context(), Login{}, ignore)
				if end.Reason != c.want || end.Identified != (name == "no answer to the login") || time.Since(begun) > openLimit {
					t.Errorf("%+v after %v", end, time.Since(begun))
				}
			})
		})
	}
}

// serveOnce accepts a WebSocket on conn, sends the text `says` unless it is empty, and waits for the end of the
// connection.
func serveOnce(t *testing.T, conn net.Conn, says string) {
	l := &onceListener{conns: make(chan net.Conn, 1), closed: make(chan struct{})}
	l.conns <- conn
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(l.closed)
		upgrader := websocket.Upgrader{}
		ws, err := upgrader.Upgrade(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = ws.Close() }()
		if says != "" {
			_ = ws.WriteMessage(websocket.TextMessage, []byte(says))
		}
		for err == nil {
			_, _, err = ws.ReadMessage()
		}
	})}
	_ = server.Serve(l)
}

// A onceListener is a net.Listener that accepts the connections in `conns` until `closed` is closed.
type onceListener struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (l *onceListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *onceListener) Close() error   { return nil }
func (l *onceListener) Addr() net.Addr { return &net.UnixAddr{} }

func TestDialling(t *testing.T) {
	t.Parallel()
	for stops, want := range map[time.Duration]time.Duration{time.Hour: handshakeLimit, time.Second: time.Second} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), stops)
			defer cancel()
			begun := time.Now()
			if _, err := Dial(ctx, "ws://gateway.test", mute, nil); err == nil || time.Since(begun) != want {
				t.Errorf("a server that says nothing: %v after %v, want %v", err, time.Since(begun), want)
			}
		})
	}
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	_, err := Dial(t.Context(), "ws"+strings.TrimPrefix(server.URL, "http"), (&net.Dialer{}).DialContext, nil)
	if err == nil || !strings.Contains(err.Error(), "404 Not Found") {
		t.Errorf("a server that is no gateway: %v", err)
	}
}

// mute is a DialFunc to a server that accepts connections and sends nothing.
func mute(context.Context, string, string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	go func() { _, _ = io.Copy(io.Discard, theirs) }()
	return ours, nil
}

func TestASessionGoesOn(t *testing.T) {
	withFixture(t, func(t *testing.T, p fixture) {
		guild := p.discord.NewGuild("House")
		guild.Install(p.app)
		member := p.discord.NewUser("alice")
		guild.Add(member)
		var session Resume
		ctx, leave := context.WithCancel(t.Context())
		ended := p.connects(ctx, Login{}, func(d Dispatch) {
			if s := newSession(d.Data, nil); d.Type == "READY" && s != nil {
				session = Resume{s.id, d.Seq}
			}
		})
		p.awaitUp()
		time.Sleep(time.Hour)
		leave()
		end := <-ended
		synctest.Wait()
		if end.Reason != Stopped || end.Lived < 59*time.Minute || p.app.Connected() {
			t.Errorf("%+v, connected: %v", end, p.app.Connected())
		}
		var types []string
		ctx, leave = context.WithCancel(t.Context())
		ended = p.connects(ctx, Login{Resume: &session}, func(d Dispatch) { types = append(types, d.Type) })
		p.awaitUp()
		time.Sleep(time.Minute)
		leave()
		if end := <-ended; end.Identified || p.app.Identifies() != 1 || p.app.Resumes() != 1 || len(types) != 1 || types[0] != "RESUMED" {
			t.Errorf("%+v, %d identifies, %d resumes, dispatched %v", end, p.app.Identifies(), p.app.Resumes(), types)
		}
	})
}

func TestAHeartbeatThatIsAskedFor(t *testing.T) {
	withFixture(t, func(t *testing.T, p fixture) {
		ctx, leave := context.WithCancel(t.Context())
		ended := p.connects(ctx, Login{}, ignore)
		p.awaitUp()
		for range 100 { // Discord's requests arrive all at once, so a few heartbeats answer them all
			p.app.RequestHeartbeats()
		}
		time.Sleep(10 * time.Minute)
		leave()
		if end := <-ended; end.Reason != Stopped {
			t.Errorf("%+v", end)
		}
	})
}

func TestPayloadsThatWeSend(t *testing.T) {
	t.Parallel()
	login := Login{Token: "abc", Shard: 2, Total: 4, Resume: &Resume{"def", 7}}
	for want, m := range map[string]message{
		`"op":6,"d":{"seq":7,"session_id":"def","token":"abc"}`: resume(login),
		`"op":1,"d":7`:    heartbeat(7),
		`"op":1,"d":null`: heartbeat(0),
		`"intents":0`:     identify(login),
		`"shard":[2,4]`:   identify(login),
	} {
		if got, err := json.Marshal(m); err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
	}
}
