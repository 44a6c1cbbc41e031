package discordtest

import (
	"maps"
	"net/http"
	"strings"
	"time"

	"noughts/bot/discordtest/internal/form"
)

// A reply is a successful answer. If it has no body, its status is 204.
type reply struct {
	status int
	body   any
}

func ok(body any) (reply, error)      { return reply{http.StatusOK, body}, nil }
func noContent() (reply, error)       { return reply{status: http.StatusNoContent}, nil }
func failed(err error) (reply, error) { return reply{}, err }

// A serving answers a request. Its errors are refusals, of type *form.Error.
type serving func(*request) (reply, error)

type route struct {
	open   bool          // needs no bot token: the path contains a secret, or the answer is public
	exempt bool          // requests do not count against the global limit; true for callbacks and webhook tokens
	limit  int           // the number of requests in `span`, for each value of the majorParameters; 0 for no limit
	span   time.Duration // the period in which `limit` requests are allowed
	serve  serving
}

type methods map[string]route

// withObject returns a serving for requests about an object, such as a channel, that the path names: `find` looks it
// up, and `serve` answers, both under the server's lock.
func withObject[T any](find func(*request) (T, error), serve func(*request, T) (reply, error)) serving {
	return func(r *request) (reply, error) {
		r.server.mu.Lock()
		defer r.server.mu.Unlock()
		it, err := find(r)
		if err != nil {
			return failed(err)
		}
		return serve(r, it)
	}
}

// shows returns a serving that answers with what `object` makes of the object.
func shows[T, V any](find func(*request) (T, error), object func(T) V) serving {
	return withObject(find, func(_ *request, it T) (reply, error) { return ok(object(it)) })
}

// withBody is like withObject, for requests with a body, which it reads before it takes the lock, so that a slow client
// delays nobody else.
func withBody[T any](find func(*request) (T, error), serve func(*request, T, form.Field) (reply, error)) serving {
	return func(r *request) (reply, error) {
		f, err := r.body()
		if err != nil {
			return failed(err)
		}
		return withObject(find, func(r *request, it T) (reply, error) { return serve(r, it, f) })(r)
	}
}

const (
	get, post, put  = http.MethodGet, http.MethodPost, http.MethodPut
	patch, deletion = http.MethodPatch, http.MethodDelete
)

// The rate limits of routes. Discord does not publish its limits; these are of the size that bots usually see.

func readRoute(serve serving) route { return route{limit: 50, span: time.Second, serve: serve} }

func writeRoute(serve serving) route { return route{limit: 5, span: 5 * time.Second, serve: serve} }

// hookRoute returns a route of a webhook, with its token in the path.
func hookRoute(serve serving) route {
	return route{open: true, exempt: true, limit: 5, span: 2 * time.Second, serve: serve}
}

func (api *api) routes() map[string]methods {
	all := resourceRoutes()
	maps.Copy(all, messageRoutes())
	maps.Copy(all, api.commandRoutes())
	return all
}

// hasRoute reports whether the API has a route. `name` is a method and a pattern, such as "GET /gateway".
func (api *api) hasRoute(name string) bool {
	method, path, _ := strings.Cut(name, " ")
	_, ok := api.routes()[path][method]
	return ok
}
