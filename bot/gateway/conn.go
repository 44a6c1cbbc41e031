package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

const (
	// openLimit is how long it may take from dialling to READY or RESUMED.
	openLimit = 30 * time.Second
	// writeLimit is how long one of our messages may take to leave, closeLimit how
	// long the close frame of a connection that is over in any case.
	writeLimit = 10 * time.Second
	closeLimit = 250 * time.Millisecond
	// longestMessage bounds what Discord may send at once, in bytes. An interaction
	// has some kilobytes; what is longer than keptBuffer is rare, and is read into a
	// buffer of its own.
	longestMessage = 4 << 20
	keptBuffer     = 64 << 10
)

// A Conn is one connection to the gateway, for one new or resumed session. Dial makes it, Run uses
// it up.
type Conn struct {
	ws       *websocket.Conn
	begun    time.Time
	buffer   bytes.Buffer  // holds the message that was read last
	asked    chan struct{} // Discord wants a heartbeat at once
	acked    atomic.Bool   // the last heartbeat that was due has been answered
	sequence atomic.Int64  // of the last dispatch

	mu    sync.Mutex
	heard time.Time // when the last message came
	up    time.Time // when READY or RESUMED came
	end   End
}

// newConn returns a connection that began at a time.
func newConn(ws *websocket.Conn, begun time.Time) *Conn {
	ws.SetReadLimit(longestMessage)
	ws.SetCloseHandler(func(int, string) error { return nil }) // an answer could end the session
	return &Conn{ws: ws, begun: begun, asked: make(chan struct{}, 1), heard: begun}
}

// A Login says whose connection it is.
type Login struct {
	Token        string
	Shard, Total int
	Resume       *Resume // nil to begin a new session
	CloseCode    int     // to leave with when the context of Run ends
}

// A Resume names the session that goes on, and the last dispatch of it that has
// come.
type Resume struct {
	Session  string
	Sequence int64
}

// Run logs in and hands over what Discord dispatches, in order, until the
// connection ends or ctx does. handle must return at once, and keep nothing of
// the data. Only Run closes the connection: with a close frame when ctx has ended,
// and else without one, which leaves the session as it is. Nothing runs any more
// when it returns.
func (c *Conn) Run(ctx context.Context, l Login, handle func(Dispatch)) End {
	stop := context.AfterFunc(ctx, func() { c.closeWith(l.CloseCode) })
	defer stop()
	late := time.AfterFunc(time.Until(c.begun.Add(openLimit)), func() {
		c.mu.Lock()
		up := !c.up.IsZero()
		c.mu.Unlock()
		if !up { // there was no answer to the login, or the replay has no end
			c.abort(End{Reason: Silence, Err: fmt.Errorf("session not established within %v", openLimit)})
		}
	})
	defer late.Stop()
	_ = c.ws.SetReadDeadline(c.begun.Add(openLimit)) // fails when closed, and then the read does too
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

// login waits for HELLO, sends IDENTIFY or RESUME, and returns the time between
// heartbeats; false when the connection is over.
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
	c.end.Identified = true // it may arrive, whatever becomes of the write
	c.mu.Unlock()
	return interval, c.write(identify(l))
}

// listen takes what comes after the login, until the connection is over.
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

// sendHeartbeats sends heartbeats, the first at a random time of the first interval, until
// over is closed. A heartbeat that has no answer when the next one is due ends
// the connection.
func (c *Conn) sendHeartbeats(interval time.Duration, over <-chan struct{}) {
	due := time.NewTimer(rand.N(interval))
	defer due.Stop()
	for {
		select {
		case <-over:
			return
		case <-c.asked:
		case <-due.C:
			if !c.acked.Swap(false) {
				c.abort(End{Reason: Silence, Err: errors.New("heartbeat not acknowledged")})
				return
			}
			due.Reset(interval)
		}
		if !c.write(heartbeat(c.sequence.Load())) {
			return
		}
	}
}

// read returns the next payload, whose data is good until the next read; false when
// the connection is over, also because of what the payload says.
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
	if kind == websocket.TextMessage {
		p, err = decode(c.buffer.Bytes())
	} else {
		err = errors.New("unexpected binary message")
	}
	switch {
	case err != nil:
		c.abort(End{Reason: Broken, Err: err})
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

// decode reads a payload. Its Data is a part of text and is not checked. It fails for
// what no gateway sends.
func decode(text []byte) (payload, error) {
	p, outer := payload{Op: -1}, text
	from, to := findData(text)
	if p.Data = bytes.TrimSpace(text[from:to]); len(p.Data) > 0 {
		outer = slices.Concat(text[:from], []byte("null"), text[to:])
	}
	if err := json.Unmarshal(outer, &p); err != nil {
		return p, fmt.Errorf("cannot decode a message: %w", err)
	}
	if p.Op < 0 || p.Op == opDispatch && p.Type == "" {
		return p, errors.New("empty message")
	}
	return p, nil
}

// findData returns where the value of the key d begins and ends in a JSON object, 0 and
// 0 without one. It looks at quotes and brackets only: the data is nearly all of a
// message, and encoding/json would read it three times.
func findData(text []byte) (from, to int) {
	depth := 0
	var last []byte // string, with its quotes
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"':
			begun := i
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			last = text[begun:min(i+1, len(text))]
		case ':':
			if depth == 1 && string(last) == `"d"` {
				from = i + 1
			}
		case '{', '[':
			depth++
		case ',', '}', ']':
			if depth == 1 && from > 0 {
				return from, i
			}
			if c != ',' {
				depth--
			}
		}
	}
	return 0, 0
}

// write sends a message: Run's goroutine the login, and from then on the heart
// alone. False when the connection is over.
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

// closeWith ends the connection with a close code.
func (c *Conn) closeWith(code int) {
	c.setEnd(End{Reason: Stopped})
	frame := websocket.FormatCloseMessage(code, "")
	_ = c.ws.WriteControl(websocket.CloseMessage, frame, time.Now().Add(closeLimit)) // it is over either way
	_ = c.ws.Close()
}

// abort ends the connection without a close frame.
func (c *Conn) abort(e End) {
	c.setEnd(e)
	_ = c.ws.Close() // nothing to be done about a connection that is over
}

// setEnd keeps the first reason for the end.
func (c *Conn) setEnd(e End) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.end.Reason == NotConnected {
		c.end.Reason, c.end.Code, c.end.Err = e.Reason, e.Code, e.Err
	}
}

// signal leaves a value in a channel that holds one.
func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
