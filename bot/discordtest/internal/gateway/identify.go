package gateway

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// MaxShardGuilds is how many guilds one shard may have.
const MaxShardGuilds = 2500

// identifyData is the data (field d) of Identify, opcode 2.
type identifyData struct {
	Token      string           `json:"token"`
	Properties *json.RawMessage `json:"properties"`
	Shard      []int            `json:"shard"`
	Intents    *object.Intents  `json:"intents"`
}

// A shardID is the number of a shard and the number of all shards. A session without shards has
// shard 0 of 1, which gets all events.
type shardID struct{ id, count int }

// owns reports whether the shard gets the events of a guild. For events outside guilds, `guild` is "":
// only shard 0 gets them.
func (s shardID) owns(guild object.Snowflake) bool {
	if s.count <= 1 {
		return true
	}
	if guild == "" {
		return s.id == 0
	}
	id, err := strconv.ParseUint(guild, 10, 64)
	return err == nil && int((id>>22)%uint64(s.count)) == s.id
}

// readyData is the data (field d) of the event READY.
type readyData struct {
	V                int               `json:"v"`
	User             any               `json:"user"`
	Guilds           []world.GuildStub `json:"guilds"`
	SessionID        string            `json:"session_id"`
	ResumeGatewayURL string            `json:"resume_gateway_url"`
	Shard            []int             `json:"shard,omitempty"`
	Application      any               `json:"application"`
	SessionType      string            `json:"session_type"`
	PrivateChannels  []string          `json:"private_channels"`
}

// identify handles Identify, opcode 2.
func (c *conn) identify(raw json.RawMessage) {
	var d identifyData
	if json.Unmarshal(raw, &d) != nil || d.Properties == nil {
		c.fail(closeDecodeError)
		return
	}
	if c.current() != nil {
		c.fail(closeAlreadyAuth)
		return
	}
	a := c.g.world.ApplicationByToken(bareToken(d.Token))
	if a == nil {
		c.fail(closeAuthFailed)
		return
	}
	shard, guilds, refused := c.g.checkIdentify(a, d)
	if refused != nil {
		c.fail(*refused)
		return
	}
	c.start(a, d, shard, guilds)
}

// checkIdentify returns the shard of an IDENTIFY and the shard's guilds, or the reason to refuse the IDENTIFY.
func (g *Gateway) checkIdentify(a *world.Application, d identifyData) (shardID, []world.GuildStub, *closeReason) {
	shard := shardID{0, 1}
	if d.Shard != nil {
		if len(d.Shard) != 2 || d.Shard[0] < 0 || d.Shard[0] >= d.Shard[1] {
			return shard, nil, &closeInvalidShard
		}
		shard = shardID{d.Shard[0], d.Shard[1]}
	}
	guilds := []world.GuildStub{}
	for _, stub := range g.world.GuildStubs(a) {
		if shard.owns(stub.ID) {
			guilds = append(guilds, stub)
		}
	}
	switch {
	case len(guilds) > MaxShardGuilds:
		return shard, nil, &closeShardingRequired
	case d.Intents == nil || *d.Intents&^object.AllIntents != 0:
		return shard, nil, &closeInvalidIntents
	case *d.Intents&object.PrivilegedIntents != 0: // no application here has them
		return shard, nil, &closeDisallowedIntents
	}
	return shard, guilds, nil
}

// start creates the session and sends READY.
func (c *conn) start(a *world.Application, d identifyData, shard shardID, guilds []world.GuildStub) {
	w := c.g.world
	ready := readyData{
		V:                c.version,
		User:             w.CurrentUser(a),
		Guilds:           guilds,
		ResumeGatewayURL: c.g.resumeURL(),
		Shard:            d.Shard,
		Application:      w.ApplicationStub(a),
		SessionType:      "normal",
		PrivateChannels:  []string{},
	}
	c.g.mu.Lock()
	defer c.g.mu.Unlock()
	if sess := c.newSession(a, d, shard); sess != nil {
		ready.SessionID = sess.id
		sess.sendValue("READY", ready)
		c.g.notify()
		sess.sendAway()
	}
}

// newSession creates a session and attaches it to the connection. If the IDENTIFY comes too soon
// after the last one, newSession sends Invalid Session (opcode 9) instead. If the application's
// daily budget of IDENTIFYs is used up, newSession closes the application's connections and ends
// all its sessions. It returns nil if there is no new session. Callers hold g.mu.
func (c *conn) newSession(a *world.Application, d identifyData, shard shardID) *session {
	app := c.g.app(a)
	if app.held[shard.id] {
		c.cut()
	}
	if c.state != connOpen {
		return nil
	}
	c.g.Faults.NoteIdentify(a.ID)
	limits := c.g.Settings
	switch app.budget.take(time.Now(), shard.id%limits.MaxConcurrency, limits.IdentifyPause) {
	case identifyTooSoon:
		c.enqueue(control(OpInvalidSession, false))
		return nil
	case identifySpent:
		c.g.closeAll(a, closeAuthFailed)
		c.close(closeAuthFailed)
		return nil
	}
	sess := &session{id: c.g.nextSessionID(), app: a, shard: shard, intents: *d.Intents}
	c.g.sessions[sess.id] = sess
	app.sessions = append(app.sessions, sess)
	app.identifies++
	sess.attach(c, false)
	c.g.Faults.NoteBack(a.ID, false)
	return sess
}

// closeAll closes the application's connections and ends its sessions. Callers hold g.mu.
func (g *Gateway) closeAll(a *world.Application, r closeReason) {
	for _, c := range g.connections(a) {
		c.close(r)
	}
	g.endAll(a)
}

// bareToken strips the prefix "Bot ".
func bareToken(token string) string { return strings.TrimPrefix(token, "Bot ") }
