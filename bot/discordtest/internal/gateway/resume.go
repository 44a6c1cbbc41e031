package gateway

import (
	"encoding/json"

	"noughts/bot/discordtest/internal/world"
)

// resumeData is the data (field d) of Resume, opcode 6.
type resumeData struct {
	Token     string `json:"token"`
	SessionID string `json:"session_id"`
	Seq       *int64 `json:"seq"`
}

// resume handles Resume, opcode 6.
func (c *conn) resume(raw json.RawMessage) {
	var d resumeData
	if json.Unmarshal(raw, &d) != nil || d.Seq == nil {
		c.fail(closeDecodeError)
		return
	}
	a := c.g.world.ApplicationByToken(bareToken(d.Token))
	c.g.mu.Lock()
	defer c.g.mu.Unlock()
	switch {
	case c.session != nil:
		c.close(closeAlreadyAuth)
	case a == nil:
		c.close(closeAuthFailed)
	default:
		c.resumeSession(a, d.SessionID, *d.Seq)
	}
}

// resumeSession attaches the session with an id to this connection and replays the missed events, or refuses the
// RESUME. Callers hold g.mu.
func (c *conn) resumeSession(a *world.Application, id string, seq int64) {
	c.g.sweep(a)
	sess := c.g.sessions[id]
	if sess != nil && c.g.app(a).held[sess.shard.id] {
		c.cut()
		return
	}
	if sess == nil || sess.app != a || c.g.app(a).forgets {
		c.enqueue(control(OpInvalidSession, false))
		return
	}
	if seq < 0 || seq > sess.seq {
		c.g.end(sess)
		c.close(closeInvalidSeq)
		return
	}
	missed, ok := sess.since(seq)
	if !ok {
		c.g.end(sess)
		c.enqueue(control(OpInvalidSession, false))
		return
	}
	if app := c.g.app(a); app.reconnectResumes > 0 {
		app.reconnectResumes--
		c.enqueue(control(OpReconnect, nil))
		return
	}
	c.replay(sess, missed)
}

// replay attaches the session and sends the missed events, then RESUMED. Callers hold g.mu.
func (c *conn) replay(sess *session, missed []dispatched) {
	sess.attach(c, true)
	for _, d := range missed {
		c.enqueue(frame{payload: d.payload})
	}
	sess.send("RESUMED", json.RawMessage(`{"_trace":[]}`))
	c.g.app(sess.app).resumes++
	c.g.Faults.NoteBack(sess.app.ID, true)
	c.g.notify()
	sess.sendAway()
}

// sendAway sends Reconnect (opcode 7) on a connection that has just started or resumed a session, if
// ReconnectAfterReady is on. Callers hold g.mu.
func (sess *session) sendAway() {
	if sess.conn != nil && sess.conn.g.app(sess.app).sendsAway {
		sess.conn.enqueue(control(OpReconnect, nil))
	}
}
