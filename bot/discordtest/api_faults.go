package discordtest

import (
	"cmp"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/gateway"
)

// A faulty is a function that serves a call and injects a fault into it.
type faulty func(api *api, w http.ResponseWriter, r *request, f gateway.Fault, c faultyCall)

// A call is a request together with its route.
type faultyCall struct {
	path  string // the route's pattern
	route route
	serve func(w http.ResponseWriter) // serves the request without a fault
}

// faults maps each kind of REST fault to the function that serves a call with such a fault.
var faults = map[gateway.FaultKind]faulty{
	gateway.FaultStatus: func(_ *api, w http.ResponseWriter, _ *request, f gateway.Fault, _ faultyCall) {
		writeFailure(w, f.Code)
	},
	gateway.FaultLimit:  limitFault(scopeUser),
	gateway.FaultShared: limitFault(scopeShared),
	gateway.FaultGlobal: limitFault(scopeGlobal),
	gateway.FaultHTMLLimit: func(_ *api, w http.ResponseWriter, _ *request, f gateway.Fault, _ faultyCall) {
		writeCloudflare(w, http.StatusTooManyRequests, f.Wait)
	},
	gateway.FaultLoseRequest: func(_ *api, _ http.ResponseWriter, r *request, _ gateway.Fault, _ faultyCall) {
		readAhead(r.Request) // the client must be able to send the whole body, so that it cannot notice the loss earlier
		panic(http.ErrAbortHandler)
	},
	gateway.FaultLoseAnswer: func(_ *api, _ http.ResponseWriter, _ *request, _ gateway.Fault, c faultyCall) {
		c.serve(&lostWriter{})
		panic(http.ErrAbortHandler)
	},
	gateway.FaultLateRequest: func(api *api, w http.ResponseWriter, r *request, f gateway.Fault, c faultyCall) {
		readAhead(r.Request) // before the pause, so that the request takes effect even if the client goes away
		api.server.gateway.Pause(f.Wait)
		c.serve(w)
	},
	gateway.FaultLateAnswer: func(api *api, w http.ResponseWriter, _ *request, f gateway.Fault, c faultyCall) {
		late := &lostWriter{header: w.Header()}
		c.serve(late)
		api.server.gateway.Pause(f.Wait)
		late.send(w)
	},
	gateway.FaultBareAnswer: serveBare,
	gateway.FaultSlowBody: func(api *api, w http.ResponseWriter, r *request, f gateway.Fault, c faultyCall) {
		r.Body = &slowBody{ReadCloser: r.Body, pause: func() { api.server.gateway.Pause(f.Wait / slowPieces) }}
		c.serve(w)
	},
}

// serveBare serves a call. It reduces a successful answer to the fields that Discord's schema requires.
func serveBare(_ *api, w http.ResponseWriter, _ *request, f gateway.Fault, c faultyCall) {
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
		w.WriteHeader(http.StatusNoContent) // the answer has no required fields
		return
	}
	writeJSON(w, f.Code, said)
}

// serveFaulty serves a request with its pending fault. It returns false if no fault is pending.
func (api *api) serveFaulty(w http.ResponseWriter, r *request, c faultyCall) bool {
	f, ok := api.faultFor(r, c.path)
	if !ok {
		return false
	}
	api.server.log.Info("fault strikes", "fault", f.String(), "method", r.Method, "route", c.path)
	faults[f.Kind](api, w, r, f, c)
	return true
}

// faultFor removes and returns the pending fault for a request.
func (api *api) faultFor(r *request, path string) (gateway.Fault, bool) {
	a := r.owner()
	if a == nil {
		return gateway.Fault{}, false
	}
	return a.TakeRESTFault(r.Method + " " + path)
}

// owner returns the application that makes the request. A request without a bot token belongs to
// the application of the interaction or webhook in its path. owner returns nil if there is none.
func (r *request) owner() *Application {
	if r.app != nil {
		return r.app
	}
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	if it := r.server.interactions.byID[r.PathValue("interaction")]; it != nil {
		return it.app
	}
	return r.server.application(r.PathValue("webhook"))
}

// limitFault returns a function that answers a call with 429 and the given scope.
func limitFault(scope string) faulty {
	return func(api *api, w http.ResponseWriter, r *request, f gateway.Fault, c faultyCall) {
		if scope != scopeGlobal {
			_, id := bucketKey(r, c.path, c.route)
			bucketHeaders(w.Header(), max(c.route.limit, 1), 0, id, time.Now(), f.Wait)
		}
		api.tooMany(w, r, c.path, scope, f.Wait)
	}
}

// writeFailure answers with a server error in the form that bots get from Discord: 502 looks like
// Cloudflare's error, 503 like that of Discord's own proxy.
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

// A lostWriter buffers an answer, which may be sent later or never.
type lostWriter struct {
	header http.Header
	status int
	body   []byte
}

// Header returns the header of the buffered answer.
func (w *lostWriter) Header() http.Header {
	if w.header == nil {
		w.header = http.Header{}
	}
	return w.header
}

// WriteHeader records the status.
func (w *lostWriter) WriteHeader(status int) { w.status = status }

// Write appends to the buffered body.
func (w *lostWriter) Write(p []byte) (int, error) {
	w.body = append(w.body, p...)
	return len(p), nil
}

// send sends the buffered answer.
func (w *lostWriter) send(to http.ResponseWriter) {
	to.WriteHeader(cmp.Or(w.status, http.StatusOK))
	_, _ = to.Write(w.body) // an error means that the client has gone away
}

// slowPieces is the number of pieces of a body that are read slowly. The rest of the body is read without pauses.
const slowPieces = 10

// A slowBody is a request body that is read in small pieces, with a pause before each piece.
type slowBody struct {
	io.ReadCloser
	pieces int
	pause  func()
}

// Read pauses and reads at most 64 bytes. After ten such reads it no longer pauses.
func (b *slowBody) Read(p []byte) (int, error) {
	if b.pieces < slowPieces {
		b.pieces++
		b.pause()
		p = p[:min(len(p), 64)]
	}
	return b.ReadCloser.Read(p)
}
