package bot

import (
	"context"
	"crypto/rand"

	"github.com/bwmarrin/discordgo"
)

// openShards prepares the process's part of the gateway and returns what runs it
// until ctx ends. Its errors: FatalError.
func (b *Bot) openShards(ctx context.Context, limits discordgo.GatewayBotResponse) func() error {
	t := &tenant{leases: b.deps.Leases, owner: rand.Text(), log: b.log}
	g := &gateway{
		token: b.cfg.Token, url: limits.URL, dial: b.deps.Dial, sessions: b.deps.Sessions,
		gate:   newIdentifyGate(limits.SessionStartLimit, b.rest.gatewayBot, b.deps.Leases, b.log),
		events: b.dispatch.take, clock: b.dispatch.fresh.lead, observer: b.deps.Meter, log: b.log,
		lapsed: func() bool { return false },
	}
	shared := b.deps.Leases != nil && b.cfg.Shards.Total == 0
	if shared {
		g.lapsed = t.lapsed
	}
	t.fleet = newFleet(g)
	b.fleet.Store(t.fleet)
	set := b.cfg.Shards.orRecommended(limits.Shards)
	if shared {
		b.log.Info("starting, with other processes as they come", "shards", set.Total)
		return func() error { return t.run(ctx, set.Total) }
	}
	b.log.Info("starting", "shards", len(set.IDs), "of", set.Total)
	return func() error { return t.fleet.run(ctx, set) }
}

// running returns the gateway shards of this process.
func (b *Bot) running() []*shard {
	if f := b.fleet.Load(); f != nil {
		return f.running()
	}
	return nil
}
