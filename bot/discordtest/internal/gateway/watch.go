package gateway

import (
	"context"
	"slices"
	"time"

	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// Connected reports whether a gateway session of the application is open.
func (g *Gateway) Connected(a *world.Application) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.connections(a)) > 0
}

// Sessions returns how many gateway sessions of the application are open.
func (g *Gateway) Sessions(a *world.Application) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.connections(a))
}

// WaitConnected waits until the application has an open session, or returns ctx's error.
func (g *Gateway) WaitConnected(ctx context.Context, a *world.Application) error {
	return g.await(ctx, func() bool { return len(g.connections(a)) > 0 })
}

// WaitDisconnected waits until no gateway session of the application is open, or returns ctx's error. A bot that has
// stopped may still count as connected, because its close frame may arrive later.
func (g *Gateway) WaitDisconnected(ctx context.Context, a *world.Application) error {
	return g.await(ctx, func() bool { return len(g.connections(a)) == 0 })
}

// WaitResumed waits until the application has resumed sessions n times in total, or returns ctx's error.
func (g *Gateway) WaitResumed(ctx context.Context, a *world.Application, n int) error {
	return g.await(ctx, func() bool { return g.app(a).resumes >= n })
}

// await waits until `ok` returns true, or returns ctx's error. It calls `ok` under g.mu at once, and again whenever a
// session starts or ends.
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
func (g *Gateway) Identifies(a *world.Application) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.app(a).identifies
}

// Resumes returns how many times the application has resumed a session.
func (g *Gateway) Resumes(a *world.Application) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.app(a).resumes
}

// maxShardEvents bounds the kept ShardEvents of an application.
const maxShardEvents = 1 << 16

// ShardEvents returns when the application's shards got and lost connections, the oldest event
// first. It keeps at most the last 65,536 events.
func (g *Gateway) ShardEvents(a *world.Application) []object.ShardEvent {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.app(a).shardEvents)
}

// noteShard records that a session got or lost this connection. Callers hold g.mu.
func (c *conn) noteShard(sess *session, up, resuming bool) {
	app := c.g.app(sess.app)
	if len(app.shardEvents) == maxShardEvents {
		app.shardEvents = slices.Delete(app.shardEvents, 0, maxShardEvents/2)
	}
	app.shardEvents = append(app.shardEvents, object.ShardEvent{
		Time: time.Now(), ID: sess.shard.id, Count: sess.shard.count, Session: sess.id,
		Client: c.ws.RemoteAddr().String(), Up: up, Resuming: resuming,
	})
}
