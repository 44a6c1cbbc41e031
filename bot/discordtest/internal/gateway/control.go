package gateway

import (
	"encoding/binary"
	"time"

	"noughts/bot/discordtest/internal/world"
)

// DropConnections cuts every gateway TCP connection of the application. Its
// sessions can be resumed.
func (g *Gateway) DropConnections(a *world.Application) {
	g.each(a, (*conn).cut)
}

// CloseConnections closes every gateway connection of the application with a
// close code, such as 4000. After 4004, 4007, 4009 and 4010 to 4014 its sessions
// are gone.
func (g *Gateway) CloseConnections(a *world.Application, code int) {
	g.each(a, func(c *conn) { c.close(closedByTest(code)) })
}

// SendReconnect asks every connection of the application to reconnect and
// resume (op 7).
func (g *Gateway) SendReconnect(a *world.Application) {
	g.each(a, func(c *conn) { c.enqueue(control(OpReconnect, nil)) })
}

// RequestHeartbeats asks every connection of the application for a heartbeat
// (op 1).
func (g *Gateway) RequestHeartbeats(a *world.Application) {
	g.each(a, func(c *conn) { c.enqueue(control(OpHeartbeat, nil)) })
}

// InvalidateSessions takes the sessions off the application's connections and
// says so (op 9). Resumable ones wait for a RESUME, the others are gone, those
// that were waiting too. The connections stay open: Discord leaves it to the
// client to close them.
func (g *Gateway) InvalidateSessions(a *world.Application, resumable bool) {
	g.each(a, func(c *conn) { c.invalidate(resumable) })
	if resumable {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.endAll(a)
}

// Silence makes the application's connections of this moment half-open: the
// server sends nothing on them any more, not even the answers to heartbeats,
// and does not close them. New connections are not silent. Silence(false) lets
// those that are left speak again and sends what they have missed.
func (g *Gateway) Silence(a *world.Application, on bool) {
	if on {
		g.each(a, (*conn).hush)
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for c := range g.conns {
		c.speak(a)
	}
}

// ReconnectAfterResume makes op 7 the answer to the application's next n
// RESUMEs; their sessions can still be resumed.
func (g *Gateway) ReconnectAfterResume(a *world.Application, n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.app(a).reconnectResumes = n
}

// ReconnectInsteadOfHello makes op 7 the first frame, in place of HELLO, of the
// next n gateway connections. Whose they are is not known before IDENTIFY.
func (g *Gateway) ReconnectInsteadOfHello(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.noHellos = n
}

// HelloIntervals makes the HELLOs of the next connections ask for heartbeats this
// often, one after another. Whose they are is not known before IDENTIFY.
func (g *Gateway) HelloIntervals(intervals ...time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.hellos = append(g.hellos, intervals...)
}

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
	raw := append(head, payload...)
	g.each(a, func(c *conn) { c.enqueue(frame{raw: raw}) })
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
	g.mu.Lock()
	defer g.mu.Unlock()
	app := g.app(a)
	if app.held == nil {
		app.held = map[int]bool{}
	}
	app.held[id] = on
	for _, c := range g.connections(a) {
		if on && c.session.shard.id == id {
			c.cut()
		}
	}
}

// connections returns those that have a session of the application. Callers hold
// g.mu.
func (g *Gateway) connections(a *world.Application) []*conn {
	var conns []*conn
	for _, sess := range g.app(a).sessions {
		if sess.conn != nil {
			conns = append(conns, sess.conn)
		}
	}
	return conns
}

// each does something with each connection of the application. It holds g.mu.
func (g *Gateway) each(a *world.Application, do func(*conn)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, c := range g.connections(a) {
		do(c)
	}
}
