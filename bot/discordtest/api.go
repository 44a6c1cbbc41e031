package discordtest

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"noughts/bot/discordtest/internal/form"
)

// viaDiscord is the Via header of every answer that comes from Discord itself. Libraries assume that a 429 without this
// header is a ban by Cloudflare.
const viaDiscord = "1.1 google"

// An api serves Discord's REST API. A request passes, from outside to inside: the observers, the latency, bans, API
// version and user agent, the mux, the bot's token, pending faults, rate limits, ids in the path, and then the handler
// of its route. The tables of routes are at the top of the files api_….go.
type api struct {
	server    *Server
	limits    *limiter
	latency   atomic.Int64 // a time.Duration
	observers []func(Exchange)

	globalLimit int // how many requests an application may make in a second
	emojiLimit  int // how many emojis an application may create in an hour; 0 for no limit
}

func (api *api) handler() http.Handler {
	mux := http.NewServeMux()
	for path, m := range api.routes() {
		mux.Handle(path, api.serveMethods(path, m))
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { api.refuse(w, r, form.PlainError(http.StatusNotFound)) })
	return api.observed(api.delayed(api.guarded(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		prefix, err := versionPrefix(r.URL.Path)
		if err == nil && !takesAgent(r.UserAgent()) {
			err = form.Refuse(http.StatusForbidden, 40333, "internal network error")
		}
		if err != nil {
			api.refuse(w, r, err)
			return
		}
		http.StripPrefix(prefix, mux).ServeHTTP(w, r)
	}))))
}

// takesAgent reports whether the API accepts a User-Agent. Discord's documentation asks for "DiscordBot (address,
// version)", but Discord refuses only an empty User-Agent and those of browsers.
func takesAgent(agent string) bool {
	agent = strings.TrimSpace(agent)
	return agent != "" && !strings.HasPrefix(agent, "Mozilla/") && !strings.HasPrefix(agent, "Opera/")
}

// versionPrefix returns "/api/v9" or "/api/v10". It refuses every other version, including older ones that Discord
// still serves, because new bots should not use them.
func versionPrefix(path string) (string, error) {
	for _, prefix := range []string{"/api/v9", "/api/v10"} {
		if strings.HasPrefix(path, prefix+"/") {
			return prefix, nil
		}
	}
	if strings.HasPrefix(path, "/api/") {
		return "", form.Refuse(http.StatusBadRequest, 50041, "Invalid API version")
	}
	return "", form.PlainError(http.StatusNotFound)
}

func (api *api) serveMethods(path string, m methods) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		noteRoute(r, path)
		rt, known := m[r.Method]
		if !known {
			api.refuse(w, r, form.PlainError(http.StatusMethodNotAllowed))
			return
		}
		q := &request{Request: r, api: api, server: api.server, app: api.authorised(r)}
		if q.app == nil && !rt.open {
			api.refuse(w, r, form.PlainError(http.StatusUnauthorized))
			return
		}
		if !api.serveFaulty(w, q, path, rt) {
			api.serveRoute(w, q, path, rt)
		}
	})
}

func (api *api) serveRoute(w http.ResponseWriter, q *request, path string, rt route) {
	if !api.underLimit(w, q, path, rt) {
		return
	}
	err := checkPathIDs(q.Request)
	var a reply
	if err == nil {
		a, err = rt.serve(q)
	}
	if err != nil {
		api.refuse(w, q.Request, err)
		return
	}
	writeJSON(w, a.status, a.body)
}

func (api *api) authorised(r *http.Request) *Application {
	token, isBot := strings.CutPrefix(r.Header.Get("Authorization"), "Bot ")
	if !isBot {
		return nil
	}
	api.server.mu.Lock()
	defer api.server.mu.Unlock()
	return api.server.tokens[token]
}

func (api *api) delayed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d := api.server.Latency(); d > 0 {
			timer := time.NewTimer(d)
			defer timer.Stop()
			select {
			case <-timer.C:
			case <-r.Context().Done():
			}
		}
		next.ServeHTTP(w, r)
	})
}

func (api *api) refuse(w http.ResponseWriter, r *http.Request, err error) {
	var e *form.Error
	if !errors.As(err, &e) {
		e = form.PlainError(http.StatusInternalServerError)
	}
	api.server.log.Info("refused", "method", r.Method, "route", r.Pattern, "error", err)
	writeJSON(w, e.Status, e)
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	if body == nil {
		w.WriteHeader(status)
		return
	}
	if m, isMessage := body.(Message); isMessage {
		body = m.OnWire()
	}
	raw := encode(body)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(raw) // an error means that the client has gone away
}

// encode returns the JSON of a value that always has one.
func encode(value any) []byte {
	raw, err := json.Marshal(value)
	if err != nil {
		panic("discordtest: no JSON: " + err.Error()) // a bug in this package
	}
	return raw
}
