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

// InvalidateSessions detaches the sessions from the application's connections and sends op 9. Resumable
// sessions wait for a RESUME; otherwise all are deleted, also those that were waiting. The connections stay
// open: Discord leaves it to the client to close them.
func (g *Gateway) InvalidateSessions(a *world.Application, resumable bool) {
	g.each(a, func(c *conn) { c.invalidate(resumable) })
	if resumable {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.endAll(a)
}

// Silence makes the application's current connections half-open: the server sends nothing on them, not even
// heartbeat ACKs, and does not close them. New connections are unaffected. Silence(false) ends it and sends
// what the remaining connections missed.
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

// ReconnectAfterResume makes the server answer the application's next n RESUMEs with op 7. Their sessions can
// still be resumed.
func (g *Gateway) ReconnectAfterResume(a *world.Application, n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.app(a).reconnectResumes = n
}

// ReconnectInsteadOfHello makes op 7 the first frame, instead of HELLO, of the next n gateway connections of
// any application.
func (g *Gateway) ReconnectInsteadOfHello(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.noHellos = n
}

// HelloIntervals sets the heartbeat intervals in the HELLOs of the next connections, in order, of any
// application.
func (g *Gateway) HelloIntervals(intervals ...time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.hellos = append(g.hellos, intervals...)
}

// SendFrame sends a raw websocket frame on every connection of the application. messageType is 1 for text and 2
// for binary; announced is the length that the frame's header claims. Discord itself sends no binary frame
// without compression, none that is not a JSON object, none of many megabytes, and none that is shorter than
// its header claims.
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

// ReconnectAfterReady turns on or off that the server sends op 7 after every READY and RESUMED of the
// application.
func (g *Gateway) ReconnectAfterReady(a *world.Application, on bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.app(a).sendsAway = on
}

// ForgetSessions turns on or off that the server answers every RESUME of the application with op 9.
func (g *Gateway) ForgetSessions(a *world.Application, on bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.app(a).forgets = on
}

// HoldShard cuts the connection of one of the application's shards, and each later one when it identifies or
// resumes, until it is called with false.
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
