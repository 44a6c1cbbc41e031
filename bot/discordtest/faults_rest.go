package discordtest

import (
	"cmp"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"time"
)

// A restFault serves a request with a fault in it.
type restFault func(api *api, w http.ResponseWriter, r *request, f Fault, served restCall)

// A restCall is a request's route.
type restCall struct {
	path  string // its pattern
	route route
	serve func(w http.ResponseWriter) // answers it without a fault
}

var restFaults = map[FaultKind]restFault{
	FaultStatus: func(_ *api, w http.ResponseWriter, _ *request, f Fault, _ restCall) {
		writeFailure(w, f.Code)
	},
	FaultLimit:  limitFault(scopeUser),
	FaultShared: limitFault(scopeShared),
	FaultGlobal: limitFault(scopeGlobal),
	FaultHTMLLimit: func(_ *api, w http.ResponseWriter, _ *request, f Fault, _ restCall) {
		writeCloudflare(w, http.StatusTooManyRequests, f.Wait)
	},
	FaultLoseRequest: func(_ *api, _ http.ResponseWriter, r *request, _ Fault, _ restCall) {
		readAhead(r.Request) // the client must have sent it, so that it cannot know
		panic(http.ErrAbortHandler)
	},
	FaultLoseAnswer: func(_ *api, _ http.ResponseWriter, _ *request, _ Fault, c restCall) {
		c.serve(&lostWriter{})
		panic(http.ErrAbortHandler)
	},
	FaultLateRequest: func(api *api, w http.ResponseWriter, r *request, f Fault, c restCall) {
		readAhead(r.Request) // it takes effect also when the client has gone away meanwhile
		api.gateway.pause(f.Wait)
		c.serve(w)
	},
	FaultLateAnswer: func(api *api, w http.ResponseWriter, _ *request, f Fault, c restCall) {
		late := &lostWriter{header: w.Header()}
		c.serve(late)
		api.gateway.pause(f.Wait)
		late.send(w)
	},
	FaultBareAnswer: func(_ *api, w http.ResponseWriter, _ *request, f Fault, c restCall) {
		full := &lostWriter{}
		c.serve(full)
		switch {
		case full.status >= http.StatusMultipleChoices:
			maps.Copy(w.Header(), full.header)
			full.send(w)
		case f.Code == http.StatusNoContent:
			w.WriteHeader(f.Code)
		default:
			var said struct { // of which nothing is left but what Discord's schema requires
				Interaction *struct {
					ID   string `json:"id"`
					Type int    `json:"type"`
				} `json:"interaction,omitempty"`
			}
			if json.Unmarshal(full.body, &said) != nil || said.Interaction == nil {
				w.WriteHeader(http.StatusNoContent) // nothing was to be said
				return
			}
			writeJSON(w, f.Code, said)
		}
	},
	FaultSlowBody: func(api *api, w http.ResponseWriter, r *request, f Fault, c restCall) {
		r.Body = &slowBody{ReadCloser: r.Body, pause: func() { api.gateway.pause(f.Wait / slowPieces) }}
		c.serve(w)
	},
}

// serveFaulty serves a request with the fault that waits for it, or says that
// there is none.
func (api *api) serveFaulty(w http.ResponseWriter, r *request, c restCall) bool {
	f, ok := api.restFaultFor(r, c.path)
	if !ok {
		return false
	}
	api.log.Info("fault strikes", "fault", f.String(), "method", r.Method, "route", c.path)
	restFaults[f.Kind](api, w, r, f, c)
	return true
}

// restFaultFor takes the fault that waits for a request.
func (api *api) restFaultFor(r *request, path string) (Fault, bool) {
	if !api.faults.armed() {
		return Fault{}, false
	}
	a := r.owner()
	name := r.Method + " " + path
	if a == nil {
		return Fault{}, false
	}
	return api.faults.take(a.ID, func(f Fault) bool {
		return f.Kind.place() == onREST && (f.Route == "" || f.Route == name)
	})
}

// owner returns whose request it is: by its bot token, or by the interaction or
// webhook of its path. nil when it does not say.
func (r *request) owner() *Application {
	if r.app != nil {
		return r.app
	}
	r.world.Lock()
	defer r.world.Unlock()
	if it := r.api.desk.byID[r.PathValue("interaction")]; it != nil {
		return it.app
	}
	return r.world.application(r.PathValue("webhook"))
}

// limitFault answers with a 429 of a scope.
func limitFault(scope string) restFault {
	return func(api *api, w http.ResponseWriter, r *request, f Fault, c restCall) {
		if scope != scopeGlobal {
			_, id := bucketKey(r, c.path, c.route)
			bucketHeaders(w.Header(), max(c.route.limit, 1), 0, id, time.Now(), f.Wait)
		}
		api.tooMany(w, r, c.path, scope, f.Wait)
	}
}

// writeFailure answers with an error of Discord's servers, in the form in which
// they reach bots: 502 comes from Cloudflare, 503 from Discord's own proxy.
func writeFailure(w http.ResponseWriter, status int) {
	switch status {
	case http.StatusBadGateway:
		writeCloudflare(w, status, 0)
	case http.StatusServiceUnavailable:
		w.Header().Set("Content-Type", "text/plain")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, "upstream connect error or disconnect/reset before headers. reset reason: overflow")
	default:
		writeJSON(w, status, plainError(status))
	}
}

// A lostWriter takes an answer that is sent later or never.
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
	_, _ = to.Write(w.body) // a client that has gone away misses nothing
}

// slowPieces is in how many pieces a body is read at most, apart from its end.
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

// served returns how a handler answers a request that has not come over the
// network: the status, 200 when it says none, and the body.
func served(by http.Handler, r *http.Request) (status int, answer []byte) {
	w := &lostWriter{}
	by.ServeHTTP(w, r)
	return cmp.Or(w.status, http.StatusOK), w.body
}
