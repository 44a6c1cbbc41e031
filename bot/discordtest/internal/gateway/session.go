package gateway

import (
	"encoding/json"
	"slices"
	"time"

	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

const (
	// resumeWindow is how long a session without a connection can be resumed:
	// "a few minutes".
	ResumeWindow = 3 * time.Minute
	// replayLimit is how many dispatches are kept for a replay.
	ReplayLimit = 1024
)

// A session is one shard's stream of events, over one connection after another.
// Guarded by the gateway's lock.
type session struct {
	id        string
	app       *world.Application
	shard     shardID
	intents   object.Intents
	compress  bool
	threshold int // see guildView
	seq       int64
	sent      []dispatched // the last ones, oldest first
	conn      *conn        // nil while it waits for a RESUME
	expires   time.Time    // when conn is nil
}

// A dispatched event is kept for a replay.
type dispatched struct {
	seq     int64
	payload []byte
}

// send gives the session an event: to its connection, if it has one, and to the
// log of its replay.
func (sess *session) send(event string, data json.RawMessage) {
	data = sess.withNews(event, data)
	sess.seq++
	payload := dispatchPayload(event, sess.seq, data)
	if event != "RESUMED" { // which belongs to its connection, not to a replay
		sess.keep(dispatched{sess.seq, payload})
	}
	if sess.conn != nil {
		sess.conn.deliver(event, payload)
	}
}

// sendValue sends an event whose data is one of this package's own values, which
// cannot fail to encode.
func (sess *session) sendValue(event string, data any) {
	raw, _ := json.Marshal(data)
	sess.send(event, raw)
}

// keep appends to the log and now and then drops what is too old.
func (sess *session) keep(d dispatched) {
	if len(sess.sent) == 2*ReplayLimit {
		sess.sent = append(sess.sent[:0], sess.sent[ReplayLimit:]...)
	}
	sess.sent = append(sess.sent, d)
}

// since returns the dispatches after seq, or false when they are no longer all
// there.
func (sess *session) since(seq int64) ([]dispatched, bool) {
	first, _ := slices.BinarySearchFunc(sess.sent, seq+1, func(d dispatched, s int64) int {
		return int(d.seq - s)
	})
	missed := sess.sent[first:]
	return missed, len(missed) <= ReplayLimit && (first > 0 || len(sess.sent) == 0 || sess.sent[0].seq <= seq+1)
}

// attach gives the session a connection, for a RESUME or for an IDENTIFY; a former
// one is cut.
func (sess *session) attach(c *conn, resuming bool) {
	if old := sess.conn; old != nil {
		old.cut()
	}
	sess.conn, c.session = c, sess
	c.compress.Store(sess.compress)
	c.noteShard(sess, true, resuming)
}

// expired says whether the session has waited too long for a RESUME.
func (sess *session) expired(now time.Time) bool {
	return sess.conn == nil && now.After(sess.expires)
}

// forget ends a session. Callers hold g.mu.
func (g *Gateway) forget(sess *session) {
	delete(g.sessions, sess.id)
	app := g.app(sess.app)
	app.sessions = slices.DeleteFunc(app.sessions, func(s *session) bool { return s == sess })
}

// sweep forgets the application's expired sessions. Callers hold g.mu.
func (g *Gateway) sweep(a *world.Application) {
	now := time.Now()
	for _, sess := range slices.Clone(g.app(a).sessions) {
		if sess.expired(now) {
			g.forget(sess)
		}
	}
}

// Dispatch sends an event to every session of the application whose shard has
// the guild ("" outside guilds: shard 0) and whose intents include it. It
// returns at once: who is not connected gets the event when resuming.
// The caller must not hold a lock that encoding data needs.
func (g *Gateway) Dispatch(a *world.Application, guild object.Snowflake, event string, data any) {
	g.DispatchTo(a, guild, event, data, func(l world.Listener) bool { return l.Hears(event, guild != "") })
}

// DispatchUnheard sends an event as dispatch does to those sessions whose
// intents do not include it: what is told a bot of itself.
func (g *Gateway) DispatchUnheard(a *world.Application, guild object.Snowflake, event string, data any) {
	g.DispatchTo(a, guild, event, data, func(l world.Listener) bool { return !l.Hears(event, guild != "") })
}

// listener returns how the session listens.
func (sess *session) listener() world.Listener {
	return world.Listener{Intents: sess.intents, Threshold: sess.threshold}
}

// Listeners returns how the application's sessions listen.
func (g *Gateway) Listeners(a *world.Application) []world.Listener {
	g.mu.Lock()
	defer g.mu.Unlock()
	var out []world.Listener
	for _, sess := range g.app(a).sessions {
		out = append(out, sess.listener())
	}
	return out
}

// DispatchTo sends an event to some sessions of the application.
func (g *Gateway) DispatchTo(a *world.Application, guild object.Snowflake, event string, data any, to func(world.Listener) bool) {
	raw, err := json.Marshal(data)
	if err != nil {
		g.Log.Error("event lost", "event", event, "error", err)
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sweep(a)
	for _, sess := range g.app(a).sessions {
		if sess.shard.owns(guild) && to(sess.listener()) {
			sess.send(event, raw)
		}
	}
}

type resumeData struct {
	Token     string `json:"token"`
	SessionID string `json:"session_id"`
	Seq       *int64 `json:"seq"`
}

// resume handles op 6.
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

// resumeSession takes a session over and replays what it has missed. Callers hold g.mu.
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

// replay attaches the session and sends what it has missed. Callers hold g.mu.
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

// end forgets a session and cuts the connection it may still have. Callers hold
// g.mu.
func (g *Gateway) end(sess *session) {
	if sess.conn != nil {
		sess.conn.cut()
	}
	g.forget(sess)
}
