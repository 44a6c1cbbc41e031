package discordtest

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/gateway"
)

// serveFaulty serves a request with its pending fault. It returns false if no fault is pending.
func (api *api) serveFaulty(w http.ResponseWriter, r *request, path string, rt route) bool {
	app := r.owner()
	if app == nil {
		return false
	}
	f, ok := app.TakeRESTFault(r.Method + " " + path)
	if !ok {
		return false
	}
	api.server.log.Info("fault strikes", "fault", f.String(), "method", r.Method, "route", path)
	serve := func(w http.ResponseWriter) { api.serveRoute(w, r, path, rt) }
	pause := api.server.gateway.Pause
	switch f.Kind {
	case gateway.FaultStatus:
		writeFailure(w, f.Code)
	case gateway.FaultLimit, gateway.FaultShared:
		_, id := bucketKey(r, path, rt)
		bucketHeaders(w.Header(), max(rt.limit, 1), 0, id, time.Now(), f.Wait)
		api.tooMany(w, r, path, map[FaultKind]string{FaultLimit: scopeUser, FaultShared: scopeShared}[f.Kind], f.Wait)
	case gateway.FaultGlobal:
		api.tooMany(w, r, path, scopeGlobal, f.Wait)
	case gateway.FaultHTMLLimit:
		writeCloudflare(w, http.StatusTooManyRequests, f.Wait)
	case gateway.FaultLoseRequest:
		readAhead(r.Request) // the client must be able to send the whole body, so that it cannot notice the loss earlier
		panic(http.ErrAbortHandler)
	case gateway.FaultLoseAnswer:
		serve(httptest.NewRecorder())
		panic(http.ErrAbortHandler)
	case gateway.FaultLateRequest:
		readAhead(r.Request) // before the pause, so that the request takes effect even if the client goes away
		pause(f.Wait)
		serve(w)
	case gateway.FaultLateAnswer:
		late := httptest.NewRecorder()
		serve(late)
		pause(f.Wait)
		replay(w, late)
	case gateway.FaultBareAnswer:
		full := httptest.NewRecorder()
		serve(full)
		writeBare(w, full, f.Code)
	case gateway.FaultSlowBody:
		r.Body = &slowBody{ReadCloser: r.Body, pause: func() { pause(f.Wait / slowPieces) }}
		serve(w)
	}
	return true
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

func replay(w http.ResponseWriter, answer *httptest.ResponseRecorder) {
	maps.Copy(w.Header(), answer.Header())
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes()) // an error means that the client has gone away
}

// writeBare sends a successful answer with only the fields that Discord's schema requires, and a refusal as it is.
func writeBare(w http.ResponseWriter, full *httptest.ResponseRecorder, status int) {
	var said struct {
		Interaction *struct {
			ID   string `json:"id"`
			Type int    `json:"type"`
		} `json:"interaction,omitempty"`
	}
	switch {
	case full.Code >= http.StatusMultipleChoices:
		replay(w, full)
	case status == http.StatusNoContent, json.Unmarshal(full.Body.Bytes(), &said) != nil, said.Interaction == nil:
		w.WriteHeader(http.StatusNoContent) // the answer has no required fields
	default:
		writeJSON(w, status, said)
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

// slowPieces is the number of pieces of a body that are read slowly. The rest of the body is read without pauses.
const slowPieces = 10

// A slowBody is a request body that is read in small pieces, with a pause before each piece.
type slowBody struct {
	io.ReadCloser
	pieces int
	pause  func()
}

func (b *slowBody) Read(p []byte) (int, error) {
	if b.pieces < slowPieces {
		b.pieces++
		b.pause()
		p = p[:min(len(p), 64)]
	}
	return b.ReadCloser.Read(p)
}
