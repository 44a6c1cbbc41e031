package bot

import (
	"context"
	"net"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/sync/errgroup"

	"noughts/bot/gateway"
)

// startGateway starts the gateway's shards and the registration of the commands. Errors: those of Run.
func (b *Bot) startGateway(ctx context.Context, group *errgroup.Group) error {
	limits, err := b.rest.GatewayBot(ctx)
	if err != nil {
		return b.explain(ctx, "cannot reach Discord", err)
	}
	app, err := b.ownApplication(ctx)
	if err != nil || ctx.Err() != nil {
		return err
	}
	if app.Interactions != nil && *app.Interactions != "" {
		b.log.Warn(interactionsElsewhere)
	}
	runShards := b.openShards(ctx, limits)
	b.startServing(ctx, group, app.ID, runShards, b.shards.Load().AwaitUp)
	return nil
}

const interactionsElsewhere = "Discord sends interactions to an Interactions Endpoint URL instead of the gateway: remove it on the General Information page, or set DISCORD_PUBLIC_KEY and HTTP_ADDR"

// openShards returns a function that runs the shards of this process until ctx ends. Errors of that function:
// FatalError.
func (b *Bot) openShards(ctx context.Context, limits discordgo.GatewayBotResponse) func() error {
	dial, proxy := gateway.DialFunc(b.deps.Dial), gateway.ProxyFunc(nil)
	if dial == nil {
		dial, proxy = (&net.Dialer{}).DialContext, http.ProxyFromEnvironment
	}
	s := gateway.New(gateway.Options{
		Token: string(b.cfg.Token), URL: limits.URL, Dial: dial, Proxy: proxy,
		Start: limits.SessionStartLimit, Limits: b.rest.GatewayBot,
		Sessions: b.deps.Sessions, Leases: b.deps.Leases,
		Interaction: b.inbox.Receive, ClockLead: b.inbox.Lead, Observer: b.deps.Meter, Log: b.log,
	})
	b.shards.Store(s)
	set := b.cfg.Shards.OrRecommended(limits.Shards)
	if b.deps.Leases != nil && b.cfg.Shards.Total == 0 {
		b.log.Info("starting, sharing shards with other processes", "shards", set.Total)
		return func() error { return s.Share(ctx, set.Total) }
	}
	b.log.Info("starting", "shards", len(set.IDs), "of", set.Total)
	return func() error { return s.Run(ctx, set.IDs, set.Total) }
}

func (b *Bot) shardStates() (states gateway.States) {
	if s := b.shards.Load(); s != nil {
		return s.States()
	}
	if !b.overHTTP() {
		states.Down = 1
	}
	return states
}

// connected reports whether interactions of a guild come to this process now: see matches.Deps.Connected.
func (b *Bot) connected(guild string) (since, heard time.Time, now bool) {
	if !b.hasStarted() {
		return time.Time{}, time.Time{}, false
	}
	if s := b.shards.Load(); s != nil {
		return s.Reach(guild)
	}
	return b.readyAt, time.Now(), true // over HTTP Discord calls, and nothing shows that it cannot
}
