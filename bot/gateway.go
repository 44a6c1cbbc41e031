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

// startGateway opens the gateway's shards and registers the commands. Errors: as
// Run's.
func (b *Bot) startGateway(ctx context.Context, group *errgroup.Group) error {
	limits, err := b.rest.GatewayBot(ctx)
	if err != nil {
		return b.explain(ctx, "cannot reach Discord", err)
	}
	runShards := b.openShards(ctx, limits)
	group.Go(func() error {
		b.awaitTiles(ctx)
		return runShards()
	})
	group.Go(func() error {
		app, err := b.ownApplication(ctx)
		if err != nil || ctx.Err() != nil {
			return err
		}
		if app.Interactions != nil && *app.Interactions != "" {
			b.log.Warn(interactionsElsewhere)
		}
		b.installTiles(ctx, group, app.ID)
		if b.shards.Load().AwaitUp(ctx) != nil {
			return nil //nolint:nilerr // the bot stops
		}
		// Only now, so that no command is offered that nobody would answer.
		if err := b.register(ctx, app.ID); err != nil || ctx.Err() != nil {
			return err
		}
		b.setReady()
		return nil
	})
	return nil
}

// interactionsElsewhere is the warning about an application with an Interactions Endpoint URL, to which Discord
// sends interactions instead of the gateway.
const interactionsElsewhere = "Discord sends interactions to an Interactions Endpoint URL instead of the gateway: remove it on the General Information page, or set DISCORD_PUBLIC_KEY and HTTP_ADDR"

// openShards prepares the process's share of the gateway and returns the function that runs it until ctx ends.
// Its errors: FatalError.
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

// shardStates counts the shards of this process by state.
func (b *Bot) shardStates() gateway.States {
	if s := b.shards.Load(); s != nil {
		return s.States()
	}
	return gateway.States{}
}

// reach returns since when interactions of a guild have come to this process without a gap, and false if they
// do not come now, or to another process.
func (b *Bot) reach(guild string) (since time.Time, now bool) {
	select {
	case <-b.ready:
	default:
		return time.Time{}, false
	}
	if s := b.shards.Load(); s != nil {
		return s.Reach(guild)
	}
	return b.readyAt, true
}

// A FatalError is an error that no reconnect can help: see gateway.FatalError.
type FatalError = gateway.FatalError

// ErrToken is Run's error for a token that Discord does not accept.
const ErrToken = gateway.ErrToken
