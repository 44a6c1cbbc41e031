package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"noughts/bot"
	"noughts/bot/store"
	"noughts/cmd/playground/web"
)

// A runner runs a bot and restarts it on request. All of its bots share one store, so games survive a restart.
type runner struct {
	cfg  bot.Config
	deps bot.Deps
	run  func(ctx context.Context, cfg bot.Config, deps bot.Deps) error

	mu   sync.Mutex
	stop context.CancelFunc // stops the running bot
	done chan struct{}      // closed when the running bot has stopped
}

// A lasting store ignores Close, so that the next bot can use it.
type lasting struct{ store.Store }

// Close does nothing.
func (lasting) Close() error { return nil }

// keepRunning runs one bot after another until ctx ends. A bot that stops by itself is an error.
func (r *runner) keepRunning(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := r.runOnce(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (r *runner) runOnce(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	defer close(done)
	r.mu.Lock()
	r.stop, r.done = cancel, done
	r.mu.Unlock()
	if err := r.run(ctx, r.cfg, r.deps); err != nil || ctx.Err() == nil {
		return fmt.Errorf("the bot stopped: %w", errors.Join(err, ctx.Err()))
	}
	return nil
}

const errNotRunning web.Refusal = "The bot isn't running."

// restart returns when the running bot has stopped. keepRunning then starts the next bot at once.
func (r *runner) restart(ctx context.Context) error {
	r.mu.Lock()
	stop, done := r.stop, r.done
	r.mu.Unlock()
	if stop == nil {
		return errNotRunning
	}
	stop()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (r *runner) restartSwitch() web.Switch {
	return web.Switch{
		Name: "restart", Label: "Restart the bot", About: "Stops it cleanly and starts it again with its stored games.",
		Do: func(ctx context.Context, _ string) error { return r.restart(ctx) },
	}
}
