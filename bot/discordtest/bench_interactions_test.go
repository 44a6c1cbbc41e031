//go:build unix

package discordtest

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// benchMembers is how many members take turns in BenchmarkInteractions.
const benchMembers = 2000

// BenchmarkInteractions measures interactions over HTTP on the loopback
// interface: members press buttons on messages of their own, and the barest of
// bots answers each press with an update. It reports how many there are in a
// second, and what processor time one takes, bot and members included.
func BenchmarkInteractions(b *testing.B) {
	s := NewServer()
	if err := s.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(s.Close)
	app, guild := s.NewApplication("raw"), s.NewGuild("Guild")
	guild.Install(app)
	joinRawBot(b, s, app, 32)
	setCommands(b, s, app, askCommands)
	members := make([]*Client, benchMembers)
	messages := make([]Snowflake, benchMembers)
	for i := range members {
		user := s.NewUser(fmt.Sprint("member ", i))
		guild.Add(user)
		if i%20 == 0 {
			guild.NewChannel(fmt.Sprint("channel ", i))
		}
		channels := guild.Channels()
		members[i] = user.In(channels[len(channels)-1])
		a, err := members[i].Use(context.Background(), "ask", nil)
		if err != nil {
			b.Fatal(err)
		}
		messages[i] = a.Message.ID
	}
	var turn atomic.Int64
	b.SetParallelism(16)
	b.ReportAllocs()
	b.ResetTimer()
	begin, used := time.Now(), processorTime(b)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			i := turn.Add(1) % benchMembers
			if _, err := members[i].Press(context.Background(), messages[i], "/a"); err != nil {
				b.Error(err)
			}
		}
	})
	b.ReportMetric(float64(b.N)/time.Since(begin).Seconds(), "interactions/s")
	b.ReportMetric(float64((processorTime(b)-used).Microseconds())/float64(b.N), "cpu-µs/op")
}

// processorTime returns how long this process has kept processors busy.
func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// setCommands registers commands as if the bot had.
func setCommands(b *testing.B, s *Server, app *Application, commands string) {
	f, err := parseForm([]byte(commands))
	if err != nil {
		b.Fatal(err)
	}
	s.world.Lock()
	defer s.world.Unlock()
	for _, c := range readCommands(f, "") {
		app.commands = append(app.commands, app.create(c))
	}
	if err := f.form.err(); err != nil {
		b.Fatal(err)
	}
}

// joinRawBot connects a bot that reads of an interaction only its id and token.
// Each of its workers has a connection for its callbacks.
func joinRawBot(b *testing.B, s *Server, app *Application, workers int) {
	d := websocket.Dialer{NetDialContext: s.DialContext}
	ws, _, err := d.Dial(s.gateway.url()+"/?v=10&encoding=json", nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = ws.Close() })
	err = ws.WriteMessage(websocket.TextMessage, []byte(`{"op":2,"d":{"token":"`+app.Token+`","intents":0,"properties":{"os":"x","browser":"x","device":"x"}}}`))
	if err != nil {
		b.Fatal(err)
	}
	work := make(chan []byte, 1024)
	for range workers {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL(), "http://"))
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = conn.Close() })
		go answerRaw(conn, work)
	}
	go func() {
		defer close(work)
		for {
			_, frame, err := ws.ReadMessage()
			if err != nil {
				return
			}
			if bytes.Contains(frame[:min(len(frame), 64)], []byte(`"INTERACTION_CREATE"`)) {
				work <- frame
			}
		}
	}()
	if err := app.WaitConnected(b.Context()); err != nil {
		b.Fatal(err)
	}
}

// answerRaw answers commands with a pad and presses with an update of it.
func answerRaw(conn net.Conn, work <-chan []byte) {
	answers := bufio.NewReader(conn)
	var request []byte
	for frame := range work {
		body := `{"type":7,"data":{"content":"pressed"}}`
		if bytes.Contains(frame, []byte(`"name":"ask"`)) && !bytes.Contains(frame, []byte(`"custom_id":"/a","component_type"`)) {
			body = aPad
		}
		request = fmt.Appendf(request[:0], "POST /api/v10/interactions/%s/%s/callback HTTP/1.1\r\nHost: x\r\n"+
			"User-Agent: DiscordBot (https://example.com, 1)\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
			textAfter(frame, `"d":{"id":"`), textAfter(frame, `"token":"`), len(body), body)
		if _, err := conn.Write(request); err != nil {
			return
		}
		if !readHead(answers) {
			return
		}
	}
}

// textAfter returns what stands between a mark and the next quotation mark.
func textAfter(frame []byte, mark string) []byte {
	_, rest, _ := bytes.Cut(frame, []byte(mark))
	text, _, _ := bytes.Cut(rest, []byte(`"`))
	return text
}

// readHead reads an answer that has no body. Any other ends the bot.
func readHead(r *bufio.Reader) bool {
	status, err := r.ReadString('\n')
	for line := ""; err == nil && line != "\r\n"; {
		line, err = r.ReadString('\n')
	}
	if err == nil && !strings.Contains(status, " 204 ") {
		rest, _ := r.Peek(r.Buffered())
		panic(fmt.Sprintf("the bot's answer was refused: %s %s", status, rest))
	}
	return err == nil || err == io.EOF
}
