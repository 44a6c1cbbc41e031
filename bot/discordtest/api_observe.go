package discordtest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
	"time"

	"noughts/bot/discordtest/object"
)

// routeKey is the context key for a *string that receives the request's route pattern.
type routeKey struct{}

func (api *api) observed(next http.Handler) http.Handler {
	if len(api.observers) == 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e := Exchange{Time: time.Now(), Method: r.Method, Path: r.URL.Path, Query: r.URL.RawQuery, Header: publicHeader(r.Header)}
		body := readAhead(r)
		seen := &recorder{statusWriter: statusWriter{ResponseWriter: w}}
		next.ServeHTTP(seen, r.WithContext(context.WithValue(r.Context(), routeKey{}, &e.Route)))
		e.Body = api.server.reading.Body(payload(e.Header, body))
		e.Status, e.Answer = cmp.Or(seen.status, http.StatusOK), seen.body.Bytes()
		for _, f := range api.observers {
			f(e)
		}
	})
}

func noteRoute(r *http.Request, pattern string) {
	if route, ok := r.Context().Value(routeKey{}).(*string); ok {
		*route = pattern
	}
}

// publicHeader returns the header without secrets: of Authorization it keeps only the scheme.
func publicHeader(h http.Header) http.Header {
	h = h.Clone()
	if kind, _, secret := strings.Cut(h.Get("Authorization"), " "); secret {
		h.Set("Authorization", kind+" …")
	} else {
		h.Del("Authorization")
	}
	return h
}

// readAhead reads the request's body, up to the API's limit, and restores it, so that observers get the body even if a
// handler refuses the request without reading it.
func readAhead(r *http.Request) []byte {
	read, _ := io.ReadAll(io.LimitReader(r.Body, object.MaxRequest+1)) // the next reader gets the same error
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(read), r.Body), r.Body}
	return read
}

func payload(h http.Header, body []byte) []byte {
	kind, params, _ := mime.ParseMediaType(h.Get("Content-Type"))
	if kind != "multipart/form-data" {
		return body
	}
	parts := multipart.NewReader(bytes.NewReader(body), params["boundary"])
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return []byte("{}") // the API reads a missing payload_json as {}
		}
		if err != nil {
			return nil
		}
		if part.FormName() == "payload_json" {
			raw, _ := io.ReadAll(part) // the only possible error is a body that ends too early
			return raw
		}
	}
}

type recorder struct {
	statusWriter

	body bytes.Buffer
}

func (r *recorder) Write(p []byte) (int, error) {
	r.body.Write(p)
	return r.statusWriter.Write(p)
}

type statusWriter struct {
	http.ResponseWriter

	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = cmp.Or(w.status, status)
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
