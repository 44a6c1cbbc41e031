package discordtest

import (
	"slices"
	"time"
)

// maxShardEvents bounds how many ShardEvents of an application are kept.
const maxShardEvents = 1 << 16

// A ShardEvent says that the session of a shard got a connection or lost it.
type ShardEvent struct {
	Time     time.Time
	ID       int // of the shard
	Count    int // of all shards
	Session  string
	Client   string // the address of the connection's other end
	Up       bool   // got it, not lost it
	Resuming bool   // got it by a RESUME, not by an IDENTIFY
}

// ShardEvents returns what has happened to the application's shards, oldest
// first: the last 65,536 events. It shows who had a shard, and when.
func (g *gateway) ShardEvents(a *Application) []ShardEvent {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.app(a).shards)
}

// noteShard keeps what happens to the session of a connection. Callers hold
// g.mu.
func (c *gatewayConn) noteShard(sess *session, up, resuming bool) {
	app := c.g.app(sess.app)
	if len(app.shards) == maxShardEvents {
		app.shards = slices.Delete(app.shards, 0, maxShardEvents/2)
	}
	app.shards = append(app.shards, ShardEvent{
		Time: time.Now(), ID: sess.shard.id, Count: sess.shard.count, Session: sess.id,
		Client: c.ws.RemoteAddr().String(), Up: up, Resuming: resuming,
	})
}
