package discordtest

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
)

// The sizes that Discord allows, in bytes.
const (
	maxRequest    = 25 << 20
	maxAttachment = 10 << 20
)

// A request is a REST request with who asks and what it brings.
type request struct {
	*http.Request
	api   *api
	world *world
	app   *Application // whose bot token it carries, nil without one
	files []attachment // set by body
}

// body reads the request's JSON, alone or as payload_json of a multipart form.
func (r *request) body() (field, error) {
	r.Body = http.MaxBytesReader(nil, r.Body, maxRequest)
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch kind {
	case "application/json":
		raw, err := io.ReadAll(r.Body)
		if err != nil {
			return field{}, unreadable(err)
		}
		return r.parse(raw)
	case "multipart/form-data":
		return r.multipart(params["boundary"])
	}
	f := form{failed: true}
	f.root.add([]string{"_misc"}, formError{"CONTENT_TYPE_INVALID",
		"Expected \"Content-Type\" header to be one of {'application/json', 'multipart/form-data'}."})
	return field{}, f.err()
}

// parse reads a JSON body whose texts members read.
func (r *request) parse(raw []byte) (field, error) {
	f, err := parseForm(raw)
	if err == nil {
		f.form.reading = r.world.reading
	}
	return f, err
}

// multipart reads payload_json and notes the files.
func (r *request) multipart(boundary string) (field, error) {
	payload := []byte("{}")
	parts := multipart.NewReader(r.Body, boundary)
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return r.parse(payload)
		}
		if err != nil {
			return field{}, unreadable(err)
		}
		raw, err := io.ReadAll(part)
		if err != nil {
			return field{}, unreadable(err)
		}
		if part.FormName() == "payload_json" {
			payload = raw
			continue
		}
		if err := r.addFile(part, raw); err != nil {
			return field{}, err
		}
	}
}

// unreadable is the refusal of a body that is too large or ends too early.
func unreadable(err error) error {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return refuse(http.StatusRequestEntityTooLarge, codeRequestTooLarge, "Request entity too large")
	}
	return refuse(http.StatusBadRequest, codeInvalidForm, "Invalid Form Body")
}

// query returns the parameters of the query, the first of each name.
func (r *request) query() field {
	query := map[string]any{}
	for name, values := range r.URL.Query() {
		query[name] = values[0]
	}
	return field{form: &form{}, value: query, there: true}
}

// flag reads a boolean of the query: true or 1, false or 0, in any case.
func (r *request) flag(name string) (bool, error) {
	switch v := r.URL.Query().Get(name); strings.ToLower(v) {
	case "true", "1":
		return true, nil
	case "", "false", "0":
		return false, nil
	default:
		f := form{failed: true}
		f.root.add([]string{name}, formError{"BOOLEAN_TYPE_CONVERT", fmt.Sprintf("Value %q must be either true or false.", v)})
		return false, f.err()
	}
}
