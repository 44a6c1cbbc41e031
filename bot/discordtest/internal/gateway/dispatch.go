package gateway

import (
	"encoding/json"

	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// Dispatch sends an event to the application's sessions whose shard owns the guild ("" outside guilds). It does not wait:
// a client that is not connected gets the event when it resumes. The caller must not hold a lock that is needed to encode
// data as JSON.
func (g *Gateway) Dispatch(a *world.Application, guild object.Snowflake, event string, data any) {
	raw, err := json.Marshal(data)
	if err != nil {
		g.Log.Error("event lost", "event", event, "error", err)
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sweep(a)
	for _, sess := range g.app(a).sessions {
		if sess.shard.owns(guild) {
			sess.send(event, raw)
		}
	}
}
