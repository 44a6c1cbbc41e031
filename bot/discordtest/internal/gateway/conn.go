package gateway

import (
	"encoding/json"
	"errors"
	"net"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"noughts/bot/discordtest/fault"
	"noughts/bot/discordtest/internal/world"
)

const (
	// QueueLimit is how many frames may wait for a client that reads slowly. It has room for a whole replay.
	QueueLimit = 2 * ReplayLimit
	// WriteTimeout is the timeout for writing one frame.
	WriteTimeout = 10 * time.Second
	// closeTimeout is how long the client may take to answer a close frame.
	closeTimeout = 5 * time.Second
)

// A connState is how far a connection has been closed.
type connState int

const (
	connOpen    connState = iota
	connClosing           // the server's close frame is on its way
	connLeft              // the client has said goodbye
	connCut               // the server has cut it without a close frame
)

// A conn is one websocket connection: a goroutine that reads and one that
// writes.
type conn struct {
	g        *Gateway
	ws       *websocket.Conn
	out      chan frame
	over     chan struct{} // closed when the reader has ended
	compress atomic.Bool   // per payload, as asked in IDENTIFY

	version int             // of the API; set before the writer starts
	stream  transportStream // nil without transport compression; only the writer uses it
	sends   sendWindow      // the reader's

	// Guarded by g.mu.
	state   connState
	session *session           // nil before IDENTIFY and after op 9
	quiet   chan struct{}      // not nil while silenced; closed when the silence ends
	quietOf *world.Application // whose silence it is
	deaf    bool               // payloads from the client are dropped
	held    *frame             // an event held back until the next one
}

// newConn returns a connection that does not run yet.
func newConn(g *Gateway, ws *websocket.Conn) *conn {
	c := &conn{
		g:    g,
		ws:   ws,
		out:  make(chan frame, QueueLimit),
		over: make(chan struct{}),
	}
	ws.SetCloseHandler(c.goodbye)
	return c
}

// serve runs the connection until its end.
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

// accept reads the URL's query. It returns the reason if it refuses the connection, else nil.
func (c *conn) accept(query url.Values) *closeReason {
	switch query.Get("v") {
	case "9":
		c.version = 9
	case "10":
		c.version = 10
	default:
		return &closeInvalidVersion
	}
	if e := query.Get("encoding"); e != "" && e != "json" {
		c.g.encoding.Do(func() {
			c.g.Log.Warn("discordtest does not have the encoding " + strconv.Quote(e) + " of the gateway: a bot has to ask for json")
		})
		return &closeDecodeError
	}
	switch query.Get("compress") {
	case "":
	case "zlib-stream":
		c.stream = newZlibStream()
	case "zstd-stream":
		c.stream = newZstdStream()
	default:
		return &closeDecodeError
	}
	return nil
}

// greet sends HELLO, or the frame that a fault puts in its place.
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

// helloInterval returns the heartbeat interval for the next HELLO. Callers hold g.mu.
func (g *Gateway) helloInterval() time.Duration {
	if len(g.hellos) == 0 {
		return g.Settings.Heartbeat
	}
	next := g.hellos[0]
	g.hellos = g.hellos[1:]
	return next
}

// readLoop receives payloads until the connection fails or is closed. Its
// deadline moves with every heartbeat.
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

// expectHeartbeat extends the read deadline to two heartbeat intervals.
func (c *conn) expectHeartbeat() {
	c.g.mu.Lock()
	defer c.g.mu.Unlock()
	if c.state == connOpen {
		_ = c.ws.SetReadDeadline(time.Now().Add(2 * c.g.Settings.Heartbeat))
	}
}

// receive handles one payload of the client's.
func (c *conn) receive(data []byte) {
	if !c.hears() {
		return
	}
	if !c.sends.allow(time.Now()) {
		c.fail(closeRateLimited)
		return
	}
	var p clientPayload
	if len(data) > maxPayload || json.Unmarshal(data, &p) != nil || p.Op == nil {
		c.fail(closeDecodeError)
		return
	}
	c.handle(*p.Op, p.D)
}

// handle does what a payload of the client's asks for.
func (c *conn) handle(op int, d json.RawMessage) {
	switch op {
	case OpHeartbeat:
		c.heartbeat(d)
	case OpIdentify:
		c.identify(d)
	case OpResume:
		c.resume(d)
	case OpPresence, OpVoiceState, OpRequestMembers, OpSoundboard, OpChannelInfo:
		if sess := c.current(); sess != nil {
			c.ask(sess, op, d)
			return
		}
		c.fail(closeNotAuthenticated)
	default:
		c.fail(closeUnknownOpcode)
	}
}

// ask handles the payloads that need a session.
func (c *conn) ask(sess *session, op int, d json.RawMessage) {
	switch op {
	case OpPresence:
		c.presence(d)
	case OpVoiceState:
		c.voiceState(sess, d)
	case OpRequestMembers:
		c.requestMembers(sess, d)
	case OpSoundboard:
		c.requestSounds(sess, d)
	}
	// op 43 asks about voice channels, and there are none.
}

// heartbeat answers op 1, before and after IDENTIFY.
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

// current returns the connection's session, nil before IDENTIFY and after op 9.
func (c *conn) current() *session {
	c.g.mu.Lock()
	defer c.g.mu.Unlock()
	return c.session
}

// goodbye handles the client's close frame: 1000 and 1001 end its session. The
// frame is answered unless it is itself an answer.
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

// finish cleans up after the connection's end.
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

// leave detaches the session from the connection: it ends, or waits for a RESUME. Callers hold g.mu.
func (c *conn) leave(ended bool) {
	sess := c.session
	if sess == nil {
		return
	}
	c.session = nil
	sess.conn = nil
	c.noteShard(sess, false, false)
	sess.expires = time.Now().Add(ResumeWindow)
	c.g.Faults.NoteLost(sess.app.ID)
	if ended {
		c.g.forget(sess)
	}
	c.g.notify()
}

// fail closes the connection with a code of Discord's.
func (c *conn) fail(r closeReason) {
	c.g.mu.Lock()
	defer c.g.mu.Unlock()
	c.close(r)
}

// close is fail for callers that hold g.mu.
func (c *conn) close(r closeReason) {
	if c.state != connOpen {
		return
	}
	c.g.Log.Info("gateway connection closed", "code", r.code, "reason", r.text)
	c.leave(fault.EndsSession(r.code))
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
