package gateway

import (
	"encoding/binary"
	"time"

	"noughts/bot/discordtest/internal/world"
)

// DropConnections cuts every gateway TCP connection of the application. Its sessions can be resumed.
func (g *Gateway) DropConnections(a *world.Application) {
	g.each(a, (*conn).cut)
}

// CloseConnections closes every gateway connection of the application with a close code, such as
// 4000. The codes 4004, 4007, 4009 and 4010 to 4014 also end the sessions.
func (g *Gateway) CloseConnections(a *world.Application, code int) {
	g.each(a, func(c *conn) { c.close(closedByTest(code)) })
}

// SendReconnect sends Reconnect (opcode 7) on every connection of the application: the client should reconnect and
// resume.
func (g *Gateway) SendReconnect(a *world.Application) {
	g.each(a, func(c *conn) { c.enqueue(control(OpReconnect, nil)) })
}

// RequestHeartbeats sends Heartbeat (opcode 1) on every connection of the application: the client should send a
// heartbeat.
func (g *Gateway) RequestHeartbeats(a *world.Application) {
	g.each(a, func(c *conn) { c.enqueue(control(OpHeartbeat, nil)) })
}

// InvalidateSessions detaches the sessions from the application's connections and sends Invalid Session (opcode 9). If
// `resumable` is true, the sessions wait for a RESUME. Otherwise all sessions of the application end, including those
// that already waited for a RESUME. The connections stay open: Discord leaves it to the client to close them.
func (g *Gateway) InvalidateSessions(a *world.Application, resumable bool) {
	g.each(a, func(c *conn) { c.invalidate(resumable) })
	if resumable {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.endAll(a)
}

// Silence makes the application's current connections silent: the server sends nothing on them, not even heartbeat
// ACKs, and does not close them. New connections are not affected. Silence(false) ends the silence. Connections that
// are still open then get the frames that they missed.
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

// ReconnectAfterResume makes the server answer the application's next n RESUMEs with Reconnect (opcode 7). The sessions
// can still be resumed.
func (g *Gateway) ReconnectAfterResume(a *world.Application, n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.app(a).reconnectResumes = n
}

// ReconnectInsteadOfHello makes the server send Reconnect (opcode 7) instead of HELLO on the next n gateway connections
// of any application.
func (g *Gateway) ReconnectInsteadOfHello(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.noHellos = n
}

// HelloIntervals sets the heartbeat intervals of the next HELLOs, in order. They apply to
// connections of any application.
func (g *Gateway) HelloIntervals(intervals ...time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.hellos = append(g.hellos, intervals...)
}

// SendFrame sends a raw websocket frame on every connection of the application. `messageType` is 1 for
// text and 2 for binary; `announced` is the length in the frame's header. With SendFrame, tests send
// frames that Discord never sends: a binary frame without compression, a payload that is no JSON
// object, many megabytes, or a frame shorter than its header claims.
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

// ReconnectAfterReady sets whether the server sends Reconnect (opcode 7) each time that a session of the application
// has started or resumed.
func (g *Gateway) ReconnectAfterReady(a *world.Application, on bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.app(a).sendsAway = on
}

// ForgetSessions sets whether the server answers every RESUME of the application with Invalid Session (opcode 9).
func (g *Gateway) ForgetSessions(a *world.Application, on bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.app(a).forgets = on
}

// HoldShard cuts the connection of one of the application's shards. It also cuts each later connection of that shard
// when the client identifies or resumes. Calling HoldShard with `on` false ends this.
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

// connections returns the connections with a session of the application. Callers hold g.mu.
func (g *Gateway) connections(a *world.Application) []*conn {
	var conns []*conn
	for _, sess := range g.app(a).sessions {
		if sess.conn != nil {
			conns = append(conns, sess.conn)
		}
	}
	return conns
}

// each calls a function for each connection of the application, under g.mu.
func (g *Gateway) each(a *world.Application, do func(*conn)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, c := range g.connections(a) {
		do(c)
	}
}
