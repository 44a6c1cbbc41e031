package discordtest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/gorilla/websocket"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/gateway"
)

// InBubble runs a test with an in-memory server in a synctest bubble, whose clock is fake.
func InBubble(t *testing.T, test func(t *testing.T, s *discordtest.Server), opts ...discordtest.Option) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := discordtest.NewServer(opts...)
		s.StartInMemory()
		t.Cleanup(s.Close)
		test(t, s)
	})
}

// A Client is a gateway client that sends nothing by itself, not even heartbeats.
type Client struct {
	T  *testing.T
	WS *websocket.Conn
}

// A Payload is a payload from the gateway.
type Payload struct {
	Op int             `json:"op"`
	D  json.RawMessage `json:"d"`
	S  *int64          `json:"s"`
	T  string          `json:"t"`
}

// PlainQuery is the URL query for a connection without compression.
const PlainQuery = "v=10&encoding=json"

// Gateway returns the URL of a server's gateway.
func Gateway(s *discordtest.Server) string {
	return "ws" + strings.TrimPrefix(s.URL(), "http") + "/gateway"
}

// Dial connects without reading HELLO.
func Dial(t *testing.T, s *discordtest.Server, query string) *Client {
	t.Helper()
	return DialURL(t, s, Gateway(s)+"/?"+query)
}

// DialURL is like Dial, for any URL of the gateway.
func DialURL(t *testing.T, s *discordtest.Server, url string) *Client {
	t.Helper()
	return &Client{T: t, WS: connect(t, s, url)}
}

// connect opens a websocket and closes it at the end of the test.
func connect(t testing.TB, s *discordtest.Server, url string) *websocket.Conn {
	t.Helper()
	d := websocket.Dialer{NetDialContext: s.DialContext}
	ws, answer, err := d.DialContext(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	t.Cleanup(func() { _ = ws.Close() })
	return ws
}

// Greeted connects and reads HELLO.
func Greeted(t *testing.T, s *discordtest.Server) *Client {
	t.Helper()
	c := Dial(t, s, PlainQuery)
	c.Want(gateway.OpHello)
	return c
}

// Login connects and starts a bot's session.
func Login(t *testing.T, s *discordtest.Server, token string) (*Client, Ready) {
	t.Helper()
	c := Greeted(t, s)
	c.Identify(token)
	return c, c.Ready()
}

// Ready is the data of READY.
type Ready struct {
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

// Ready reads READY.
func (c *Client) Ready() Ready {
	c.T.Helper()
	var r Ready
	c.Decode(c.WantEvent("READY"), &r)
	return r
}

// Decode decodes the data of a payload.
func (c *Client) Decode(p Payload, v any) {
	c.T.Helper()
	if err := json.Unmarshal(p.D, v); err != nil {
		c.T.Fatal(err)
	}
}

// SendText sends a text message unchanged.
func (c *Client) SendText(text string) {
	c.T.Helper()
	if err := c.WS.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		c.T.Fatal(err)
	}
}

// Send sends a payload.
func (c *Client) Send(op int, d any) {
	c.T.Helper()
	raw, err := json.Marshal(map[string]any{"op": op, "d": d})
	if err != nil {
		c.T.Fatal(err)
	}
	c.SendText(string(raw))
}

// Identify sends IDENTIFY without intents. `fields` are further fields: a name, its value, the next name, and so on.
// The value nil removes a field.
func (c *Client) Identify(token string, fields ...any) {
	c.T.Helper()
	d := map[string]any{
		"token":      token,
		"properties": map[string]string{"os": "linux", "browser": "raw", "device": "raw"},
		"intents":    0,
	}
	for i := 0; i < len(fields); i += 2 {
		name, _ := fields[i].(string)
		d[name] = fields[i+1]
		if fields[i+1] == nil {
			delete(d, name)
		}
	}
	c.Send(gateway.OpIdentify, d)
}

// Resume sends RESUME.
func (c *Client) Resume(token string, session string, seq int64) {
	c.T.Helper()
	c.Send(gateway.OpResume, map[string]any{"token": token, "session_id": session, "seq": seq})
}

// next reads a payload.
func (c *Client) next() Payload {
	c.T.Helper()
	_, data, err := c.WS.ReadMessage()
	if err != nil {
		c.T.Fatal(err)
	}
	var p Payload
	if err := json.Unmarshal(data, &p); err != nil {
		c.T.Fatal(err)
	}
	return p
}

// Want reads a payload and checks its opcode.
func (c *Client) Want(op int) Payload {
	c.T.Helper()
	p := c.next()
	if p.Op != op {
		c.T.Fatalf("got op %d %s %s, want op %d", p.Op, p.T, p.D, op)
	}
	return p
}

// WantEvent reads an event and checks its name.
func (c *Client) WantEvent(name string) Payload {
	c.T.Helper()
	p := c.Want(0) // Dispatch
	if p.T != name {
		c.T.Fatalf("got event %s %s, want %s", p.T, p.D, name)
	}
	return p
}

// WantInvalid reads Invalid Session (opcode 9). `resumable` is its expected data, "true" or "false".
func (c *Client) WantInvalid(resumable string) {
	c.T.Helper()
	if p := c.Want(gateway.OpInvalidSession); string(p.D) != resumable {
		c.T.Fatalf("op 9 says %s, want %s", p.D, resumable)
	}
}

// WantClose reads until the server closes the connection, and checks the close code.
func (c *Client) WantClose(code int) {
	c.T.Helper()
	for {
		_, _, err := c.WS.ReadMessage()
		var closed *websocket.CloseError
		if err == nil {
			continue
		}
		if !errors.As(err, &closed) || closed.Code != code {
			c.T.Fatalf("got %v, want close code %d", err, code)
		}
		return
	}
}

// WantCut reads until the connection ends, and checks that it ended without a close frame.
func (c *Client) WantCut() {
	c.T.Helper()
	for {
		_, _, err := c.WS.ReadMessage()
		if err == nil {
			continue
		}
		if !strings.Contains(err.Error(), "EOF") {
			c.T.Fatalf("got %v, want a cut connection", err)
		}
		return
	}
}

// WantNothing checks that the server sends nothing more. The client cannot be used afterwards.
func (c *Client) WantNothing() {
	c.T.Helper()
	read := make(chan string, 1)
	go func() {
		_, data, err := c.WS.ReadMessage()
		read <- fmt.Sprint(string(data), err)
	}()
	synctest.Wait()
	select {
	case got := <-read:
		c.T.Fatalf("got %s, want nothing", got)
	default:
	}
	_ = c.WS.Close() // ends the goroutine that reads
	<-read
}

// Drop ends the client's TCP connection without a close frame.
func (c *Client) Drop() {
	_ = c.WS.NetConn().Close()
	synctest.Wait()
}

// Leave closes the connection with a close code and waits for the server's close frame.
func (c *Client) Leave(code int) {
	c.T.Helper()
	if err := c.WS.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(code, "")); err != nil {
		c.T.Fatal(err)
	}
	c.WantClose(code)
}
