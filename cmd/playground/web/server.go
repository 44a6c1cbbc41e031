package web

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

//go:embed static
var static embed.FS

const (
	maxBody        = 16 << 10 // bytes of a form
	requestTimeout = 15 * time.Second
	stopTimeout    = 5 * time.Second
)

// A Server serves the page of one World.
type Server struct {
	world     *World
	panel     *Panel
	log       *slog.Logger
	now       func() time.Time
	seenPings sync.Map // how many pings a member has seen in a channel, by the ids of both
	modals    pendingModals
	stop      chan struct{} // closed to end the event streams

	host         string // host name from At; "" for none
	everyAddress bool   // the page is served at all addresses of the computer
}

// NewServer returns a server for a world. `now` is the clock for relative times on the page.
func NewServer(world *World, panel *Panel, log *slog.Logger, now func() time.Time) *Server {
	return &Server{world: world, panel: panel, log: log, now: now, stop: make(chan struct{})}
}

// Serve serves the page on l until ctx ends, and then returns nil. Call it only once.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: requestTimeout,
		ReadTimeout:       requestTimeout,
		WriteTimeout:      requestTimeout, // event streams extend it
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    maxBody,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serving the page: %w", err)
	case <-ctx.Done():
	}
	close(s.stop)
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	if err := server.Shutdown(limited); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("ending the page: %w", err)
	}
	return nil
}

// Handler returns the handler of the page, its actions and its files.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.page)
	mux.HandleFunc("GET /events", own(s.events))
	mux.HandleFunc("GET /complete", own(s.complete))
	mux.HandleFunc("GET /menu", own(s.menu))
	mux.HandleFunc("POST /settings", s.changing((*view).changeSettings))
	mux.HandleFunc("POST /roles", s.changing((*view).changeRoles))
	for name, act := range s.actions() {
		mux.HandleFunc("POST /"+name, s.action(act))
	}
	files, err := fs.Sub(static, "static")
	if err != nil {
		panic(err) // the folder is embedded
	}
	mux.HandleFunc("GET /emojis/{file}", s.emojiImage)
	mux.HandleFunc("GET /attachments/{id}/{name}", s.attachment)
	mux.Handle("GET /static/", http.StripPrefix("/static/", http.FileServerFS(files)))
	return withHeaders(s.onlyOwnHost(onlyOwnSite(http.MaxBytesHandler(mux, maxBody))))
}
