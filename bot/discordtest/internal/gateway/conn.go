package gateway

import (
	"encoding/json"
	"errors"
	"net"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/gorilla/websocket"
)

const (
	// QueueLimit is how many frames may wait for a client that reads slowly. The queue has room for all events that a
	// RESUME may replay.
	QueueLimit = 2 * ReplayLimit
	// WriteTimeout is the timeout for writing one frame.
	WriteTimeout = 10 * time.Second
	// closeTimeout is how long the client may take to answer a close frame.
	closeTimeout = 5 * time.Second
)

type connState int

const (
	connOpen    connState = iota
	connClosing           // the server has queued or sent its close frame
	connLeft              // the client has sent a close frame
	connCut               // the server has cut the connection without a close frame
)

// A conn is one websocket connection. One goroutine reads from it, another writes to it.
type conn struct {
	g    *Gateway
	ws   *websocket.Conn
	out  chan frame
	over chan struct{} // closed when readLoop has returned

	version int        // the API version; set before the writer starts
	sends   sendWindow // limits received payloads; only the reader uses it

	// Guarded by g.mu.
	state   connState
	session *session      // nil before IDENTIFY and after Invalid Session (opcode 9)
	quiet   chan struct{} // nil unless a test has silenced the connection; closed when the silence ends
	quietOf *Bot          // the application that was silenced
	deaf    bool          // payloads from the client are dropped
	held    *frame        // an event that a fault delays until after the next event: see hold
}

func newConn(g *Gateway, ws *websocket.Conn) *conn {
	c := &conn{g: g, ws: ws, out: make(chan frame, QueueLimit), over: make(chan struct{})}
	ws.SetCloseHandler(c.goodbye)
	return c
}

func (c *conn) serve(query url.Values) {
	refused := c.accept(query)
	go c.writeLoop()
	if refused != nil {
		c.fail(*refused)
	} else {
		c.greet()
	}
	c.finish(c.readLoop())
}

func (c *conn) accept(query url.Values) *closeReason {
	c.version, _ = strconv.Atoi(query.Get("v"))
	switch {
	case c.version != 9 && c.version != 10:
		return &closeInvalidVersion
	case query.Get("compress") != "", !slices.Contains([]string{"", "json"}, query.Get("encoding")):
		return &closeDecodeError
	}
	return nil
}

// greet sends HELLO, or Reconnect (opcode 7) if a fault replaces HELLO.
func (c *conn) greet() {
	c.g.mu.Lock()
	defer c.g.mu.Unlock()
	if c.g.noHellos > 0 {
		c.g.noHellos--
		c.enqueue(control(OpReconnect, nil))
		return
	}
	c.enqueue(control(OpHello, Hello{c.g.helloInterval().Milliseconds()}))
}

// helloInterval returns the interval for the next HELLO. Callers hold g.mu.
func (g *Gateway) helloInterval() time.Duration {
	if len(g.hellos) == 0 {
		return g.Settings.Heartbeat
	}
	next := g.hellos[0]
	g.hellos = g.hellos[1:]
	return next
}

// readLoop receives payloads until the connection ends. Every heartbeat extends the read deadline.
func (c *conn) readLoop() error {
	c.expectHeartbeat()
	for {
		_, data, err := c.ws.ReadMessage()
		if err != nil {
			return err
		}
		c.dawdle()
		c.receive(data)
	}
}

func (c *conn) expectHeartbeat() {
	c.g.mu.Lock()
	defer c.g.mu.Unlock()
	if c.state == connOpen {
		_ = c.ws.SetReadDeadline(time.Now().Add(2 * c.g.Settings.Heartbeat))
	}
}

func (c *conn) receive(data []byte) {
	c.g.mu.Lock()
	hears := c.state == connOpen && !c.deaf
	c.g.mu.Unlock()
	if !hears {
		return
	}
	var p clientPayload
	switch {
	case !c.sends.allow(time.Now()):
		c.fail(closeRateLimited)
	case len(data) > maxPayload || json.Unmarshal(data, &p) != nil || p.Op == nil:
		c.fail(closeDecodeError)
	case *p.Op == OpHeartbeat:
		c.heartbeat(p.D)
	case *p.Op == OpIdentify:
		c.identify(p.D)
	case *p.Op == OpResume:
		c.resume(p.D)
	default: // presences, voice and members: this bot asks for none of them
		c.fail(closeUnknownOpcode)
	}
}

// heartbeat answers a Heartbeat (opcode 1), before and after IDENTIFY.
func (c *conn) heartbeat(d json.RawMessage) {
	var seq *int64
	if len(d) > 0 && json.Unmarshal(d, &seq) != nil {
		c.fail(closeDecodeError)
		return
	}
	c.expectHeartbeat()
	c.g.mu.Lock()
	defer c.g.mu.Unlock()
	c.enqueue(control(OpHeartbeatACK, nil))
}

// goodbye handles the client's close frame. Codes 1000 and 1001 end the session. It answers with a close frame, unless
// the client's frame was itself an answer, or a test has silenced the connection.
func (c *conn) goodbye(code int, _ string) error {
	c.g.mu.Lock()
	leaving, silent := c.state == connOpen && !c.deaf, c.quiet != nil
	if leaving {
		c.state = connLeft
		c.leave(code == websocket.CloseNormalClosure || code == websocket.CloseGoingAway)
	}
	c.g.mu.Unlock()
	if !leaving {
		return nil
	}
	select {
	case <-time.After(c.g.Settings.Goodbye):
	case <-c.g.done:
	}
	if !silent {
		_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(WriteTimeout))
	}
	return nil
}

func (c *conn) finish(err error) {
	var timeout net.Error
	c.g.mu.Lock()
	late := c.state == connOpen && errors.As(err, &timeout) && timeout.Timeout()
	if c.state == connOpen {
		c.state = connCut
		c.leave(late)
	}
	delete(c.g.conns, c)
	c.g.mu.Unlock()
	if late {
		_ = c.writeClose(closeSessionTimedOut)
	}
	close(c.over)
	_ = c.ws.Close()
}

// leave detaches the session, which ends or waits for a RESUME. Callers hold g.mu.
func (c *conn) leave(ended bool) {
	sess := c.session
	if sess == nil {
		return
	}
	c.session = nil
	sess.conn = nil
	c.noteShard(sess, false, false)
	sess.expires = time.Now().Add(ResumeWindow)
	sess.bot.faults.noteLost()
	if ended {
		c.g.forget(sess)
	}
	c.g.notify()
}

// fail closes the connection with one of Discord's close codes.
func (c *conn) fail(r closeReason) {
	c.g.mu.Lock()
	defer c.g.mu.Unlock()
	c.close(r)
}

// close is like fail, for callers that hold g.mu.
func (c *conn) close(r closeReason) {
	if c.state != connOpen {
		return
	}
	c.g.Log.Info("gateway connection closed", "code", r.code, "reason", r.text)
	c.leave(endsSession(r.code))
	c.enqueue(frame{closing: &r})
	if c.state == connOpen {
		c.state = connClosing
		_ = c.ws.SetReadDeadline(time.Now().Add(closeTimeout))
	}
}

// cut ends the TCP connection without a close frame. Callers hold g.mu.
func (c *conn) cut() {
	if c.state == connOpen {
		c.state = connCut
		c.leave(false)
	}
	_ = c.ws.Close()
}
