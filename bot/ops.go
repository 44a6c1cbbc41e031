package bot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"syscall"
	"time"
)

// heardWithin is how recently Discord must have been heard for the bot to be
// ready: more than two heartbeats.
const heardWithin = 90 * time.Second

// listen opens the listener of an address that a variable holds. The error is a
// sentence.
func listen(ctx context.Context, variable, addr string) (net.Listener, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s %s is in use by another program; choose another port: %w", variable, addr, err)
	case err != nil:
		return nil, fmt.Errorf("%s %s cannot be served: %w", variable, addr, err)
	}
	return l, nil
}

// serveOps serves health until ctx ends.
func (b *Bot) serveOps(ctx context.Context, l net.Listener) {
	server := &http.Server{
		Handler:           b.opsHandler(),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       5 * time.Second,
		WriteTimeout:      10 * time.Second,
		MaxHeaderBytes:    8 << 10,
	}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		b.log.Error("health is no longer served", "err", err)
	}
}

// opsHandler serves /livez, which says that the process runs, and /readyz, which
// says whether members get answers.
func (b *Bot) opsHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "ok\n")
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		if !b.answersMembers() {
			http.Error(w, "members get no answers: see the log", http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, "ok\n")
	})
	return mux
}

// answersMembers says whether interactions come and are answered, as far as the
// bot can know. Over HTTP nobody hears of Discord until somebody plays.
func (b *Bot) answersMembers() bool {
	if !b.overHTTP() {
		return b.heardDiscord(time.Now())
	}
	select {
	case <-b.ready:
		return true
	default:
		return false
	}
}

// heardDiscord says whether a shard is up and has heard from Discord lately.
func (b *Bot) heardDiscord(now time.Time) bool {
	for _, s := range b.running() {
		if silence, up := s.silentFor(now); up && silence < heardWithin {
			return true
		}
	}
	return false
}
