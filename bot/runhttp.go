package bot

import (
	"context"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/sync/errgroup"
)

// httpStopLimit is how long requests under way may take when the bot stops: as
// long as an answer may take.
const httpStopLimit = 3 * time.Second

// An application is what the bot asks of its own.
type application struct {
	ID           string  `json:"id"`
	VerifyKey    string  `json:"verify_key"`
	Interactions *string `json:"interactions_endpoint_url"`
}

// startHTTP serves interactions over HTTP and registers the commands. No gateway
// is opened. Errors: as Run's, and *ConfigError.
func (b *Bot) startHTTP(ctx context.Context, group *errgroup.Group) error {
	l := b.deps.HTTPListener
	if l == nil {
		var err error
		if l, err = listen(ctx, "HTTP_ADDR", b.cfg.HTTPAddr); err != nil {
			return err
		}
	}
	app, err := b.ownApplication(ctx)
	if err == nil {
		err = b.checkEndpoint(app)
	}
	if err != nil {
		_ = l.Close() // it has served nobody
		return err
	}
	b.log.Info("serving interactions", "addr", l.Addr().String(), "path", interactionsPath)
	group.Go(func() error { return b.serveHTTP(ctx, l) })
	group.Go(func() error {
		if err := b.registerCommands(ctx, app.ID); err != nil || ctx.Err() != nil {
			return err
		}
		b.log.Info("ready")
		close(b.ready)
		return nil
	})
	return nil
}

// ownApplication asks who the bot is. Errors: as Run's.
func (b *Bot) ownApplication(ctx context.Context) (application, error) {
	var app application
	err := b.rest.patiently(ctx, http.MethodGet, discordgo.EndpointApplications+"/@me", nil, &app)
	if err != nil {
		return app, explain(ctx, "cannot reach Discord", err)
	}
	return app, nil
}

// checkEndpoint compares keys, since a wrong one shows only when Discord refuses
// the endpoint's URL.
func (b *Bot) checkEndpoint(app application) error {
	if key := hex.EncodeToString(b.cfg.PublicKey); app.VerifyKey != "" && app.VerifyKey != key {
		return wrong("DISCORD_PUBLIC_KEY", "is not the public key of the bot's application; copy it from the General Information page")
	}
	if app.Interactions == nil {
		b.log.Warn("Discord sends interactions elsewhere: set the Interactions Endpoint URL of your application to the https address that leads here, with " +
			interactionsPath + " at its end")
	}
	return nil
}

// serveHTTP serves interactions until ctx ends and, so that none is refused, for
// as long as it may take until no more are sent here. Then it finishes what is
// under way.
func (b *Bot) serveHTTP(ctx context.Context, l net.Listener) error {
	server := newInteractionsServer(&endpoint{key: b.cfg.PublicKey, dispatch: b.dispatch, log: b.log})
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		_ = sleep(context.WithoutCancel(ctx), b.cfg.Drain)
		ctx, cancel := context.WithTimeout(context.Background(), httpStopLimit)
		defer cancel()
		if server.Shutdown(ctx) != nil {
			_ = server.Close() // whoever is cut off now has had the time for an answer
		}
	})
	err := server.Serve(l)
	if stop() { // it ended by itself
		return fmt.Errorf("interactions are no longer served: %w", err)
	}
	<-stopped
	return nil
}

// newInteractionsServer returns a server that gives a client no more time and
// room than Discord needs.
func newInteractionsServer(e *endpoint) *http.Server {
	return &http.Server{
		Handler:           e.handler(),
		ReadHeaderTimeout: 3 * time.Second,
		ReadTimeout:       5 * time.Second,
		WriteTimeout:      5 * time.Second,
		IdleTimeout:       90 * time.Second,
		MaxHeaderBytes:    8 << 10,
		ErrorLog:          slog.NewLogLogger(e.log.Handler(), slog.LevelDebug),
	}
}
