package ops

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/pprof"
	"strings"
	"time"

	"noughts/bot/backoff"
)

// Handler serves /livez (the process runs), /readyz (the problems that keep members' interactions from being answered,
// one a line) and /metrics. If `profile` is set, it also serves net/http/pprof's /debug/pprof/.
func Handler(missing func(context.Context) []string, metrics http.Handler, profile bool) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "ok\n")
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if missing := missing(r.Context()); len(missing) > 0 {
			http.Error(w, strings.Join(missing, "\n"), http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, "ok\n")
	})
	mux.Handle("GET /metrics", metrics)
	if profile {
		mux.HandleFunc("GET /debug/pprof/", pprof.Index)
		mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
		mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	}
	return mux
}

// pingLimit is the timeout for the database's answer. A press needs several answers of the database
// within three seconds.
const pingLimit = 500 * time.Millisecond

// Answers returns "" if a database answers within half a second (pingLimit), and otherwise a line for /readyz. It
// returns after that time even if Ping does not.
func Answers(ctx context.Context, p interface {
	Ping(ctx context.Context) error
}, log *slog.Logger) string {
	ctx, cancel := context.WithTimeout(ctx, pingLimit)
	defer cancel()
	var failed error
	err := backoff.Await(ctx, func() { failed = p.Ping(ctx) })
	if err == nil {
		err = failed
	}
	if err == nil {
		return ""
	}
	log.Warn("the database does not take changes", "err", err)
	if errors.Is(err, context.DeadlineExceeded) {
		return "no answer from the database within half a second"
	}
	return "the database does not take changes: " + strings.Join(strings.Fields(err.Error()), " ")
}
