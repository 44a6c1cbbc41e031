package rest

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"noughts/bot/discordtest/fault"
	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// ViaDiscord is the Via header of every answer that comes from Discord itself.
// Libraries take a 429 without it for a ban by Cloudflare.
const ViaDiscord = "1.1 google"

// An API is the REST half of a Discord. Its exported fields are set before Handler is
// called.
type API struct {
	Log         *slog.Logger            // of refusals, bans and faults
	Observers   []func(object.Exchange) // called after each request
	EmojiLimit  int                     // the number of emojis that may be created in an hour, 0 for no limit
	GlobalLimit int                     // the number of requests of an application in GlobalSpan, except for interactions

	world   *world.World
	gateway *gateway.Gateway
	desk    *interaction.Desk
	faults  *fault.Book
	limits  *limiter
	latency atomic.Int64 // a time.Duration
	said    sync.Map     // the routes that the log has called not served
}

// New returns the REST API of a world, of its gateway and of its interactions.
func New(w *world.World, g *gateway.Gateway, d *interaction.Desk) *API {
	return &API{world: w, gateway: g, desk: d, faults: g.Faults, limits: newLimiter(), GlobalLimit: GlobalLimit}
}

// Handler serves the API below /api/.
func (api *API) Handler() http.Handler {
	paths := &router{notFound: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		api.writeError(w, r, form.PlainError(http.StatusNotFound))
	})}
	routes := api.routes()
	absent := outside(routes)
	for path, m := range routes {
		paths.handle(path, api.serveMethods(path, m, api.serveOutside(absent[bare(path)])))
		delete(absent, bare(path))
	}
	for _, a := range absent {
		paths.handle(a.path, api.serveOutside(a))
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

// takesAgent reports whether a client with this User-Agent is accepted. Discord's documentation asks for
// "DiscordBot (address, version)", but some libraries write it differently, and Discord accepts them. Only an
// empty one and those of browsers are refused.
func takesAgent(agent string) bool {
	agent = strings.TrimSpace(agent)
	return agent != "" && !strings.HasPrefix(agent, "Mozilla/") && !strings.HasPrefix(agent, "Opera/")
}

// versionPrefix returns "/api/v9" or "/api/v10". Every other version is refused, also those that Discord still
// serves: nobody should start with them.
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

// serveMethods serves one path: authorization, rate limit, then the route. Unknown methods go to others.
func (api *API) serveMethods(path string, m methods, others http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rt, known := m[r.Method]
		if !known {
			others.ServeHTTP(w, r)
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

// serveRoute serves a permitted request, unless it exceeds a rate limit.
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

// authorised returns the application whose bot token the request carries, or nil.
func (api *API) authorised(r *http.Request) *world.Application {
	token, isBot := strings.CutPrefix(r.Header.Get("Authorization"), "Bot ")
	if !isBot {
		return nil
	}
	return api.world.ApplicationByToken(token)
}

// SetLatency delays the effect of every REST request from now on; 0 ends it. It does not delay the gateway's
// payloads.
func (api *API) SetLatency(d time.Duration) { api.latency.Store(int64(d)) }

// Latency returns what SetLatency has set.
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

// writeError writes a refusal in Discord's form and logs it.
func (api *API) writeError(w http.ResponseWriter, r *http.Request, err error) {
	var e *form.Error
	if !errors.As(err, &e) {
		e = form.PlainError(http.StatusInternalServerError)
	}
	api.Log.Info("refused", "method", r.Method, "route", r.Pattern, "error", err)
	writeJSON(w, e.Status, e)
}

// writeJSON answers with a status and a body, none when it is nil.
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
		panic("discordtest: an answer that is not JSON: " + err.Error()) // a mistake of this package
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(raw) // if the client has gone away it misses nothing
}
