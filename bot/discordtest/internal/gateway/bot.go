package gateway

import (
	"context"
	"encoding/binary"
	"slices"
	"time"

	"noughts/bot/discordtest/object"
)

// DropConnections cuts every gateway TCP connection of the application. Its sessions can be resumed.
func (b *Bot) DropConnections() {
	b.each((*conn).cut)
}

// CloseConnections closes every gateway connection of the application with a close code, such as 4000. The codes 4004,
// 4007, 4009 and 4010 to 4014 also end the sessions.
func (b *Bot) CloseConnections(code int) {
	b.each(func(c *conn) { c.close(closedByTest(code)) })
}

// SendReconnect sends Reconnect (opcode 7) on every connection: the client should reconnect and resume.
func (b *Bot) SendReconnect() {
	b.each(func(c *conn) { c.enqueue(control(OpReconnect, nil)) })
}

// RequestHeartbeats sends Heartbeat (opcode 1) on every connection: the client should send one.
func (b *Bot) RequestHeartbeats() {
	b.each(func(c *conn) { c.enqueue(control(OpHeartbeat, nil)) })
}

// InvalidateSessions detaches the sessions from their connections, which stay open, and sends Invalid Session (opcode
// 9). Resumable sessions wait for a RESUME. Otherwise all sessions end, including those that already wait.
func (b *Bot) InvalidateSessions(resumable bool) {
	b.each(func(c *conn) { c.invalidate(resumable) })
	if resumable {
		return
	}
	b.g.mu.Lock()
	defer b.g.mu.Unlock()
	b.endAll()
}

// Silence makes the current connections silent: the server sends nothing on them, not even heartbeat ACKs, and does not
// close them. Silence(false) ends that; connections that are still open then get the frames that they missed.
func (b *Bot) Silence(on bool) {
	if on {
		b.each((*conn).hush)
		return
	}
	b.g.mu.Lock()
	defer b.g.mu.Unlock()
	for c := range b.g.conns {
		c.speak(b)
	}
}

// ReconnectAfterResume answers the next n RESUMEs with op 7. The sessions can still be resumed.
func (b *Bot) ReconnectAfterResume(n int) {
	b.g.mu.Lock()
	defer b.g.mu.Unlock()
	b.reconnectResumes = n
}

// ReconnectInsteadOfHello sends op 7 instead of HELLO on the next n connections of any application.
func (g *Gateway) ReconnectInsteadOfHello(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.noHellos = n
}

// HelloIntervals sets the heartbeat intervals of the next HELLOs of any application, in order.
func (g *Gateway) HelloIntervals(intervals ...time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.hellos = append(g.hellos, intervals...)
}

// SendFrame sends a raw websocket frame on every connection, such as Discord never sends: binary, no JSON, many
// megabytes, or shorter than its header claims. `messageType` is 1 for text and 2 for binary; `announced` is the length
// in the header.
func (b *Bot) SendFrame(messageType byte, announced uint64, payload []byte) {
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
	b.each(func(c *conn) { c.enqueue(frame{raw: raw}) })
}

// ReconnectAfterReady sets whether op 7 follows each time that a session has started or resumed.
func (b *Bot) ReconnectAfterReady(on bool) {
	b.g.mu.Lock()
	defer b.g.mu.Unlock()
	b.sendsAway = on
}

// ForgetSessions sets whether every RESUME is answered with Invalid Session (opcode 9).
func (b *Bot) ForgetSessions(on bool) {
	b.g.mu.Lock()
	defer b.g.mu.Unlock()
	b.forgets = on
}

// HoldShard sets whether a shard's connection is cut, and each later one when the client identifies or resumes.
func (b *Bot) HoldShard(id int, on bool) {
	b.g.mu.Lock()
	defer b.g.mu.Unlock()
	if b.held == nil {
		b.held = map[int]bool{}
	}
	b.held[id] = on
	for _, c := range b.connections() {
		if on && c.session.shard.id == id {
			c.cut()
		}
	}
}

// connections returns the connections with a session. Callers hold b.g.mu.
func (b *Bot) connections() []*conn {
	var conns []*conn
	for _, sess := range b.sessions {
		if sess.conn != nil {
			conns = append(conns, sess.conn)
		}
	}
	return conns
}

// each calls a function for each connection, under b.g.mu.
func (b *Bot) each(do func(*conn)) {
	b.g.mu.Lock()
	defer b.g.mu.Unlock()
	for _, c := range b.connections() {
		do(c)
	}
}

// Connected reports whether a gateway session of the application is open.
func (b *Bot) Connected() bool { return b.Sessions() > 0 }

// Sessions returns how many gateway sessions are open.
func (b *Bot) Sessions() int {
	b.g.mu.Lock()
	defer b.g.mu.Unlock()
	return len(b.connections())
}

// WaitConnected waits until a session is open, or returns ctx's error.
func (b *Bot) WaitConnected(ctx context.Context) error {
	return b.g.await(ctx, func() bool { return len(b.connections()) > 0 })
}

// WaitResumed waits until sessions were resumed n times in total, or returns ctx's error.
func (b *Bot) WaitResumed(ctx context.Context, n int) error {
	return b.g.await(ctx, func() bool { return b.resumes >= n })
}

// await waits until `ok` returns true under b.g.mu, or returns ctx's error.
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
func (b *Bot) Identifies() int {
	b.g.mu.Lock()
	defer b.g.mu.Unlock()
	return b.identifies
}

// Resumes returns how many times the application has resumed a session.
func (b *Bot) Resumes() int {
	b.g.mu.Lock()
	defer b.g.mu.Unlock()
	return b.resumes
}

const maxShardEvents = 1 << 16

// ShardEvents returns when the shards got and lost connections, the oldest of the last 65,536 events first.
func (b *Bot) ShardEvents() []object.ShardEvent {
	b.g.mu.Lock()
	defer b.g.mu.Unlock()
	return slices.Clone(b.shardEvents)
}

// noteShard records that a session got or lost this connection. Callers hold b.g.mu.
func (c *conn) noteShard(sess *session, up, resuming bool) {
	b := sess.bot
	if len(b.shardEvents) == maxShardEvents {
		b.shardEvents = slices.Delete(b.shardEvents, 0, maxShardEvents/2)
	}
	b.shardEvents = append(b.shardEvents, object.ShardEvent{
		Time: time.Now(), ID: sess.shard.id, Count: sess.shard.count, Session: sess.id,
		Client: c.ws.RemoteAddr().String(), Up: up, Resuming: resuming,
	})
}
