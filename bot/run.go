package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"noughts/bot/config"
	"noughts/bot/ops"
	"noughts/bot/rest"
)

// stopLimit is how long a clean stop may take in all, and leastStop what is left of
// that for work under way at least.
const (
	stopLimit = 9500 * time.Millisecond
	leastStop = time.Second
)

// Run runs the bot until ctx ends, then stops it cleanly within ten seconds and returns nil.
// Errors: a FatalError such as ErrToken, a *config.Error if Discord says that a setting is wrong,
// and others that a restart may help. It may be called once.
func (b *Bot) Run(ctx context.Context) error {
	health, endHealth := context.WithCancel(context.WithoutCancel(ctx))
	defer b.serving.Wait()
	defer endHealth() // health is served to the end
	ctx, cancel := context.WithCancel(ctx)
	defer b.stop()
	defer cancel()
	// From then on it says that it is not ready, so that a load balancer sends it no
	// more while it finishes what it has.
	context.AfterFunc(ctx, func() {
		now := time.Now()
		b.stopped.Store(&now)
	})
	if err := b.startOps(health); err != nil {
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
	for _, run := range []func(context.Context){b.owner.Run, b.cups.Run, b.dailies.Run, b.roles.Run, b.forgetRemoved} {
		group.Go(func() error {
			run(ctx)
			return nil
		})
	}
	return group.Wait()
}

// installTiles has tiles installed in the background, if they are wanted.
func (b *Bot) installTiles(ctx context.Context, group *errgroup.Group, app string) {
	if !b.cfg.Tiles {
		return
	}
	group.Go(func() error {
		b.emojis.Run(ctx, app)
		return nil
	})
}

// tilesWait is how long the first interactions wait until it is known which tiles there
// are, so that a restart changes no board to Unicode emoji and back.
const tilesWait = time.Second

// awaitTiles waits until boards can be drawn with the tiles that are there, but not for
// long: they can be drawn without.
func (b *Bot) awaitTiles(ctx context.Context) {
	if !b.cfg.Tiles {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, tilesWait)
	defer cancel()
	select {
	case <-b.emojis.Known():
	case <-ctx.Done():
	}
}

// startOps serves health, if anywhere.
func (b *Bot) startOps(ctx context.Context) error {
	l := b.deps.OpsListener
	if l == nil && b.cfg.OpsAddr == "" {
		return nil
	}
	if l == nil {
		var err error
		if l, err = ops.Listen(ctx, "OPS_ADDR", b.cfg.OpsAddr); err != nil {
			return err
		}
	}
	b.serving.Go(func() { ops.Serve(ctx, l, ops.Handler(b.missing, b.deps.Meter, b.cfg.Profile), b.log) })
	return nil
}

// stop finishes what is under way and releases everything. Nothing new comes by
// then. What is not finished in time is left to the next process, which finds it in
// the store.
func (b *Bot) stop() {
	left := stopLimit
	if at := b.stopped.Load(); at != nil {
		left -= time.Since(*at)
	}
	ctx, cancel := context.WithTimeout(context.Background(), max(left, leastStop))
	defer cancel()
	answering, answered := context.WithTimeout(ctx, max(left, leastStop)*4/5) // the rest is the owner's
	defer answered()
	if err := b.inbox.Close(answering); err != nil {
		b.log.Warn("stopped with interactions in flight")
	}
	if err := b.reviews.Close(ctx); err != nil {
		b.log.Warn("stopped with a review in progress")
	}
	if err := b.owner.Close(ctx); err != nil {
		b.log.Warn("stopped with matches in progress")
	}
	b.rest.CloseIdleConnections()
	if err := b.deps.Store.Close(); err != nil {
		b.log.Warn("cannot close the store", "err", err)
	}
	b.log.Info("stopped")
}

// explain turns the error of a REST call into Run's: nil when the bot is to
// stop anyway, ErrToken when the token was refused. Of an answer it says one sentence, and the log has the
// rest at level debug.
func (b *Bot) explain(ctx context.Context, what string, err error) error {
	var refused *rest.Error
	switch {
	case ctx.Err() != nil:
		return nil //nolint:nilerr // the call failed because the bot stops
	case errors.As(err, &refused) && refused.Status == http.StatusUnauthorized:
		return ErrToken
	case errors.As(err, &refused):
		b.log.Debug("Discord refused the start", "err", err)
		return fmt.Errorf("%s: %w", what, refused.Brief())
	}
	return fmt.Errorf("%s: %w", what, err)
}

// The exit codes of a bot process.
const (
	ExitOK     = 0 // a clean stop
	ExitFailed = 1 // anything else
	ExitConfig = 2 // a wrong or missing setting: starting again will not help
)

// ExitCode returns the exit code of a process whose New or Run returned err.
func ExitCode(err error) int {
	var setting *config.Error
	switch {
	case err == nil || errors.Is(err, context.Canceled):
		return ExitOK
	case errors.As(err, &setting):
		return ExitConfig
	}
	return ExitFailed
}
