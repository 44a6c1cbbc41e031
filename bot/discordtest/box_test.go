package discordtest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/gorilla/websocket"

	"noughts/bot/discordtest"
)

// A box is a guild of a Discord in memory, seen from outside: by the driver, and
// by a bot's requests and gateway connections.
type box struct {
	t       *testing.T
	server  *discordtest.Server
	app     *discordtest.Application
	guild   *discordtest.Guild
	channel *discordtest.Channel
	alice   *discordtest.User
	http    *http.Client
}

// inBox runs a test on a box in a bubble. Its bot is in the guild, but not yet
// connected.
func inBox(t *testing.T, test func(b *box), options ...discordtest.Option) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := discordtest.NewServer(options...)
		s.StartInMemory()
		t.Cleanup(s.Close)
		network := &http.Transport{DialContext: s.DialContext}
		t.Cleanup(network.CloseIdleConnections)
		b := &box{t: t, server: s, app: s.NewApplication("noughts"), guild: s.NewGuild("Guild"), http: &http.Client{Transport: network}}
		b.alice, b.channel = s.NewUser("alice"), b.guild.NewChannel("games")
		b.guild.Add(b.alice)
		b.guild.Install(b.app)
		test(b)
	})
}

// ask makes a request as an application's bot and decodes its answer into out
// unless that is nil. It returns status and body.
func (b *box) ask(a *discordtest.Application, method, path, body string, out any) (int, string) {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), method, b.server.URL()+"/api/v10"+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header = http.Header{
		"Authorization": {"Bot " + a.Token}, "User-Agent": {"DiscordBot (https://example.com, 1)"}, "Content-Type": {"application/json"},
	}
	answer, err := b.http.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	if out != nil {
		if err := json.Unmarshal(raw, out); err != nil {
			b.t.Fatalf("%s %s: %d %s: %v", method, path, answer.StatusCode, raw, err)
		}
	}
	return answer.StatusCode, string(raw)
}

// says makes alice write in the channel.
func (b *box) says(content string) discordtest.Message {
	b.t.Helper()
	m, err := b.alice.In(b.channel).Say(content)
	if err != nil {
		b.t.Fatal(err)
	}
	return m
}

// A line is a gateway connection of a bot that does nothing by itself.
type line struct {
	t    *testing.T
	ws   *websocket.Conn
	read func() ([]byte, error) // the next payload
}

// A packet is any payload of the gateway's.
type packet struct {
	Op int             `json:"op"`
	T  string          `json:"t"`
	D  json.RawMessage `json:"d"`
}

// The opcodes that these tests send and get.
const (
	dispatched, identifies, setsPresence, setsVoice, requestsMembers, requestsSounds = 0, 2, 3, 4, 8, 31
)

// call connects to the gateway without IDENTIFY, with more of a query.
func (b *box) call(query string) *line {
	b.t.Helper()
	d := websocket.Dialer{NetDialContext: b.server.DialContext}
	ws, _, err := d.Dial("ws"+strings.TrimPrefix(b.server.URL(), "http")+"/gateway?v=10&encoding=json"+query, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { _ = ws.Close() })
	l := &line{t: b.t, ws: ws}
	l.read = func() ([]byte, error) {
		_, data, err := ws.ReadMessage()
		return data, err
	}
	return l
}

// connect starts a session with intents and more fields of IDENTIFY, and reads
// HELLO and READY.
func (b *box) connect(a *discordtest.Application, intents int, fields string) *line {
	b.t.Helper()
	l := b.call("")
	l.next()
	l.identify(a, intents, fields)
	if p := l.next(); p.T != "READY" {
		b.t.Fatalf("%+v, want READY", p)
	}
	return l
}

func (l *line) identify(a *discordtest.Application, intents int, fields string) {
	l.t.Helper()
	raw, _ := json.Marshal(map[string]any{"token": a.Token, "intents": intents, "properties": struct{}{}})
	l.send(identifies, strings.TrimSuffix(string(raw), "}")+fields+"}")
}

func (l *line) send(op int, d string) {
	l.t.Helper()
	raw, _ := json.Marshal(op)
	if err := l.ws.WriteMessage(websocket.TextMessage, []byte(`{"op":`+string(raw)+`,"d":`+d+`}`)); err != nil {
		l.t.Fatal(err)
	}
}

// next reads a payload.
func (l *line) next() packet {
	l.t.Helper()
	raw, err := l.read()
	if err != nil {
		l.t.Fatal(err)
	}
	var p packet
	if err := json.Unmarshal(raw, &p); err != nil {
		l.t.Fatalf("%q: %v", raw, err)
	}
	return p
}

// hears reads an event, which must hold some texts, and decodes its data into
// out unless that is nil.
func (l *line) hears(event string, out any, texts ...string) {
	l.t.Helper()
	p := l.next()
	if p.Op != dispatched || p.T != event {
		l.t.Fatalf("op %d %s %s, want %s", p.Op, p.T, p.D, event)
	}
	for _, text := range texts {
		if !bytes.Contains(p.D, []byte(text)) {
			l.t.Errorf("%s: no %s in %s", event, text, p.D)
		}
	}
	if out != nil {
		if err := json.Unmarshal(p.D, out); err != nil {
			l.t.Fatal(err)
		}
	}
}

// silent checks that nothing is on its way, by the answer to a heartbeat.
func (l *line) silent() {
	l.t.Helper()
	l.send(1, "null")
	if p := l.next(); p.Op != 11 {
		l.t.Fatalf("op %d %s %s, want nothing", p.Op, p.T, p.D)
	}
}

// closed reads until the connection is closed, with a code.
func (l *line) closed(code int) {
	l.t.Helper()
	for {
		_, err := l.read()
		if err == nil {
			continue
		}
		var end *websocket.CloseError
		if !errors.As(err, &end) || end.Code != code {
			l.t.Fatalf("%v, want close code %d", err, code)
		}
		return
	}
}
