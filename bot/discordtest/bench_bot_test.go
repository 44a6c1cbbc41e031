package discordtest_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"noughts/bot/discordtest"
)

// A rawBot is a minimal bot for benchmarks, so that they measure the server and not the bot. It
// reads only the id and token of an interaction and writes its HTTP requests by hand.
type rawBot struct {
	tb       testing.TB
	app      *discordtest.Application
	dial     func(ctx context.Context, network, addr string) (net.Conn, error)
	callback func(frame []byte) string // returns the body of the callback for an INTERACTION_CREATE
	work     chan []byte
}

// JoinRaw connects a bot and registers the command /ask. The bot has the given number of workers,
// each with its own connection for callbacks. It never sends heartbeats.
func JoinRaw(tb testing.TB, s *discordtest.Server, app *discordtest.Application, workers int, callback func([]byte) string) {
	tb.Helper()
	b := &rawBot{tb: tb, app: app, dial: s.DialContext, callback: callback, work: make(chan []byte, 1024)}
	for i := range workers {
		conn := b.connect()
		if i == 0 {
			b.register(conn)
		}
		go b.answer(conn)
	}
	ws := connect(tb, s, Gateway(s)+"/?"+PlainQuery)
	err := ws.WriteMessage(websocket.TextMessage, []byte(`{"op":2,"d":{"token":"`+app.Token+`","intents":0,"properties":{"os":"x","browser":"x","device":"x"}}}`))
	if err != nil {
		tb.Fatal(err)
	}
	go b.read(ws)
	if err := app.WaitConnected(tb.Context()); err != nil {
		tb.Fatal(err)
	}
}

func (b *rawBot) connect() net.Conn {
	b.tb.Helper()
	conn, err := b.dial(b.tb.Context(), "tcp", "")
	if err != nil {
		b.tb.Fatal(err)
	}
	b.tb.Cleanup(func() { _ = conn.Close() })
	return conn
}

// register creates the slash command /ask.
func (b *rawBot) register(conn net.Conn) {
	b.tb.Helper()
	answers := bufio.NewReader(conn)
	ask := rawRequest(nil, "PUT", "/applications/"+b.app.ID+"/commands", "Authorization: Bot "+b.app.Token+"\r\n", `[{"name":"ask","description":"x"}]`)
	if _, err := conn.Write(ask); err != nil {
		b.tb.Fatal(err)
	}
	if status := b.finish(answers); status != "200" {
		b.tb.Fatalf("/ask: %s", status)
	}
}

// read passes interactions to the workers until the connection ends.
func (b *rawBot) read(ws *websocket.Conn) {
	defer close(b.work)
	for {
		_, frame, err := ws.ReadMessage()
		if err != nil {
			return
		}
		if bytes.Contains(frame[:min(len(frame), 64)], []byte(`"INTERACTION_CREATE"`)) {
			b.work <- frame
		}
	}
}

// answer answers interactions one after the other, on the connection `conn`.
func (b *rawBot) answer(conn net.Conn) {
	answers := bufio.NewReader(conn)
	var request []byte
	for frame := range b.work {
		id, token := textAfter(frame, `"d":{"id":"`), textAfter(frame, `"token":"`)
		request = rawRequest(request[:0], "POST", fmt.Sprintf("/interactions/%s/%s/callback", id, token), "", b.callback(frame))
		if _, err := conn.Write(request); err != nil {
			return
		}
		if status := b.finish(answers); status != "204" {
			return
		}
	}
}

// rawRequest appends a request to a buffer.
func rawRequest(to []byte, method, path, header, body string) []byte {
	return fmt.Appendf(to, "%s /api/v10%s HTTP/1.1\r\nHost: x\r\nUser-Agent: DiscordBot (https://example.com, 1)\r\n%sContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		method, path, header, len(body), body)
}

// textAfter returns the text between `mark` and the next quotation mark.
func textAfter(frame []byte, mark string) []byte {
	_, rest, _ := bytes.Cut(frame, []byte(mark))
	text, _, _ := bytes.Cut(rest, []byte(`"`))
	return text
}

// finish reads an HTTP response and returns its status code, or "" if the connection ends. A status other than 2xx also
// fails the test.
func (b *rawBot) finish(r *bufio.Reader) string {
	line, err := r.ReadString('\n')
	if err != nil {
		return ""
	}
	_, status, _ := strings.Cut(line, " ")
	status, _, _ = strings.Cut(status, " ")
	length := 0
	for line != "\r\n" {
		if line, err = r.ReadString('\n'); err != nil {
			return ""
		}
		if n, is := strings.CutPrefix(line, "Content-Length: "); is {
			_, _ = fmt.Sscan(n, &length) // an invalid number leaves length at 0
		}
	}
	if !strings.HasPrefix(status, "2") {
		body := make([]byte, length)
		_, _ = io.ReadFull(r, body)
		b.tb.Errorf("the bot was refused: %s %s", status, body)
		return status
	}
	_, _ = r.Discard(length)
	return status
}

// A World is a running Discord with one application, whose bot is in one guild with one channel. It is closed when the
// test ends.
type World struct {
	*discordtest.Server

	Application *discordtest.Application
	Guild       *discordtest.Guild
	Channel     *discordtest.Channel

	t testing.TB
}

// newWorld starts a World in memory or on a free port of the loopback interface.
func newWorld(t testing.TB, inMemory bool, opts ...discordtest.Option) *World {
	t.Helper()
	w := &World{t: t, Server: discordtest.NewServer(opts...)}
	t.Cleanup(w.Close)
	w.Application, w.Guild = w.NewApplication("bot"), w.NewGuild("Guild")
	w.Channel = w.Guild.NewChannel("general")
	w.Guild.Install(w.Application)
	if inMemory {
		w.StartInMemory()
	} else if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	return w
}

// Member makes a user with a name, adds the user to the guild, and returns the user's player in the channel.
func (w *World) Member(name string) *discordtest.Player {
	u := w.NewUser(name)
	w.Guild.Add(u)
	return discordtest.Play(w.t, u.In(w.Channel))
}
