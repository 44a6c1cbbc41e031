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
	"time"
)

//go:embed static
var static embed.FS

const (
	maxBody        = 16 << 10 // bytes of a form: a command line and its ids
	maxUpload      = 26 << 20 // bytes of a form with files; one file may have 10 MiB
	requestTimeout = 15 * time.Second
	stopTimeout    = 5 * time.Second
)

// A Server serves the page of one World.
type Server struct {
	world  World
	panel  *Panel
	log    *slog.Logger
	now    func() time.Time
	seen   seenPings
	modals pendingModals
	beside map[string]http.Handler // by path
	stop   chan struct{}           // closed when the streams have to end

	host         string // that the page is served at besides the computer's own names; "" for none
	everyAddress bool   // the page is served at all of the computer's addresses
}

// NewServer returns a server for a world, with a panel unless it is nil. now is
// the clock of the relative times on the page.
func NewServer(world World, panel *Panel, log *slog.Logger, now func() time.Time) *Server {
	return &Server{world: world, panel: panel, log: log, now: now, stop: make(chan struct{})}
}

// Beside has a handler serve a path and what is below it, with the protection of the page. It is called before Serve.
func (s *Server) Beside(path string, h http.Handler) *Server {
	if s.beside == nil {
		s.beside = map[string]http.Handler{}
	}
	s.beside[path] = h
	return s
}

// Serve serves on l until ctx ends and returns nil then. It may be called once.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: requestTimeout,
		ReadTimeout:       requestTimeout,
		WriteTimeout:      requestTimeout, // streams set their own
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

// Handler returns the page and everything behind it.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.page)
	mux.HandleFunc("GET /events", own(s.events))
	mux.HandleFunc("GET /complete", own(s.complete))
	mux.HandleFunc("GET /menu", own(s.menu))
	mux.HandleFunc("POST /settings", s.changeSettings)
	mux.HandleFunc("POST /roles", s.changeRoles)
	for name, act := range s.actions() {
		mux.HandleFunc("POST /"+name, s.action(act))
	}
	files, err := fs.Sub(static, "static")
	if err != nil {
		panic(err) // the embedded folder has this name
	}
	mux.HandleFunc("GET /static/emoji/{file}", drawing)
	mux.HandleFunc("GET /emojis/{file}", s.emojiImage)
	mux.HandleFunc("GET /attachments/{id}/{name}", s.attachment)
	mux.Handle("GET /static/", http.StripPrefix("/static/", http.FileServerFS(files)))
	for path, h := range s.beside {
		mux.Handle(path, h)
		mux.Handle(path+"/", h)
	}
	return withHeaders(s.onlyOwnHost(onlyOwnSite(limited(mux))))
}

// limited bounds what is sent: forms with files are larger.
func limited(next http.Handler) http.Handler {
	plain, withFiles := http.MaxBytesHandler(next, maxBody), http.MaxBytesHandler(next, maxUpload)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if takesFiles(r) {
			withFiles.ServeHTTP(w, r)
			return
		}
		plain.ServeHTTP(w, r)
	})
}
