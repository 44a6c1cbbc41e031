package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	// stopLimit is how long a clean stop may take in all, and leastStop what is left of
	// that for work under way at least.
	stopLimit = 9500 * time.Millisecond
	leastStop = time.Second
	// sweepPace is how often memory is gone through, and idleLife how long what
	// nobody uses stays in it. It is longer than the life of a token.
	sweepPace = time.Minute
	idleLife  = 30 * time.Minute
	// endedLife is the same of matches that have ended.
	endedLife = 2 * time.Minute
)

// Run runs the bot until ctx ends, then stops it cleanly within ten seconds and
// returns nil. Errors: a FatalError such as ErrToken, a *ConfigError when Discord
// says that a setting is wrong, and others that starting again may mend. It may
// be called once.
func (b *Bot) Run(ctx context.Context) error {
	ops, endOps := context.WithCancel(context.WithoutCancel(ctx))
	defer b.serving.Wait()
	defer endOps() // health is served to the end
	ctx, cancel := context.WithCancel(ctx)
	defer b.stop()
	defer cancel()
	context.AfterFunc(ctx, b.drain)
	if err := b.startOps(ops); err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	start := b.startGateway
	if b.overHTTP() {
		start = b.startHTTP
	}
	if err := start(ctx, group); err != nil {
		return err
	}
	group.Go(func() error {
		b.clocks.run(ctx)
		return nil
	})
	group.Go(func() error {
		b.resumer.run(ctx)
		return nil
	})
	group.Go(func() error {
		b.sweep(ctx)
		return nil
	})
	return group.Wait()
}

// overHTTP says whether interactions come over HTTP rather than the gateway.
func (b *Bot) overHTTP() bool { return len(b.cfg.PublicKey) > 0 }

// startGateway opens the gateway's shards and registers the commands. Errors: as
// Run's.
func (b *Bot) startGateway(ctx context.Context, group *errgroup.Group) error {
	limits, err := b.rest.gatewayBot(ctx)
	if err != nil {
		return explain(ctx, "cannot reach Discord", err)
	}
	group.Go(b.openShards(ctx, limits))
	group.Go(func() error { return b.register(ctx) })
	return nil
}

// startOps serves health, if anywhere.
func (b *Bot) startOps(ctx context.Context) error {
	l := b.deps.OpsListener
	if l == nil && b.cfg.OpsAddr == "" {
		return nil
	}
	if l == nil {
		var err error
		if l, err = listen(ctx, "OPS_ADDR", b.cfg.OpsAddr); err != nil {
			return err
		}
	}
	b.serving.Go(func() { b.serveOps(ctx, l) })
	return nil
}

// register brings the commands up to date and then waits for all shards to say
// that the bot is ready.
func (b *Bot) register(ctx context.Context) error {
	app, err := b.ownApplication(ctx)
	if err != nil || ctx.Err() != nil {
		return err
	}
	if app.Interactions != nil && *app.Interactions != "" {
		b.log.Warn("Discord sends interactions to an Interactions Endpoint URL and not here: remove it from the General Information page, or set DISCORD_PUBLIC_KEY and HTTP_ADDR")
	}
	if err := b.registerCommands(ctx, app.ID); err != nil {
		return err
	}
	if b.fleet.Load().awaitUp(ctx) != nil {
		return nil //nolint:nilerr // the bot is to stop
	}
	b.log.Info("ready")
	close(b.ready)
	return nil
}

// registerCommands brings the application's commands up to date. Errors: as
// Run's.
func (b *Bot) registerCommands(ctx context.Context, app string) error {
	err := syncCommands(ctx, b.rest, app, b.cfg.GuildID, b.commands.Declarations(), b.log)
	if err != nil {
		return explain(ctx, "cannot register the commands", err)
	}
	return nil
}

// explain turns the error of a REST call into Run's: nil when the bot is to
// stop anyway, ErrToken when the token was refused.
func explain(ctx context.Context, what string, err error) error {
	var refused *apiError
	switch {
	case ctx.Err() != nil:
		return nil //nolint:nilerr // the call failed because the bot stops
	case errors.As(err, &refused) && refused.Status == http.StatusUnauthorized:
		return ErrToken
	}
	return fmt.Errorf("%s: %w", what, err)
}

// sweep lets go of what nobody uses, until ctx ends.
func (b *Bot) sweep(ctx context.Context) {
	for sleep(ctx, sweepPace) == nil {
		b.sweepOnce()
	}
}

func (b *Bot) sweepOnce() {
	since := time.Now().Add(-idleLife)
	b.registry.sweep(since)
	b.boards.sweep(since)
}

// stop finishes what is under way and releases everything. The transport is
// closed by then, so that nothing new comes. What is not finished in time is left
// to the next process, which finds it in the store.
func (b *Bot) stop() {
	left := max(stopLimit-b.drained(), leastStop)
	ctx, cancel := context.WithTimeout(context.Background(), left)
	defer cancel()
	if err := b.dispatch.close(ctx); err != nil {
		b.log.Warn("interactions were still in work")
	}
	if err := b.computer.close(ctx); err != nil {
		b.log.Warn("searches did not end in time")
	}
	b.boards.close(ctx)
	if f := b.fleet.Load(); f != nil {
		f.linger(ctx)
	}
	b.rest.http.CloseIdleConnections()
	if err := b.deps.Store.Close(); err != nil {
		b.log.Error("the store could not be closed", "err", err)
	}
	b.log.Info("stopped")
}
