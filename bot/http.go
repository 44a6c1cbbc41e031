package bot

import (
	"context"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"noughts/bot/backoff"
	"noughts/bot/config"
)

const (
	interactionsPath = "/interactions"
	// httpStopLimit is how long pending requests may take while the bot stops. Discord waits no longer for an answer.
	httpStopLimit = 3 * time.Second
)

func checkHTTP(cfg Config, deps Deps) error {
	switch keyed, served := len(cfg.PublicKey) > 0, cfg.HTTPAddr != "" || deps.HTTPListener != nil; {
	case keyed && !served:
		return config.Errorf("HTTP_ADDR", "is missing")
	case served && !keyed:
		return config.Errorf("DISCORD_PUBLIC_KEY", "is missing")
	}
	return nil
}

func (b *Bot) startHTTP(ctx context.Context, group *errgroup.Group, l net.Listener) error {
	app, err := b.ownApplication(ctx)
	if err != nil || ctx.Err() != nil {
		return err
	}
	if err := b.checkEndpoint(app); err != nil {
		return err
	}
	b.log.Info("serving interactions", "addr", l.Addr().String(), "path", interactionsPath)
	serve := func() error { return b.serveHTTP(ctx, l) }
	b.startServing(ctx, group, app.ID, serve, func(context.Context) error { return nil })
	return nil
}

// checkEndpoint refuses a wrong public key, which else would be noticed only when Discord refuses the endpoint's URL.
func (b *Bot) checkEndpoint(app application) error {
	if key := hex.EncodeToString(b.cfg.PublicKey); app.VerifyKey != "" && app.VerifyKey != key {
		return config.Errorf("DISCORD_PUBLIC_KEY", "is not the public key of the bot's application; copy it from the General Information page")
	}
	if app.Interactions == nil {
		b.log.Warn(noEndpoint)
	}
	return nil
}

const noEndpoint = "Discord sends interactions elsewhere: set the Interactions Endpoint URL of your application to this server's https address, with " +
	interactionsPath + " at its end"

// serveHTTP serves interactions until ctx ends, and then for Config.Drain longer, until load balancers
// send no more requests. It then finishes pending requests.
func (b *Bot) serveHTTP(ctx context.Context, l net.Listener) error {
	answer := func(w http.ResponseWriter, r *http.Request, body []byte, arrived time.Time) {
		b.inbox.ServeInteraction(r.Context(), w, body, arrived)
	}
	server := newSignedServer(b.cfg.PublicKey, interactionsPath, answer, b.log)
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		_ = backoff.Sleep(context.WithoutCancel(ctx), b.cfg.Drain)
		ctx, cancel := context.WithTimeout(context.Background(), httpStopLimit)
		defer cancel()
		server.Shutdown(ctx) // cuts requests that are still pending at the timeout: Discord no longer waits for their answers
	})
	err := server.Serve(l)
	if stop() { // the server has ended by itself
		return fmt.Errorf("HTTP server stopped: %w", err)
	}
	<-stopped
	return nil
}
