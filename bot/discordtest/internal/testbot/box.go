package testbot

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/gorilla/websocket"

	"noughts/bot/discordtest"
)

// A Box is a guild on an in-memory Discord. Tests use it only from outside, by users' actions and by bots' requests and
// connections.
type Box struct {
	T       *testing.T
	Server  *discordtest.Server
	App     *discordtest.Application
	Guild   *discordtest.Guild
	Channel *discordtest.Channel
	Alice   *discordtest.User
	http    *http.Client
}

// InBox runs a test with a Box in a synctest bubble. The box's bot is in the guild, but not connected to the gateway.
func InBox(t *testing.T, test func(b *Box), options ...discordtest.Option) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := discordtest.NewServer(options...)
		s.StartInMemory()
		t.Cleanup(s.Close)
		network := &http.Transport{DialContext: s.DialContext}
		t.Cleanup(network.CloseIdleConnections)
		b := &Box{T: t, Server: s, App: s.NewApplication("noughts"), Guild: s.NewGuild("Guild"), http: &http.Client{Transport: network}}
		b.Alice, b.Channel = s.NewUser("alice"), b.Guild.NewChannel("games")
		b.Guild.Add(b.Alice)
		b.Guild.Install(b.App)
		test(b)
	})
}

// Ask makes a request as an application's bot and returns the answer's status and body. If `out` is
// not nil, Ask decodes the body into it.
func (b *Box) Ask(a *discordtest.Application, method, path, body string, out any) (int, string) {
	b.T.Helper()
	header := http.Header{"Authorization": {"Bot " + a.Token}, "User-Agent": {Agent}, "Content-Type": {"application/json"}}
	answer, text, err := exchange(b.http, method, b.Server.URL()+"/api/v10"+path, header, strings.NewReader(body))
	if err != nil {
		b.T.Fatal(err)
	}
	if out != nil {
		if err := json.Unmarshal([]byte(text), out); err != nil {
			b.T.Fatalf("%s %s: %d %s: %v", method, path, answer.StatusCode, text, err)
		}
	}
	return answer.StatusCode, text
}

// Says makes alice write `content` in the channel and returns the message.
func (b *Box) Says(content string) discordtest.Message {
	b.T.Helper()
	m, err := b.Alice.In(b.Channel).Say(content)
	if err != nil {
		b.T.Fatal(err)
	}
	return m
}

// A Line is a bot's gateway connection. It sends nothing by itself, not even heartbeats.
type Line struct {
	T    *testing.T
	WS   *websocket.Conn
	Read func() ([]byte, error) // reads the next payload
}

// Call connects to the gateway without IDENTIFY. `query` is added to the query of the gateway's URL.
func (b *Box) Call(query string) *Line {
	b.T.Helper()
	ws := connect(b.T, b.Server, Gateway(b.Server)+"?"+PlainQuery+query)
	l := &Line{T: b.T, WS: ws}
	l.Read = func() ([]byte, error) {
		_, data, err := ws.ReadMessage()
		return data, err
	}
	return l
}

// Connect starts a session with the given intents, and reads HELLO and READY. `fields` are further
// fields of IDENTIFY: see Identify.
func (b *Box) Connect(a *discordtest.Application, intents int, fields string) *Line {
	b.T.Helper()
	l := b.Call("")
	l.Next()
	l.Identify(a, intents, fields)
	if p := l.Next(); p.T != "READY" {
		b.T.Fatalf("%+v, want READY", p)
	}
	return l
}

// Identify sends IDENTIFY with the given intents. `fields` are further fields as JSON, with a comma before each.
func (l *Line) Identify(a *discordtest.Application, intents int, fields string) {
	l.T.Helper()
	raw, _ := json.Marshal(map[string]any{"token": a.Token, "intents": intents, "properties": struct{}{}})
	l.Send(opIdentify, strings.TrimSuffix(string(raw), "}")+fields+"}")
}

// Send sends a payload.
func (l *Line) Send(op int, d string) {
	l.T.Helper()
	raw, _ := json.Marshal(op)
	if err := l.WS.WriteMessage(websocket.TextMessage, []byte(`{"op":`+string(raw)+`,"d":`+d+`}`)); err != nil {
		l.T.Fatal(err)
	}
}

// Next reads a payload.
func (l *Line) Next() Payload {
	l.T.Helper()
	raw, err := l.Read()
	if err != nil {
		l.T.Fatal(err)
	}
	if err := wrongTime(raw); err != nil {
		l.T.Error(err)
	}
	var p Payload
	if err := json.Unmarshal(raw, &p); err != nil {
		l.T.Fatalf("%q: %v", raw, err)
	}
	return p
}

// Hears reads an event and checks that its data contains each of `texts`. If `out` is not nil, Hears decodes the data
// into it.
func (l *Line) Hears(event string, out any, texts ...string) {
	l.T.Helper()
	p := l.Next()
	if p.Op != opDispatch || p.T != event {
		l.T.Fatalf("op %d %s %s, want %s", p.Op, p.T, p.D, event)
	}
	for _, text := range texts {
		if !bytes.Contains(p.D, []byte(text)) {
			l.T.Errorf("%s: no %s in %s", event, text, p.D)
		}
	}
	if out != nil {
		if err := json.Unmarshal(p.D, out); err != nil {
			l.T.Fatal(err)
		}
	}
}

// Silent checks that the server has sent no event: the next payload must be the ACK of a heartbeat.
func (l *Line) Silent() {
	l.T.Helper()
	l.Send(opHeartbeat, "null")
	if p := l.Next(); p.Op != opHeartbeatAck {
		l.T.Fatalf("op %d %s %s, want nothing", p.Op, p.T, p.D)
	}
}

// Closed reads until the server closes the connection, and checks the close code.
func (l *Line) Closed(code int) {
	l.T.Helper()
	for {
		_, err := l.Read()
		if err == nil {
			continue
		}
		var end *websocket.CloseError
		if !errors.As(err, &end) || end.Code != code {
			l.T.Fatalf("%v, want close code %d", err, code)
		}
		return
	}
}

// Some intents that are not privileged.
const (
	GuildsIntent        = 1 << 0
	GuildMessagesIntent = 1 << 9
)

// Bits returns the intents as a number for IDENTIFY.
func Bits(intents ...discordtest.Intents) int {
	bits := 0
	for _, i := range intents {
		bits |= int(i)
	}
	return bits
}
