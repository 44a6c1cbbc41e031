package gateway

import (
	"encoding/json"
	"slices"
	"time"

	"noughts/bot/discordtest/object"
)

const (
	// ResumeWindow is how long a session without a connection can be resumed. Discord says "a few minutes".
	ResumeWindow = 3 * time.Minute
	// ReplayLimit is how many of a session's last events are kept, to be sent again after a RESUME.
	ReplayLimit = 1024
)

// A session is one shard's stream of events, over one connection after another. It is guarded by g.mu.
type session struct {
	id      string
	bot     *Bot
	shard   shardID
	seq     int64
	sent    []dispatched // the last events, the oldest first
	conn    *conn        // nil while the session waits for a RESUME
	expires time.Time    // when a session without a connection ends
}

type dispatched struct {
	seq     int64
	payload []byte
}

// send sends an event over the session's connection, if it has one, and keeps it for a replay.
func (sess *session) send(event string, data json.RawMessage) {
	data = sess.withNews(event, data)
	sess.seq++
	payload := dispatchPayload(event, sess.seq, data)
	if event != "RESUMED" { // RESUMED belongs to the connection and is not replayed
		sess.keep(dispatched{sess.seq, payload})
	}
	if sess.conn != nil {
		sess.conn.deliver(event, payload)
	}
}

// sendValue sends a value of this package, so encoding cannot fail.
func (sess *session) sendValue(event string, data any) {
	raw, _ := json.Marshal(data)
	sess.send(event, raw)
}

// keep adds an event to the replay log. At 2,048 events it first drops the older half.
func (sess *session) keep(d dispatched) {
	if len(sess.sent) == 2*ReplayLimit {
		sess.sent = append(sess.sent[:0], sess.sent[ReplayLimit:]...)
	}
	sess.sent = append(sess.sent, d)
}

// since returns the events after `seq`, or false if some are no longer kept, or more than 1,024.
func (sess *session) since(seq int64) ([]dispatched, bool) {
	first, _ := slices.BinarySearchFunc(sess.sent, seq+1, func(d dispatched, s int64) int { return int(d.seq - s) })
	missed := sess.sent[first:]
	return missed, len(missed) <= ReplayLimit && (first > 0 || len(sess.sent) == 0 || sess.sent[0].seq <= seq+1)
}

// attach gives the session a connection, for a RESUME or an IDENTIFY, and cuts its old one.
func (sess *session) attach(c *conn, resuming bool) {
	if old := sess.conn; old != nil {
		old.cut()
	}
	sess.conn, c.session = c, sess
	c.noteShard(sess, true, resuming)
}

// forget removes a session. Callers hold g.mu.
func (g *Gateway) forget(sess *session) {
	delete(g.sessions, sess.id)
	sess.bot.sessions = slices.DeleteFunc(sess.bot.sessions, func(s *session) bool { return s == sess })
}

// end removes a session and cuts its connection, if it has one. Callers hold g.mu.
func (g *Gateway) end(sess *session) {
	if sess.conn != nil {
		sess.conn.cut()
	}
	g.forget(sess)
}

// endAll ends the application's sessions, including those that wait for a RESUME. Callers hold g.mu.
func (b *Bot) endAll() {
	for len(b.sessions) > 0 {
		b.g.end(b.sessions[0])
	}
}

// sweep removes the application's expired sessions. Callers hold g.mu.
func (b *Bot) sweep() {
	now := time.Now()
	for _, sess := range slices.Clone(b.sessions) {
		if sess.conn == nil && now.After(sess.expires) {
			b.g.forget(sess)
		}
	}
}

// Dispatch sends an event to the application's sessions whose shard owns the guild ("" outside guilds). It does not wait:
// a client that is not connected gets the event when it resumes. The caller must not hold a lock that is needed to encode
// data as JSON.
func (b *Bot) Dispatch(guild object.Snowflake, event string, data any) {
	raw, err := json.Marshal(data)
	if err != nil {
		b.g.Log.Error("event lost", "event", event, "error", err)
		return
	}
	b.g.mu.Lock()
	defer b.g.mu.Unlock()
	b.sweep()
	for _, sess := range b.sessions {
		if sess.shard.owns(guild) {
			sess.send(event, raw)
		}
	}
}
