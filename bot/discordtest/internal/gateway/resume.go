package gateway

import (
	"encoding/json"
)

type resumeData struct {
	Token     string `json:"token"`
	SessionID string `json:"session_id"`
	Seq       *int64 `json:"seq"`
}

func (c *conn) resume(raw json.RawMessage) {
	var d resumeData
	if json.Unmarshal(raw, &d) != nil || d.Seq == nil {
		c.fail(closeDecodeError)
		return
	}
	b := c.g.login(bareToken(d.Token))
	c.g.mu.Lock()
	defer c.g.mu.Unlock()
	switch {
	case c.session != nil:
		c.close(closeAlreadyAuth)
	case b == nil:
		c.close(closeAuthFailed)
	default:
		c.resumeSession(b, d.SessionID, *d.Seq)
	}
}

// resumeSession attaches the session with an id and replays the missed events, or refuses. Callers hold g.mu.
func (c *conn) resumeSession(b *Bot, id string, seq int64) {
	b.sweep()
	sess := c.g.sessions[id]
	if sess != nil && b.held[sess.shard.id] {
		c.cut()
		return
	}
	if sess == nil || sess.bot != b || b.forgets {
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
	if b.reconnectResumes > 0 {
		b.reconnectResumes--
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
	sess.bot.resumes++
	sess.bot.faults.noteBack(true)
	c.g.notify()
	sess.sendAway()
}

// sendAway sends op 7 to a session that has just come up if ReconnectAfterReady is on. Callers hold g.mu.
func (sess *session) sendAway() {
	if sess.conn != nil && sess.bot.sendsAway {
		sess.conn.enqueue(control(OpReconnect, nil))
	}
}
