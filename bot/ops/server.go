// Package ops is for operating the bot: the endpoints for liveness, readiness, metrics and profiles, and a log without
// secrets.
package ops

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"syscall"
	"time"
)

// inUseOnWindows is WSAEADDRINUSE, Windows' EADDRINUSE.
const inUseOnWindows = syscall.Errno(10048)

// Listen opens a listener on `addr`, the value of the environment variable `variable`. The error is a sentence for the
// person who runs the bot.
func Listen(ctx context.Context, variable, addr string) (net.Listener, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE) || errors.Is(err, inUseOnWindows):
		return nil, fmt.Errorf("%s %s is in use by another program; choose another port: %w", variable, addr, err)
	case err != nil:
		return nil, fmt.Errorf("%s %s cannot be served: %w", variable, addr, err)
	}
	return l, nil
}

// Serve serves a handler until ctx ends.
func Serve(ctx context.Context, l net.Listener, h http.Handler, log *slog.Logger) {
	server := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       5 * time.Second,
		WriteTimeout:      10 * time.Second,
		MaxHeaderBytes:    8 << 10,
	}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		log.Error("health server stopped: restart the bot", "err", err)
	}
}
