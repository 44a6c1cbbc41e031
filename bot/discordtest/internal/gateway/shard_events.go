package gateway

import (
	"slices"
	"time"

	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// maxShardEvents bounds how many ShardEvents of an application are kept.
const maxShardEvents = 1 << 16

// ShardEvents returns what has happened to the application's shards, oldest
// first: the last 65,536 events. It shows who had a shard, and when.
func (g *Gateway) ShardEvents(a *world.Application) []object.ShardEvent {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.app(a).shards)
}

// noteShard keeps what happens to the session of a connection. Callers hold
// g.mu.
func (c *conn) noteShard(sess *session, up, resuming bool) {
	app := c.g.app(sess.app)
	if len(app.shards) == maxShardEvents {
		app.shards = slices.Delete(app.shards, 0, maxShardEvents/2)
	}
	app.shards = append(app.shards, object.ShardEvent{
		Time: time.Now(), ID: sess.shard.id, Count: sess.shard.count, Session: sess.id,
		Client: c.ws.RemoteAddr().String(), Up: up, Resuming: resuming,
	})
}
