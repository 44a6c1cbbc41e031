package gateway

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"noughts/bot/discordtest/object"
)

// Sets of intents, the bits of the field intents in IDENTIFY. This bot has none, so the gateway sends no events but
// interactions.
const (
	privilegedIntents = 1<<1 | 1<<8 | 1<<15 // for members, presences and message content
	allIntents        = 1<<17 - 1 | 1<<20 | 1<<21 | 1<<24 | 1<<25
)

type identifyData struct {
	Token      string           `json:"token"`
	Properties *json.RawMessage `json:"properties"`
	Shard      []int            `json:"shard"`
	Intents    *int64           `json:"intents"`
}

// A shardID is the number of a shard and the number of all shards. A session without shards has
// shard 0 of 1, which gets all events.
type shardID struct{ id, count int }

// owns reports whether the shard gets the events of a guild. Those outside guilds ("") go to shard 0.
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

// A Ready is the data (field d) of the event READY. Its User, Application and Guilds come from the world.
type Ready struct {
	V                int         `json:"v"`
	User             any         `json:"user"`
	Guilds           []GuildStub `json:"guilds"`
	SessionID        string      `json:"session_id"`
	ResumeGatewayURL string      `json:"resume_gateway_url"`
	Shard            []int       `json:"shard,omitempty"`
	Application      any         `json:"application"`
	SessionType      string      `json:"session_type"`
	PrivateChannels  []string    `json:"private_channels"`
}

// A GuildStub is the placeholder of a guild in READY.
type GuildStub struct {
	ID          object.Snowflake `json:"id"`
	Unavailable bool             `json:"unavailable"`
}

func (c *conn) identify(raw json.RawMessage) {
	var d identifyData
	if json.Unmarshal(raw, &d) != nil || d.Properties == nil {
		c.fail(closeDecodeError)
		return
	}
	c.g.mu.Lock()
	known := c.session != nil
	c.g.mu.Unlock()
	if known {
		c.fail(closeAlreadyAuth)
		return
	}
	b := c.g.login(bareToken(d.Token))
	if b == nil {
		c.fail(closeAuthFailed)
		return
	}
	ready := c.g.ready(b)
	shard, refused := checkIdentify(d, &ready)
	if refused != nil {
		c.fail(*refused)
		return
	}
	c.start(b, d, shard, ready)
}

// checkIdentify returns the shard of an IDENTIFY, or the reason to refuse it. It removes the guilds of other shards
// from `ready`.
func checkIdentify(d identifyData, ready *Ready) (shardID, *closeReason) {
	shard := shardID{0, 1}
	if d.Shard != nil {
		if len(d.Shard) != 2 || d.Shard[0] < 0 || d.Shard[0] >= d.Shard[1] {
			return shard, &closeInvalidShard
		}
		shard = shardID{d.Shard[0], d.Shard[1]}
	}
	ready.Guilds = slices.DeleteFunc(ready.Guilds, func(g GuildStub) bool { return !shard.owns(g.ID) })
	switch {
	case d.Intents == nil || *d.Intents&^allIntents != 0:
		return shard, &closeInvalidIntents
	case *d.Intents&privilegedIntents != 0: // no application here has them
		return shard, &closeDisallowedIntents
	}
	return shard, nil
}

func (c *conn) start(b *Bot, d identifyData, shard shardID, ready Ready) {
	ready.V, ready.Shard, ready.ResumeGatewayURL = c.version, d.Shard, c.g.URL()+"/resume"
	ready.SessionType, ready.PrivateChannels = "normal", []string{}
	c.g.mu.Lock()
	defer c.g.mu.Unlock()
	if sess := c.newSession(b, shard); sess != nil {
		ready.SessionID = sess.id
		sess.sendValue("READY", ready)
		c.g.notify()
		sess.sendAway()
	}
}

// newSession creates a session and attaches it to the connection. If the IDENTIFY comes too soon, it sends Invalid
// Session (opcode 9) instead. If the daily budget of IDENTIFYs is used up, it closes the application's connections and
// ends its sessions. Callers hold g.mu.
func (c *conn) newSession(b *Bot, shard shardID) *session {
	if b.held[shard.id] {
		c.cut()
	}
	if c.state != connOpen {
		return nil
	}
	b.faults.noteIdentify()
	limits := c.g.Settings
	switch b.budget.take(time.Now(), shard.id%limits.MaxConcurrency, limits.IdentifyPause) {
	case identifyTooSoon:
		c.enqueue(control(OpInvalidSession, false))
		return nil
	case identifySpent:
		for _, other := range b.connections() {
			other.close(closeAuthFailed)
		}
		b.endAll()
		c.close(closeAuthFailed)
		return nil
	}
	sess := &session{id: c.g.nextSessionID(), bot: b, shard: shard}
	c.g.sessions[sess.id] = sess
	b.sessions = append(b.sessions, sess)
	b.identifies++
	sess.attach(c, false)
	b.faults.noteBack(false)
	return sess
}

func bareToken(token string) string { return strings.TrimPrefix(token, "Bot ") }
