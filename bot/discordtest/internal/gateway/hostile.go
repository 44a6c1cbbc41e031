package gateway

import (
	"encoding/binary"
	"time"

	"noughts/bot/discordtest/internal/world"
)

// SendFrame sends a websocket frame as it is on every connection of the
// application: of a message type, 1 for text and 2 for binary, that announces so
// many bytes. Discord sends none that are binary without compression, that are no
// JSON object, or of many megabytes, nor any that announce more than they hold.
func (g *Gateway) SendFrame(a *world.Application, messageType byte, announced uint64, payload []byte) {
	head := []byte{0x80 | messageType}
	switch {
	case announced < 126:
		head = append(head, byte(announced))
	case announced < 1<<16:
		head = binary.BigEndian.AppendUint16(append(head, 126), uint16(announced))
	default:
		head = binary.BigEndian.AppendUint64(append(head, 127), announced)
	}
	g.each(a, func(c *conn) { c.enqueue(frame{raw: append(head, payload...)}) })
}

// HelloIntervals makes the HELLOs of the next connections ask for heartbeats this
// often, one after another. Whose they are is not known before IDENTIFY.
func (g *Gateway) HelloIntervals(intervals ...time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.hellos = append(g.hellos, intervals...)
}

// helloInterval returns what the next HELLO asks for. Callers hold g.mu.
func (g *Gateway) helloInterval() time.Duration {
	if len(g.hellos) == 0 {
		return g.Settings.Heartbeat
	}
	next := g.hellos[0]
	g.hellos = g.hellos[1:]
	return next
}

// ReconnectAfterReady makes op 7 follow every READY and RESUMED of the
// application, or no more.
func (g *Gateway) ReconnectAfterReady(a *world.Application, on bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.app(a).sendsAway = on
}

// ForgetSessions makes op 9 the answer to every RESUME of the application, or no
// more.
func (g *Gateway) ForgetSessions(a *world.Application, on bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.app(a).forgets = on
}

// HoldShard cuts the connection of one of the application's shards, and every
// further one when it identifies or resumes, until it is let go.
func (g *Gateway) HoldShard(a *world.Application, id int, on bool) {
	g.each(a, func(c *conn) {
		if on && c.session.shard.id == id {
			c.cut()
		}
	})
	g.mu.Lock()
	defer g.mu.Unlock()
	app := g.app(a)
	if app.held == nil {
		app.held = map[int]bool{}
	}
	app.held[id] = on
}

// sendAway asks a connection that has just come up to reconnect, if that was
// wanted. Callers hold g.mu.
func (sess *session) sendAway() {
	if sess.conn != nil && sess.conn.g.app(sess.app).sendsAway {
		sess.conn.enqueue(control(OpReconnect, nil))
	}
}
