package discordtest_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/gorilla/websocket"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/gateway"
)

// inBubble runs a test against a server in memory, where time passes at once.
func inBubble(t *testing.T, test func(t *testing.T, s *discordtest.Server), opts ...discordtest.Option) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := discordtest.NewServer(opts...)
		s.StartInMemory()
		t.Cleanup(s.Close)
		test(t, s)
	})
}

// A rawClient is a gateway client that does nothing by itself.
type rawClient struct {
	t  *testing.T
	ws *websocket.Conn
}

// A rawPayload is any payload of the gateway's.
type rawPayload struct {
	Op int             `json:"op"`
	D  json.RawMessage `json:"d"`
	S  *int64          `json:"s"`
	T  string          `json:"t"`
}

const plainQuery = "v=10&encoding=json"

// dial connects without reading HELLO.
func dial(t *testing.T, s *discordtest.Server, query string) *rawClient {
	t.Helper()
	return dialURL(t, s, s.Gateway().URL()+"/?"+query)
}

func dialURL(t *testing.T, s *discordtest.Server, url string) *rawClient {
	t.Helper()
	d := websocket.Dialer{NetDialContext: s.DialContext}
	ws, _, err := d.Dial(url, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ws.Close() })
	return &rawClient{t: t, ws: ws}
}

// greeted connects and reads HELLO.
func greeted(t *testing.T, s *discordtest.Server) *rawClient {
	t.Helper()
	c := dial(t, s, plainQuery)
	c.want(gateway.OpHello)
	return c
}

// login connects and starts a session with the given intents.
func login(t *testing.T, s *discordtest.Server, a *discordtest.Application, intents discordtest.Intents) (*rawClient, readyFields) {
	t.Helper()
	c := greeted(t, s)
	c.identify(a, "intents", intents)
	return c, c.ready()
}

type readyFields struct {
	V         int    `json:"v"`
	SessionID string `json:"session_id"`
	ResumeURL string `json:"resume_gateway_url"`
	Shard     []int  `json:"shard"`
	User      struct {
		ID discordtest.Snowflake `json:"id"`
	} `json:"user"`
	Application struct {
		ID discordtest.Snowflake `json:"id"`
	} `json:"application"`
	Guilds []struct {
		ID          discordtest.Snowflake `json:"id"`
		Unavailable bool                  `json:"unavailable"`
	} `json:"guilds"`
}

// ready reads READY.
func (c *rawClient) ready() readyFields {
	c.t.Helper()
	var r readyFields
	c.decode(c.wantEvent("READY"), &r)
	return r
}

func (c *rawClient) decode(p rawPayload, v any) {
	c.t.Helper()
	if err := json.Unmarshal(p.D, v); err != nil {
		c.t.Fatal(err)
	}
}

// sendText sends a message as it is.
func (c *rawClient) sendText(text string) {
	c.t.Helper()
	if err := c.ws.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		c.t.Fatal(err)
	}
}

func (c *rawClient) send(op int, d any) {
	c.t.Helper()
	raw, err := json.Marshal(map[string]any{"op": op, "d": d})
	if err != nil {
		c.t.Fatal(err)
	}
	c.sendText(string(raw))
}

// identify sends IDENTIFY without intents, and with the fields given as names
// and values in turn; the value nil leaves a field out.
func (c *rawClient) identify(a *discordtest.Application, fields ...any) {
	c.t.Helper()
	d := map[string]any{
		"token":      a.Token,
		"properties": map[string]string{"os": "linux", "browser": "raw", "device": "raw"},
		"intents":    0,
	}
	for i := 0; i < len(fields); i += 2 {
		name := fields[i].(string)
		d[name] = fields[i+1]
		if fields[i+1] == nil {
			delete(d, name)
		}
	}
	c.send(gateway.OpIdentify, d)
}

func (c *rawClient) resume(a *discordtest.Application, session string, seq int64) {
	c.t.Helper()
	c.send(gateway.OpResume, map[string]any{"token": a.Token, "session_id": session, "seq": seq})
}

// next reads a payload.
func (c *rawClient) next() rawPayload {
	c.t.Helper()
	_, data, err := c.ws.ReadMessage()
	if err != nil {
		c.t.Fatal(err)
	}
	var p rawPayload
	if err := json.Unmarshal(data, &p); err != nil {
		c.t.Fatal(err)
	}
	return p
}

// want reads a payload of an opcode.
func (c *rawClient) want(op int) rawPayload {
	c.t.Helper()
	p := c.next()
	if p.Op != op {
		c.t.Fatalf("got op %d %s %s, want op %d", p.Op, p.T, p.D, op)
	}
	return p
}

// wantEvent reads a dispatch.
func (c *rawClient) wantEvent(name string) rawPayload {
	c.t.Helper()
	p := c.want(gateway.OpDispatch)
	if p.T != name {
		c.t.Fatalf("got event %s %s, want %s", p.T, p.D, name)
	}
	return p
}

// wantInvalid reads op 9.
func (c *rawClient) wantInvalid(resumable string) {
	c.t.Helper()
	if p := c.want(gateway.OpInvalidSession); string(p.D) != resumable {
		c.t.Fatalf("op 9 says %s, want %s", p.D, resumable)
	}
}

// wantClose reads until the server closes, with the code.
func (c *rawClient) wantClose(code int) {
	c.t.Helper()
	for {
		_, _, err := c.ws.ReadMessage()
		var closed *websocket.CloseError
		if err == nil {
			continue
		}
		if !errors.As(err, &closed) || closed.Code != code {
			c.t.Fatalf("got %v, want close code %d", err, code)
		}
		return
	}
}

// wantCut reads until the connection is gone without a close frame.
func (c *rawClient) wantCut() {
	c.t.Helper()
	for {
		_, _, err := c.ws.ReadMessage()
		if err == nil {
			continue
		}
		if !strings.Contains(err.Error(), "EOF") {
			c.t.Fatalf("got %v, want a cut connection", err)
		}
		return
	}
}

// wantNothing checks that nothing has been sent and nothing is on its way.
func (c *rawClient) wantNothing() {
	c.t.Helper()
	read := make(chan string, 1)
	go func() {
		_, data, err := c.ws.ReadMessage()
		read <- string(data) + " " + errText(err)
	}()
	synctest.Wait()
	select {
	case got := <-read:
		c.t.Fatalf("got %s, want nothing", got)
	default:
	}
	_ = c.ws.Close() // ends the read: the client is of no use any more
	<-read
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// drop ends the client's TCP connection without a close frame.
func (c *rawClient) drop() {
	_ = c.ws.NetConn().Close()
	synctest.Wait()
}

// leave closes as a client should, with a close code.
func (c *rawClient) leave(code int) {
	c.t.Helper()
	if err := c.ws.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(code, "")); err != nil {
		c.t.Fatal(err)
	}
	c.wantClose(code)
}
