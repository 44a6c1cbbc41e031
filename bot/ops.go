package bot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"
)

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

// serveOps serves health and metrics until ctx ends.
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

// opsHandler serves /livez, which says that the process runs, /readyz, which says
// whether members get answers, and /metrics.
func (b *Bot) opsHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "ok\n")
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if missing := b.missing(r.Context()); len(missing) > 0 {
			http.Error(w, strings.Join(missing, "\n"), http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, "ok\n")
	})
	mux.Handle("GET /metrics", b.deps.Meter)
	return mux
}
