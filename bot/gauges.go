package bot

import (
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/limits"
)

// watchOver joins a dispatcher to the limits, and everything to the meter.
func (b *Bot) watchOver(d *dispatcher) {
	d.bound(b.deps.Limits)
	d.gate = limits.NewGate(b.deps.Limits)
	d.tooFast = func(reader discordgo.Locale, l limits.Limit) *discordgo.InteractionResponse {
		if l == limits.Server {
			return b.commands.TooMuch(reader)
		}
		return b.commands.TooFast(reader)
	}
	d.meter = b.deps.Meter
	d.shardOf = b.shardOf
	d.meter.Routes(b.commands.Routes())
	d.meter.Watch(b.gauges)
}

// gauges reads what can be read at any time.
func (b *Bot) gauges() Gauges {
	pool := b.computer.pool
	return Gauges{
		Games:        b.registry.size(),
		Interactions: b.dispatch.lanes.size(),
		Searching:    len(pool.slots),
		Queueing:     int(pool.waiting.Load()),
		Workers:      cap(pool.slots),
		Shards:       b.shardStates(time.Now()),
		Buckets:      b.dispatch.gate.Size(),
	}
}

// shardStates counts the shards of this process by their state.
func (b *Bot) shardStates(now time.Time) map[string]int {
	states := map[string]int{}
	for _, s := range b.running() {
		switch silence, up := s.silentFor(now); {
		case !up:
			states[shardDown]++
		case silence >= heardWithin:
			states[shardSilent]++
		default:
			states[shardUp]++
		}
	}
	return states
}

// shardOf returns the number of the shard whose gateway brings what happens in a
// guild, and false where there is no gateway. It is Discord's rule; what happens
// outside guilds comes by shard 0.
func (b *Bot) shardOf(guild string) (int, bool) {
	shards := b.running()
	if len(shards) == 0 {
		return 0, false
	}
	id, err := strconv.ParseUint(guild, 10, 64)
	if err != nil {
		return 0, true
	}
	return int(id >> 22 % uint64(shards[0].total)), true
}

// size returns how many matches are in memory.
func (r *registry) size() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.entries)
}
