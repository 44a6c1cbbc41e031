package rest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"time"

	"noughts/bot/discordtest/object"
)

// routeKey is the context key of the place where a request's route pattern is recorded.
type routeKey struct{}

// observed reports requests and answers to the observers. Without observers it returns next.
func (api *API) observed(next http.Handler) http.Handler {
	if len(api.Observers) == 0 {
		return next
	}
	observers := slices.Clone(api.Observers)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e := object.Exchange{Time: time.Now(), Method: r.Method, Path: r.URL.Path, Query: r.URL.RawQuery, Header: publicHeader(r.Header)}
		body := readAhead(r)
		seen := &recorder{ResponseWriter: w}
		next.ServeHTTP(seen, r.WithContext(context.WithValue(r.Context(), routeKey{}, &e.Route)))
		e.Body = api.world.Reading.Body(Payload(e.Header, body))
		e.Status, e.Answer = seen.code(), seen.body.Bytes()
		for _, f := range observers {
			f(e)
		}
	})
}

// noted records the pattern of a served request in the request that the observers see, because the API may have
// served a copy of it.
func (api *API) noted(next http.Handler) http.Handler {
	if len(api.Observers) == 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r)
		if route, ok := r.Context().Value(routeKey{}).(*string); ok {
			*route = r.Pattern
		}
	})
}

// publicHeader returns the header with only the kind of its authorization.
func publicHeader(h http.Header) http.Header {
	h = h.Clone()
	if kind, _, secret := strings.Cut(h.Get("Authorization"), " "); secret {
		h.Set("Authorization", kind+" …")
	} else {
		h.Del("Authorization")
	}
	return h
}

// readAhead reads the request's body, up to the API's limit, and restores it for the handler: a handler that
// refuses without reading the body must not hide it from the observers.
func readAhead(r *http.Request) []byte {
	read, _ := io.ReadAll(io.LimitReader(r.Body, object.MaxRequest+1)) // the next reader gets the same error
	r.Body = rejoined{io.MultiReader(bytes.NewReader(read), r.Body), r.Body}
	return read
}

// A rejoined body was partly read before.
type rejoined struct {
	io.Reader
	io.Closer
}

// Payload returns the JSON of a body.
func Payload(h http.Header, body []byte) []byte {
	kind, params, _ := mime.ParseMediaType(h.Get("Content-Type"))
	if kind != "multipart/form-data" {
		return body
	}
	parts := multipart.NewReader(bytes.NewReader(body), params["boundary"])
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return []byte("{}") // the API reads a missing body so
		}
		if err != nil {
			return nil
		}
		if part.FormName() == "payload_json" {
			raw, _ := io.ReadAll(part) // in memory, it can only end too early
			return raw
		}
	}
}

// A recorder notes an answer while it is written.
type recorder struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(p []byte) (int, error) {
	r.status = r.code()
	r.body.Write(p)
	return r.ResponseWriter.Write(p)
}

// code returns the answer's status: 200 when none was written.
func (r *recorder) code() int {
	if r.status == 0 {
		return http.StatusOK
	}
	return r.status
}

// Unwrap lets http.ResponseController reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
