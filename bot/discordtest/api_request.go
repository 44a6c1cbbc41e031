package discordtest

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"

	"noughts/bot/discordtest/internal/form"

	"noughts/bot/discordtest/object"
)

type request struct {
	*http.Request
	api    *api
	server *Server
	app    *Application        // the application of the bot token; nil without a token
	files  []object.Attachment // the uploaded files; the method body sets them
}

func (r *request) body() (form.Field, error) {
	r.Body = http.MaxBytesReader(nil, r.Body, object.MaxRequest)
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch kind {
	case "application/json":
		raw, err := io.ReadAll(r.Body)
		if err != nil {
			return form.Field{}, unreadable(err)
		}
		return form.Parse(raw, r.server.reading)
	case "multipart/form-data":
		return r.multipart(params["boundary"])
	}
	return form.Field{}, form.Invalid("_misc", "CONTENT_TYPE_INVALID",
		"Expected \"Content-Type\" header to be one of {'application/json', 'multipart/form-data'}.")
}

func (r *request) multipart(boundary string) (form.Field, error) {
	payload := []byte("{}")
	parts := multipart.NewReader(r.Body, boundary)
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return form.Parse(payload, r.server.reading)
		}
		if err != nil {
			return form.Field{}, unreadable(err)
		}
		raw, err := io.ReadAll(part)
		if err != nil {
			return form.Field{}, unreadable(err)
		}
		if part.FormName() == "payload_json" {
			payload = raw
			continue
		}
		if err := r.addFile(part, raw); err != nil {
			return form.Field{}, err
		}
	}
}

func (r *request) addFile(part *multipart.Part, content []byte) error {
	if part.FileName() == "" {
		return nil
	}
	if len(content) > object.MaxAttachment {
		return unreadable(&http.MaxBytesError{Limit: object.MaxAttachment})
	}
	number, isNumbered := strings.CutPrefix(part.FormName(), "files[")
	r.server.mu.Lock()
	a := r.server.newAttachment(part.FileName(), content)
	r.server.mu.Unlock()
	if isNumbered {
		a.Number = strings.TrimSuffix(number, "]")
	}
	r.files = append(r.files, a)
	return nil
}

func unreadable(err error) error {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return form.Refuse(http.StatusRequestEntityTooLarge, 40005, "Request entity too large")
	}
	return form.Refuse(http.StatusBadRequest, 50035, "Invalid Form Body")
}

// query returns the parameters of the query. If a name occurs several times, the first value counts.
func (r *request) query() form.Field {
	query := map[string]any{}
	for name, values := range r.URL.Query() {
		query[name] = values[0]
	}
	return form.Of(query)
}

func (r *request) flag(name string) (bool, error) {
	switch v := r.URL.Query().Get(name); strings.ToLower(v) {
	case "true", "1":
		return true, nil
	case "", "false", "0":
		return false, nil
	default:
		return false, form.Invalid(name, "BOOLEAN_TYPE_CONVERT", fmt.Sprintf("Value %q must be either true or false.", v))
	}
}

// pathIDs are the path parameters that must be ids. `name` is the parameter's name in Discord's error messages.
var pathIDs = []struct{ parameter, name string }{
	{"application", "application_id"}, {"guild", "guild_id"}, {"channel", "channel_id"}, {"message", "message_id"},
	{"user", "user_id"}, {"role", "role_id"}, {"command", "command_id"}, {"emoji", "emoji_id"},
	{"interaction", "interaction_id"}, {"webhook", "webhook_id"}, {"overwrite", "overwrite_id"},
}

// checkPathIDs refuses a path with an invalid id, such as "undefined" from a faulty script.
func checkPathIDs(r *http.Request) error {
	path := map[string]any{}
	for _, p := range pathIDs {
		id := r.PathValue(p.parameter)
		if id == "@original" && p.parameter == "message" && r.PathValue("webhook") != "" {
			continue
		}
		if id != "" {
			path[p.name] = id
		}
	}
	f := form.Of(path)
	for _, p := range pathIDs {
		f.Get(p.name).Snowflake()
	}
	return f.Form.Err()
}
