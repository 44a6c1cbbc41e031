package gateway

import (
	"context"

	"noughts/bot/discordtest/internal/world"
)

// Connected says whether a gateway session of the application is open.
func (g *Gateway) Connected(a *world.Application) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.connections(a)) > 0
}

// Sessions returns how many gateway sessions of the application are open.
func (g *Gateway) Sessions(a *world.Application) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.connections(a))
}

// WaitConnected returns when a session is READY (or resumed), or ctx's error.
func (g *Gateway) WaitConnected(a *world.Application, ctx context.Context) error {
	return g.await(ctx, func() bool { return len(g.connections(a)) > 0 })
}

// WaitDisconnected returns when no gateway session of the application is open, or
// ctx's error: a close frame reaches the server after the client is done with it.
func (g *Gateway) WaitDisconnected(a *world.Application, ctx context.Context) error {
	return g.await(ctx, func() bool { return len(g.connections(a)) == 0 })
}

// WaitResumed returns when the application has resumed sessions n times in all,
// or ctx's error.
func (g *Gateway) WaitResumed(a *world.Application, ctx context.Context, n int) error {
	return g.await(ctx, func() bool { return g.app(a).resumes >= n })
}

// await returns when ok holds, which is asked under the lock whenever a session
// comes or goes, or ctx's error.
func (g *Gateway) await(ctx context.Context, ok func() bool) error {
	for {
		g.mu.Lock()
		done, changed := ok(), g.changed
		g.mu.Unlock()
		if done {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Identifies returns how many sessions the application has started.
func (g *Gateway) Identifies(a *world.Application) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.app(a).identifies
}

// Resumes returns how often the application has resumed a session.
func (g *Gateway) Resumes(a *world.Application) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.app(a).resumes
}

// DropConnections cuts every gateway TCP connection of the application. Its
// sessions can be resumed.
func (g *Gateway) DropConnections(a *world.Application) {
	g.each(a, (*conn).cut)
}

// CloseConnections closes every gateway connection of the application with a
// close code, such as 4000. After 4004, 4007, 4009 and 4010 to 4014 its sessions
// are gone.
func (g *Gateway) CloseConnections(a *world.Application, code int) {
	g.each(a, func(c *conn) { c.close(closeReason{code: code, text: "Closed by a test."}) })
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
	for len(g.app(a).sessions) > 0 {
		g.end(g.app(a).sessions[0])
	}
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

// connections returns those that have a session of the application. Callers hold g.mu.
func (g *Gateway) connections(a *world.Application) []*conn {
	var conns []*conn
	for _, sess := range g.app(a).sessions {
		if sess.conn != nil {
			conns = append(conns, sess.conn)
		}
	}
	return conns
}

// each does something with each connection of the application, under the lock.
func (g *Gateway) each(a *world.Application, do func(*conn)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, c := range g.connections(a) {
		do(c)
	}
}

// closeAll ends the application's sessions. Callers hold g.mu.
func (g *Gateway) closeAll(a *world.Application, r closeReason) {
	for _, c := range g.connections(a) {
		c.close(r)
	}
	for len(g.app(a).sessions) > 0 {
		g.end(g.app(a).sessions[0])
	}
}

// hush silences the connection. Callers hold g.mu.
func (c *conn) hush() {
	if c.quiet == nil {
		c.quiet, c.quietOf = make(chan struct{}), c.session.app
	}
}

// speak ends the silence of an application's connection. Callers hold g.mu.
func (c *conn) speak(a *world.Application) {
	if c.quiet == nil || c.quietOf != a {
		return
	}
	close(c.quiet)
	c.quiet = nil
	if c.state == connCut {
		_ = c.ws.Close()
	}
}
