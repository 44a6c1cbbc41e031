package gateway

import (
	"encoding/json"

	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

var _ world.Sink = (*Gateway)(nil) // package world reports events to the gateway

// Dispatch sends an event to every session of the application whose shard owns the guild and whose intents include the
// event. For events outside guilds, guild is "" and the shard is 0. Dispatch does not wait: a client that is not
// connected gets the event when it resumes. The caller must not hold a lock that is needed to encode data as JSON.
func (g *Gateway) Dispatch(a *world.Application, guild object.Snowflake, event string, data any) {
	g.DispatchTo(a, guild, event, data, func(l world.Listener) bool { return l.Hears(event, guild != "") })
}

// DispatchUnheard sends an event to the sessions whose intents do not include it. Discord does that
// for some events about the bot itself.
func (g *Gateway) DispatchUnheard(a *world.Application, guild object.Snowflake, event string, data any) {
	g.DispatchTo(a, guild, event, data, func(l world.Listener) bool { return !l.Hears(event, guild != "") })
}

// DispatchTo sends an event to the application's sessions whose shard owns the guild and for whose Listener the
// function `to` returns true.
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

// Listeners returns the intents and the large_threshold of each of the application's sessions.
func (g *Gateway) Listeners(a *world.Application) []world.Listener {
	g.mu.Lock()
	defer g.mu.Unlock()
	var out []world.Listener
	for _, sess := range g.app(a).sessions {
		out = append(out, sess.listener())
	}
	return out
}

// Heard reports whether any session has an intent that includes the event.
func (g *Gateway) Heard(event string, inGuild bool) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, sess := range g.sessions {
		if object.Receives(sess.intents, event, inGuild) {
			return true
		}
	}
	return false
}
