package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"noughts/bot/backoff"
	"noughts/bot/config"
	"noughts/bot/gateway"
	"noughts/bot/ops"
	"noughts/bot/rest"
)

// stopLimit is how long a clean stop may take in all, from the moment at which Run's context ends. Bot.stop may wait
// for pending work for at least leastStop, even if less of stopLimit is left.
const (
	stopLimit = 9500 * time.Millisecond
	leastStop = time.Second
)

// Run runs the bot until ctx ends. It then stops the bot cleanly within ten seconds and returns
// nil. While Discord cannot be reached it tries again. Errors: a gateway.FatalError such as gateway.ErrToken, a *config.Error if Discord
// shows that a setting is wrong, and errors after which a restart may help. Run may be called only once.
func (b *Bot) Run(ctx context.Context) error {
	health, endHealth := context.WithCancel(context.WithoutCancel(ctx))
	defer b.serving.Wait()
	defer endHealth() // stop serving health last
	ctx, cancel := context.WithCancel(ctx)
	defer b.stop()
	defer cancel()
	// Once ctx has ended, the health checks report that the bot is not ready, so that load balancers
	// send it no new requests while it finishes the pending ones.
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
		l, err := listen(ctx, b.deps.HTTPListener, "HTTP_ADDR", b.cfg.HTTPAddr)
		if err != nil {
			return err
		}
		defer func() { _ = l.Close() }()
		start = func(ctx context.Context, group *errgroup.Group) error { return b.startHTTP(ctx, group, l) }
	}
	mayPass := func(err error) bool { return ExitCode(err) != ExitConfig }
	err := Persist(ctx, b.log, "reach Discord", mayPass, func() error { return start(ctx, group) })
	if err != nil && ctx.Err() == nil {
		return err
	}
	for _, run := range []func(context.Context){b.matches.Run, b.cups.Run, b.dailies.Run, b.roles.Run, b.forgetRemoved} {
		group.Go(func() error {
			run(ctx)
			return nil
		})
	}
	return group.Wait()
}

// Persist calls `do` until it succeeds, with growing pauses. It gives up on an error that waiting cannot mend, for which
// `mayPass` returns false, and when ctx ends. `what` says in the log what cannot be done yet.
func Persist(ctx context.Context, log *slog.Logger, what string, mayPass func(error) bool, do func() error) error {
	for pause := new(backoff.Pause); ; {
		err := do()
		if err == nil || !mayPass(err) {
			return err
		}
		wait := pause.Next()
		log.Error("cannot "+what+" yet; trying again", "in", wait.Round(time.Millisecond), "err", err)
		if err := backoff.Sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// tilesWait is how long the first interactions wait until the installed tiles are known. Without
// the wait, boards would change to Unicode emoji and back after a restart.
const tilesWait = time.Second

// startServing installs the tiles and calls `serve`, which takes interactions. It registers the commands once `awaitUp`
// has returned nil, so that no command is offered before the bot can answer it.
func (b *Bot) startServing(ctx context.Context, group *errgroup.Group, app string, serve func() error, awaitUp func(context.Context) error) {
	if b.cfg.Tiles {
		group.Go(func() error {
			b.emojis.Run(ctx, app)
			return nil
		})
	}
	group.Go(func() error {
		if b.cfg.Tiles {
			select {
			case <-b.emojis.Known():
			case <-time.After(tilesWait):
			case <-ctx.Done():
			}
		}
		return serve()
	})
	group.Go(func() error {
		if awaitUp(ctx) == nil {
			b.offerCommands(ctx, app)
		}
		return nil
	})
}

func (b *Bot) startOps(ctx context.Context) error {
	if b.deps.OpsListener == nil && b.cfg.OpsAddr == "" {
		return nil
	}
	l, err := listen(ctx, b.deps.OpsListener, "OPS_ADDR", b.cfg.OpsAddr)
	if err == nil {
		b.serving.Go(func() { ops.Serve(ctx, l, ops.Handler(b.missing, b.deps.Meter, b.cfg.Profile), b.log) })
	}
	return err
}

// listen returns the listener of Deps, if there is one, or listens on the address in a variable.
func listen(ctx context.Context, given net.Listener, variable, addr string) (net.Listener, error) {
	if given != nil {
		return given, nil
	}
	return ops.Listen(ctx, variable, addr)
}

// stop finishes pending work and releases all resources. When Run calls it, nothing accepts new work any more. Work
// that is not finished in time stays in the store, where the next process finds it.
func (b *Bot) stop() {
	left := stopLimit
	if at := b.stopped.Load(); at != nil {
		left -= time.Since(*at)
	}
	ctx, cancel := context.WithTimeout(context.Background(), max(left, leastStop))
	defer cancel()
	answering, answered := context.WithTimeout(ctx, max(left, leastStop)*4/5) // b.matches.Close gets the rest of the time
	defer answered()
	if err := b.inbox.Close(answering); err != nil {
		b.log.Warn("stopped with interactions in flight")
	}
	if err := b.reviews.Close(ctx); err != nil {
		b.log.Warn("stopped with a review in progress")
	}
	if err := b.matches.Close(ctx); err != nil {
		b.log.Warn("stopped with matches in progress")
	}
	b.rest.CloseIdleConnections()
	if err := b.deps.Store.Close(); err != nil {
		b.log.Warn("cannot close the store", "err", err)
	}
	b.log.Info("stopped")
}

// explain converts the error of a REST call to an error that Run can return: nil if the bot is stopping, gateway.ErrToken if
// Discord refused the token, and for any other refusal one sentence.
func (b *Bot) explain(ctx context.Context, what string, err error) error {
	var refused *rest.Error
	switch {
	case ctx.Err() != nil:
		return nil //nolint:nilerr // the call failed because the bot stops
	case errors.As(err, &refused) && refused.Status == http.StatusUnauthorized:
		return gateway.ErrToken
	case errors.As(err, &refused):
		b.log.Debug("Discord refused the start", "err", err)
		return fmt.Errorf("%s: %w", what, refused.Brief())
	}
	return fmt.Errorf("%s: %w", what, err)
}

// The exit codes of a bot process: see ExitCode.
const (
	ExitOK     = 0 // the bot stopped cleanly
	ExitFailed = 1 // any other error
	ExitConfig = 2 // a setting is wrong or missing, such as the token: a restart will not help
)

// ExitCode returns the exit code for err, an error of New or Run.
func ExitCode(err error) int {
	var setting *config.Error
	var fatal gateway.FatalError
	switch {
	case err == nil || errors.Is(err, context.Canceled):
		return ExitOK
	case errors.As(err, &setting), errors.As(err, &fatal):
		return ExitConfig
	}
	return ExitFailed
}
