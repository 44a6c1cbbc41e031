package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

const (
	// openLimit is the timeout from dialing until the session is up (READY or RESUMED).
	openLimit = 30 * time.Second
	// writeLimit is the timeout for sending a message, and closeLimit for sending the final close frame.
	writeLimit = 10 * time.Second
	closeLimit = 250 * time.Millisecond
	// longestMessage is the largest accepted message, in bytes. Interactions have a few kilobytes.
	// keptBuffer is the largest buffer that is kept for the next message.
	longestMessage = 4 << 20
	keptBuffer     = 64 << 10
)

// A Conn is one connection to the gateway, for a new or a resumed session. Dial makes it. Run may be called only once.
type Conn struct {
	ws       *websocket.Conn
	begun    time.Time
	buffer   bytes.Buffer  // holds the last message
	asked    chan struct{} // gets a value when a heartbeat must be sent at once
	acked    atomic.Bool   // the last heartbeat was acknowledged
	sequence atomic.Int64  // the sequence number of the last dispatch

	mu    sync.Mutex
	heard time.Time // when the last message arrived
	up    time.Time // when READY or RESUMED arrived
	end   End
}

func newConn(ws *websocket.Conn, begun time.Time) *Conn {
	ws.SetReadLimit(longestMessage)
	ws.SetCloseHandler(func(int, string) error { return nil }) // without this handler the library would send a close frame, which could end the session
	return &Conn{ws: ws, begun: begun, asked: make(chan struct{}, 1), heard: begun}
}

// A Login has the data for an IDENTIFY or a RESUME.
type Login struct {
	Token        string
	Shard, Total int
	Resume       *Resume // nil to begin a new session
	CloseCode    int     // the code of the close frame that is sent when Run's context ends
}

// A Resume names the session to resume, and the last dispatch that was received in it.
type Resume struct {
	Session  string
	Sequence int64
}

// Run logs in and passes Discord's dispatches to `handle`, in order, until the connection or ctx ends. `handle` must
// return at once and must not keep the data. If ctx ends, Run sends a close frame. If the connection ends for another
// reason, Run sends none, so that Discord keeps the session. All goroutines of Run have ended when it returns.
func (c *Conn) Run(ctx context.Context, l Login, handle func(Dispatch)) End {
	stop := context.AfterFunc(ctx, func() { c.closeWith(l.CloseCode) })
	defer stop()
	late := time.AfterFunc(time.Until(c.begun.Add(openLimit)), func() {
		c.mu.Lock()
		up := !c.up.IsZero()
		c.mu.Unlock()
		if !up { // Discord did not answer the login, or the replay took too long
			c.abort(End{Reason: Silence, Err: fmt.Errorf("session not established within %v", openLimit)})
		}
	})
	defer late.Stop()
	_ = c.ws.SetReadDeadline(c.begun.Add(openLimit)) // fails only on a closed connection, and then the read fails too
	if interval, ok := c.login(l); ok {
		c.listen(interval, handle)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.up.IsZero():
	case c.end.Reason == Silence:
		c.end.Lived = c.heard.Sub(c.up)
	default:
		c.end.Lived = time.Since(c.up)
	}
	return c.end
}

// login waits for HELLO and sends IDENTIFY or RESUME. It returns the heartbeat interval, and false if the connection
// has ended.
func (c *Conn) login(l Login) (time.Duration, bool) {
	p, ok := c.read()
	if !ok {
		return 0, false
	}
	interval, err := p.hello()
	if err != nil {
		c.abort(End{Reason: Broken, Err: err})
		return 0, false
	}
	if l.Resume != nil {
		c.sequence.Store(l.Resume.Sequence)
		return interval, c.write(resume(l))
	}
	c.mu.Lock()
	c.end.Identified = true // Discord may receive the IDENTIFY even if the write fails
	c.mu.Unlock()
	return interval, c.write(identify(l))
}

func (c *Conn) listen(interval time.Duration, handle func(Dispatch)) {
	over := make(chan struct{})
	var heartbeats sync.WaitGroup
	defer heartbeats.Wait()
	defer close(over)
	c.acked.Store(true)
	heartbeats.Go(func() { c.sendHeartbeats(interval, over) })
	for {
		_ = c.ws.SetReadDeadline(time.Now().Add(interval * 3 / 2))
		p, ok := c.read()
		if !ok {
			return
		}
		switch p.Op {
		case opHeartbeatACK:
			c.acked.Store(true)
		case opHeartbeat:
			signal(c.asked)
		case opDispatch:
			c.sequence.Store(max(p.Seq, c.sequence.Load()))
			if p.Type == "READY" || p.Type == "RESUMED" {
				c.mu.Lock()
				c.up = time.Now()
				c.mu.Unlock()
			}
			handle(p.Dispatch)
		}
	}
}

// read returns the next payload. It returns false if the connection has ended. read itself ends the connection if the payload is invalid, or if Discord asks for a new connection or
// session.
func (c *Conn) read() (p payload, ok bool) {
	if c.buffer.Cap() > keptBuffer {
		c.buffer = bytes.Buffer{}
	}
	c.buffer.Reset()
	kind, message, err := c.ws.NextReader()
	if err == nil {
		_, err = c.buffer.ReadFrom(message)
	}
	if err != nil {
		c.abort(endOf(err))
		return p, false
	}
	c.mu.Lock()
	c.heard = time.Now()
	c.mu.Unlock()
	p.Op = -1
	if kind != websocket.TextMessage {
		err = errors.New("unexpected binary message")
	} else if err = json.Unmarshal(c.buffer.Bytes(), &p); err == nil && (p.Op < 0 || p.Op == opDispatch && p.Type == "") {
		err = errors.New("a message without an opcode, or a dispatch without a type")
	}
	switch {
	case err != nil:
		c.abort(End{Reason: Broken, Err: fmt.Errorf("cannot read a message: %w", err)})
	case p.Op == opReconnect:
		c.abort(End{Reason: Reconnect})
	case p.Op == opInvalidSession && string(p.Data) == "true":
		c.abort(End{Reason: InvalidResumable})
	case p.Op == opInvalidSession:
		c.abort(End{Reason: InvalidSession})
	default:
		return p, true
	}
	return p, false
}

// write sends a message. Run's goroutine sends the login, and after that only sendHeartbeats calls
// write, so writes are never concurrent. write returns false if the connection has ended.
func (c *Conn) write(message any) bool {
	text, err := json.Marshal(message)
	if err == nil {
		_ = c.ws.SetWriteDeadline(time.Now().Add(writeLimit))
		err = c.ws.WriteMessage(websocket.TextMessage, text)
	}
	if err != nil {
		c.abort(End{Reason: Lost, Err: err})
	}
	return err == nil
}

func (c *Conn) closeWith(code int) {
	c.setEnd(End{Reason: Stopped})
	frame := websocket.FormatCloseMessage(code, "")
	_ = c.ws.WriteControl(websocket.CloseMessage, frame, time.Now().Add(closeLimit)) // the connection is closed in any case
	_ = c.ws.Close()
}

// abort closes the connection without a close frame.
func (c *Conn) abort(e End) {
	c.setEnd(e)
	_ = c.ws.Close() // the connection has ended in any case
}

func (c *Conn) setEnd(e End) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.end.Reason == NotConnected {
		c.end.Reason, c.end.Code, c.end.Err = e.Reason, e.Code, e.Err
	}
}

func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
