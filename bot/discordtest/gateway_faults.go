package discordtest

import (
	"context"
)

// Connected says whether a gateway session of the application is open.
func (g *gateway) Connected(a *Application) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.connections(a)) > 0
}

// Sessions returns how many gateway sessions of the application are open.
func (g *gateway) Sessions(a *Application) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.connections(a))
}

// WaitConnected returns when a session is READY (or resumed), or ctx's error.
func (g *gateway) WaitConnected(a *Application, ctx context.Context) error {
	return g.await(ctx, func() bool { return len(g.connections(a)) > 0 })
}

// WaitDisconnected returns when no gateway session of the application is open, or
// ctx's error: a close frame reaches the server after the client is done with it.
func (g *gateway) WaitDisconnected(a *Application, ctx context.Context) error {
	return g.await(ctx, func() bool { return len(g.connections(a)) == 0 })
}

// WaitResumed returns when the application has resumed sessions n times in all,
// or ctx's error.
func (g *gateway) WaitResumed(a *Application, ctx context.Context, n int) error {
	return g.await(ctx, func() bool { return g.app(a).resumes >= n })
}

// await returns when ok holds, which is asked under the lock whenever a session
// comes or goes, or ctx's error.
func (g *gateway) await(ctx context.Context, ok func() bool) error {
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
func (g *gateway) Identifies(a *Application) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.app(a).identifies
}

// Resumes returns how often the application has resumed a session.
func (g *gateway) Resumes(a *Application) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.app(a).resumes
}

// DropConnections cuts every gateway TCP connection of the application. Its
// sessions can be resumed.
func (g *gateway) DropConnections(a *Application) {
	g.each(a, (*gatewayConn).cut)
}

// CloseConnections closes every gateway connection of the application with a
// close code, such as 4000. After 4004, 4007, 4009 and 4010 to 4014 its sessions
// are gone.
func (g *gateway) CloseConnections(a *Application, code int) {
	g.each(a, func(c *gatewayConn) { c.close(closeReason{code: code, text: "Closed by a test."}) })
}

// SendReconnect asks every connection of the application to reconnect and
// resume (op 7).
func (g *gateway) SendReconnect(a *Application) {
	g.each(a, func(c *gatewayConn) { c.enqueue(control(opReconnect, nil)) })
}

// RequestHeartbeats asks every connection of the application for a heartbeat
// (op 1).
func (g *gateway) RequestHeartbeats(a *Application) {
	g.each(a, func(c *gatewayConn) { c.enqueue(control(opHeartbeat, nil)) })
}

// InvalidateSessions takes the sessions off the application's connections and
// says so (op 9). Resumable ones wait for a RESUME, the others are gone, those
// that were waiting too. The connections stay open: Discord leaves it to the
// client to close them.
func (g *gateway) InvalidateSessions(a *Application, resumable bool) {
	g.each(a, func(c *gatewayConn) { c.invalidate(resumable) })
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
func (g *gateway) Silence(a *Application, on bool) {
	if on {
		g.each(a, (*gatewayConn).hush)
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
func (g *gateway) ReconnectAfterResume(a *Application, n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.app(a).reconnectResumes = n
}

// ReconnectInsteadOfHello makes op 7 the first frame, in place of HELLO, of the
// next n gateway connections. Whose they are is not known before IDENTIFY.
func (g *gateway) ReconnectInsteadOfHello(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.noHellos = n
}

// connections returns those that have a session of the application. Callers
// hold g.mu.
func (g *gateway) connections(a *Application) []*gatewayConn {
	var conns []*gatewayConn
	for _, sess := range g.app(a).sessions {
		if sess.conn != nil {
			conns = append(conns, sess.conn)
		}
	}
	return conns
}

// each does something with each connection of the application, under the lock.
func (g *gateway) each(a *Application, do func(*gatewayConn)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, c := range g.connections(a) {
		do(c)
	}
}

// closeAll ends the application's sessions. Callers hold g.mu.
func (g *gateway) closeAll(a *Application, r closeReason) {
	for _, c := range g.connections(a) {
		c.close(r)
	}
	for len(g.app(a).sessions) > 0 {
		g.end(g.app(a).sessions[0])
	}
}

// hush silences the connection. Callers hold g.mu.
func (c *gatewayConn) hush() {
	if c.quiet == nil {
		c.quiet, c.quietOf = make(chan struct{}), c.session.app
	}
}

// speak ends the silence of an application's connection. Callers hold g.mu.
func (c *gatewayConn) speak(a *Application) {
	if c.quiet == nil || c.quietOf != a {
		return
	}
	close(c.quiet)
	c.quiet = nil
	if c.state == connCut {
		_ = c.ws.Close()
	}
}
