package gateway

import (
	"time"

	"github.com/gorilla/websocket"
)

// enqueue queues a frame and never waits. If the queue is full, it cuts the connection. Callers hold g.mu.
func (c *conn) enqueue(f frame) {
	if c.state != connOpen {
		return
	}
	if slow, lags := c.takeFault(FaultLag); lags {
		f.delay = slow.Wait
	}
	select {
	case c.out <- f:
	default:
		c.giveUp()
	}
}

// giveUp cuts a connection whose queue is full. If a test has silenced it, the client must not notice, so the TCP
// connection stays open until the silence ends. Callers hold g.mu.
func (c *conn) giveUp() {
	c.g.Log.Warn("gateway client reads too slowly", "queued", len(c.out))
	if c.quiet == nil {
		c.cut()
		return
	}
	c.state = connCut
	c.leave(false)
}

func (c *conn) writeLoop() {
	defer c.g.goroutines.Done()
	for {
		select {
		case f := <-c.out:
			if !c.mayWrite() {
				continue
			}
			c.linger(f.delay)
			if c.write(f) != nil {
				_ = c.ws.Close()
				return
			}
		case <-c.over:
			return
		}
	}
}

// mayWrite waits until the connection is not silenced, and reports whether frames may still be written.
func (c *conn) mayWrite() bool {
	for {
		c.g.mu.Lock()
		quiet, state := c.quiet, c.state
		c.g.mu.Unlock()
		if quiet == nil {
			return state == connOpen || state == connClosing
		}
		select {
		case <-quiet:
		case <-c.over:
			return false
		}
	}
}

func (c *conn) linger(d time.Duration) {
	if d == 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-c.over:
	}
}

func (c *conn) write(f frame) error {
	if f.closing != nil {
		return c.writeClose(*f.closing)
	}
	if err := c.ws.SetWriteDeadline(time.Now().Add(WriteTimeout)); err != nil {
		return err
	}
	if f.raw != nil {
		_, err := c.ws.NetConn().Write(f.raw)
		return err
	}
	return c.ws.WriteMessage(websocket.TextMessage, f.payload)
}

func (c *conn) writeClose(r closeReason) error {
	return c.ws.WriteControl(websocket.CloseMessage,
		websocket.FormatCloseMessage(r.code, r.text), time.Now().Add(WriteTimeout))
}

// hush makes the server send nothing on the connection: see Silence. Callers hold g.mu.
func (c *conn) hush() {
	if c.quiet == nil {
		c.quiet, c.quietOf = make(chan struct{}), c.session.bot
	}
}

// speak ends the silence of a connection that was silenced for the bot. Callers hold g.mu.
func (c *conn) speak(b *Bot) {
	if c.quiet == nil || c.quietOf != b {
		return
	}
	close(c.quiet)
	c.quiet = nil
	if c.state == connCut {
		_ = c.ws.Close()
	}
}
