package rest

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"noughts/bot/discordtest/fault"
	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// ViaDiscord is the Via header of every answer that comes from Discord itself. Libraries assume
// that a 429 without this header is a ban by Cloudflare.
const ViaDiscord = "1.1 google"

// An API serves Discord's REST API for a world. Its exported fields must be set before Handler is called.
type API struct {
	Log         *slog.Logger            // gets refusals, bans and faults
	Observers   []func(object.Exchange) // called after each request
	EmojiLimit  int                     // how many emojis an application may create in an hour; 0 for no limit
	GlobalLimit int                     // how many requests an application may make in a second: see the constant GlobalLimit

	world   *world.World
	gateway *gateway.Gateway
	desk    *interaction.Desk
	faults  *fault.Book
	limits  *limiter
	latency atomic.Int64 // a time.Duration
}

// New returns the REST API of a world. g is the world's gateway, and d delivers its interactions.
func New(w *world.World, g *gateway.Gateway, d *interaction.Desk) *API {
	return &API{world: w, gateway: g, desk: d, faults: g.Faults, limits: newLimiter(), GlobalLimit: GlobalLimit}
}

// Handler returns the handler of the API, whose paths begin with /api/.
func (api *API) Handler() http.Handler {
	paths := &router{notFound: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		api.writeError(w, r, form.PlainError(http.StatusNotFound))
	})}
	for path, m := range api.routes() {
		paths.handle(path, api.serveMethods(path, m))
	}
	served := api.noted(paths)
	return api.observed(api.delayed(api.guarded(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		prefix, err := versionPrefix(r.URL.Path)
		if err == nil && !takesAgent(r.UserAgent()) {
			err = form.Refuse(http.StatusForbidden, form.CodeUserAgent, "internal network error")
		}
		if err != nil {
			api.writeError(w, r, err)
			return
		}
		http.StripPrefix(prefix, served).ServeHTTP(w, r)
	}))))
}

// takesAgent reports whether the API accepts a User-Agent. Discord's documentation asks for
// "DiscordBot (address, version)", but Discord accepts other forms too, because some libraries send
// them. Only an empty User-Agent and those of browsers are refused.
func takesAgent(agent string) bool {
	agent = strings.TrimSpace(agent)
	return agent != "" && !strings.HasPrefix(agent, "Mozilla/") && !strings.HasPrefix(agent, "Opera/")
}

// versionPrefix returns "/api/v9" or "/api/v10". It refuses every other version, including older
// ones that Discord still serves, because new bots should not use them.
func versionPrefix(path string) (string, error) {
	for _, prefix := range []string{"/api/v9", "/api/v10"} {
		if strings.HasPrefix(path, prefix+"/") {
			return prefix, nil
		}
	}
	if strings.HasPrefix(path, "/api/") {
		return "", form.Refuse(http.StatusBadRequest, form.CodeInvalidAPIVersion, "Invalid API version")
	}
	return "", form.PlainError(http.StatusNotFound)
}

// serveMethods serves one path. It checks the authorization, applies a pending fault, checks the rate limits, and then
// calls the route.
func (api *API) serveMethods(path string, m methods) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rt, known := m[r.Method]
		if !known {
			api.writeError(w, r, form.PlainError(http.StatusMethodNotAllowed))
			return
		}
		q := &request{Request: r, api: api, world: api.world, app: api.authorised(r)}
		if q.app == nil && !rt.open {
			api.writeError(w, r, form.PlainError(http.StatusUnauthorized))
			return
		}
		serve := func(w http.ResponseWriter) { api.serveRoute(w, q, path, rt) }
		if !api.serveFaulty(w, q, call{path, rt, serve}) {
			serve(w)
		}
	})
}

// serveRoute serves an authorized request, unless the request exceeds a rate limit.
func (api *API) serveRoute(w http.ResponseWriter, q *request, path string, rt route) {
	if !api.underLimit(w, q, path, rt) {
		return
	}
	err := checkPathIDs(q.Request)
	var a reply
	if err == nil {
		a, err = rt.serve(q)
	}
	if err != nil {
		api.writeError(w, q.Request, err)
		return
	}
	writeJSON(w, a.status, a.body)
}

// authorised returns the application of the request's bot token, or nil.
func (api *API) authorised(r *http.Request) *world.Application {
	token, isBot := strings.CutPrefix(r.Header.Get("Authorization"), "Bot ")
	if !isBot {
		return nil
	}
	return api.world.ApplicationByToken(token)
}

// SetLatency delays every REST request by d before it takes effect; 0 ends the delay. It does not
// delay the gateway's payloads.
func (api *API) SetLatency(d time.Duration) { api.latency.Store(int64(d)) }

// Latency returns the delay that SetLatency has set.
func (api *API) Latency() time.Duration { return time.Duration(api.latency.Load()) }

// delayed delays requests by the current latency.
func (api *API) delayed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d := api.Latency(); d > 0 {
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

// writeError answers with a refusal in Discord's format and logs it.
func (api *API) writeError(w http.ResponseWriter, r *http.Request, err error) {
	var e *form.Error
	if !errors.As(err, &e) {
		e = form.PlainError(http.StatusInternalServerError)
	}
	api.Log.Info("refused", "method", r.Method, "route", r.Pattern, "error", err)
	writeJSON(w, e.Status, e)
}

// writeJSON answers with a status and a body. A nil body means no body.
func writeJSON(w http.ResponseWriter, status int, body any) {
	if body == nil {
		w.WriteHeader(status)
		return
	}
	if m, isMessage := body.(object.Message); isMessage {
		body = m.OnWire()
	}
	raw, err := json.Marshal(body)
	if err != nil {
		panic("discordtest: an answer that is not JSON: " + err.Error()) // a bug in this package
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(raw) // an error means that the client has gone away
}
