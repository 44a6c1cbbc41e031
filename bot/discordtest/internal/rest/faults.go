package rest

import (
	"cmp"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"time"

	"noughts/bot/discordtest/fault"
	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/world"
)

// A faulty serves a call with a fault in it.
type faulty func(api *API, w http.ResponseWriter, r *request, f fault.Fault, c call)

// A call is a request's route.
type call struct {
	path  string // its pattern
	route route
	serve func(w http.ResponseWriter) // answers it without a fault
}

// faults are the functions that serve a call with each kind of REST fault.
var faults = map[fault.Kind]faulty{
	fault.Status: func(_ *API, w http.ResponseWriter, _ *request, f fault.Fault, _ call) {
		writeFailure(w, f.Code)
	},
	fault.Limit:  limitFault(scopeUser),
	fault.Shared: limitFault(scopeShared),
	fault.Global: limitFault(scopeGlobal),
	fault.HTMLLimit: func(_ *API, w http.ResponseWriter, _ *request, f fault.Fault, _ call) {
		writeCloudflare(w, http.StatusTooManyRequests, f.Wait)
	},
	fault.LoseRequest: func(_ *API, _ http.ResponseWriter, r *request, _ fault.Fault, _ call) {
		readAhead(r.Request) // the client must have sent all of it, so that it cannot know
		panic(http.ErrAbortHandler)
	},
	fault.LoseAnswer: func(_ *API, _ http.ResponseWriter, _ *request, _ fault.Fault, c call) {
		c.serve(&lostWriter{})
		panic(http.ErrAbortHandler)
	},
	fault.LateRequest: func(api *API, w http.ResponseWriter, r *request, f fault.Fault, c call) {
		readAhead(r.Request) // the request takes effect although the client may have gone away
		api.gateway.Pause(f.Wait)
		c.serve(w)
	},
	fault.LateAnswer: func(api *API, w http.ResponseWriter, _ *request, f fault.Fault, c call) {
		late := &lostWriter{header: w.Header()}
		c.serve(late)
		api.gateway.Pause(f.Wait)
		late.send(w)
	},
	fault.BareAnswer: serveBare,
	fault.SlowBody: func(api *API, w http.ResponseWriter, r *request, f fault.Fault, c call) {
		r.Body = &slowBody{ReadCloser: r.Body, pause: func() { api.gateway.Pause(f.Wait / slowPieces) }}
		c.serve(w)
	},
}

// serveBare serves a call and reduces a successful answer to the fields that Discord's schema requires.
func serveBare(_ *API, w http.ResponseWriter, _ *request, f fault.Fault, c call) {
	full := &lostWriter{}
	c.serve(full)
	switch {
	case full.status >= http.StatusMultipleChoices:
		maps.Copy(w.Header(), full.header)
		full.send(w)
		return
	case f.Code == http.StatusNoContent:
		w.WriteHeader(f.Code)
		return
	}
	var said struct {
		Interaction *struct {
			ID   string `json:"id"`
			Type int    `json:"type"`
		} `json:"interaction,omitempty"`
	}
	if json.Unmarshal(full.body, &said) != nil || said.Interaction == nil {
		w.WriteHeader(http.StatusNoContent) // there was nothing to say
		return
	}
	writeJSON(w, f.Code, said)
}

// serveFaulty serves a request with a pending fault. It returns false if there is none.
func (api *API) serveFaulty(w http.ResponseWriter, r *request, c call) bool {
	f, ok := api.faultFor(r, c.path)
	if !ok {
		return false
	}
	api.Log.Info("fault strikes", "fault", f.String(), "method", r.Method, "route", c.path)
	faults[f.Kind](api, w, r, f, c)
	return true
}

// faultFor removes and returns the pending fault for a request.
func (api *API) faultFor(r *request, path string) (fault.Fault, bool) {
	if !api.faults.Armed() {
		return fault.Fault{}, false
	}
	a := r.owner()
	name := r.Method + " " + path
	if a == nil {
		return fault.Fault{}, false
	}
	return api.faults.Take(a.ID, func(f fault.Fault) bool {
		return f.Kind.OnREST() && (f.Route == "" || f.Route == name)
	})
}

// owner returns the application that makes the request: by its bot token, or by the interaction or webhook of
// its path; nil if unknown.
func (r *request) owner() *world.Application {
	if r.app != nil {
		return r.app
	}
	r.world.Lock()
	defer r.world.Unlock()
	if it := r.api.desk.ByID(r.PathValue("interaction")); it != nil {
		return it.App
	}
	return r.world.Application(r.PathValue("webhook"))
}

// limitFault answers with a 429 of a scope.
func limitFault(scope string) faulty {
	return func(api *API, w http.ResponseWriter, r *request, f fault.Fault, c call) {
		if scope != scopeGlobal {
			_, id := bucketKey(r, c.path, c.route)
			bucketHeaders(w.Header(), max(c.route.limit, 1), 0, id, time.Now(), f.Wait)
		}
		api.tooMany(w, r, c.path, scope, f.Wait)
	}
}

// writeFailure answers with a server error in the form that bots receive: 502 comes from Cloudflare, 503 from
// Discord's own proxy.
func writeFailure(w http.ResponseWriter, status int) {
	switch status {
	case http.StatusBadGateway:
		writeCloudflare(w, status, 0)
	case http.StatusServiceUnavailable:
		w.Header().Set("Content-Type", "text/plain")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, "upstream connect error or disconnect/reset before headers. reset reason: overflow")
	default:
		writeJSON(w, status, form.PlainError(status))
	}
}

// A lostWriter holds back an answer, which is sent later or never.
type lostWriter struct {
	header http.Header
	status int
	body   []byte
}

// Header returns the answer's header.
func (w *lostWriter) Header() http.Header {
	if w.header == nil {
		w.header = http.Header{}
	}
	return w.header
}

// WriteHeader notes the status.
func (w *lostWriter) WriteHeader(status int) { w.status = status }

// Write notes what is written.
func (w *lostWriter) Write(p []byte) (int, error) {
	w.body = append(w.body, p...)
	return len(p), nil
}

// send sends the answer after all.
func (w *lostWriter) send(to http.ResponseWriter) {
	to.WriteHeader(cmp.Or(w.status, http.StatusOK))
	_, _ = to.Write(w.body) // if the client has gone away it misses nothing
}

// Served returns the answer of a handler to a request that did not come over the network: the status, 200 by
// default, and the body.
func Served(by http.Handler, r *http.Request) (status int, answer []byte) {
	w := &lostWriter{}
	by.ServeHTTP(w, r)
	return cmp.Or(w.status, http.StatusOK), w.body
}

// slowPieces is the number of slow pieces of a body; the rest is read at once.
const slowPieces = 10

// A slowBody is read in pieces, with pauses between them.
type slowBody struct {
	io.ReadCloser
	pieces int
	pause  func()
}

// Read waits and reads a little; after slowPieces it reads on without waiting.
func (b *slowBody) Read(p []byte) (int, error) {
	if b.pieces < slowPieces {
		b.pieces++
		b.pause()
		p = p[:min(len(p), 64)]
	}
	return b.ReadCloser.Read(p)
}
