package rest

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// A request is a REST request with who asks and what it brings.
type request struct {
	*http.Request
	api   *API
	world *world.World
	app   *world.Application  // whose bot token it carries, nil without one
	files []object.Attachment // set by body
}

// body reads the request's JSON, alone or as payload_json of a multipart form.
func (r *request) body() (form.Field, error) {
	r.Body = http.MaxBytesReader(nil, r.Body, object.MaxRequest)
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch kind {
	case "application/json":
		raw, err := io.ReadAll(r.Body)
		if err != nil {
			return form.Field{}, unreadable(err)
		}
		return r.parse(raw)
	case "multipart/form-data":
		return r.multipart(params["boundary"])
	}
	f := form.Form{Failed: true}
	f.Root.Add([]string{"_misc"}, form.FieldError{Code: "CONTENT_TYPE_INVALID",
		Message: "Expected \"Content-Type\" header to be one of {'application/json', 'multipart/form-data'}."})
	return form.Field{}, f.Err()
}

// parse reads a JSON body whose texts members read.
func (r *request) parse(raw []byte) (form.Field, error) {
	f, err := form.ParseForm(raw)
	if err == nil {
		f.Form.Reading = r.world.Reading
	}
	return f, err
}

// multipart reads payload_json and notes the files.
func (r *request) multipart(boundary string) (form.Field, error) {
	payload := []byte("{}")
	parts := multipart.NewReader(r.Body, boundary)
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return r.parse(payload)
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

// unreadable is the refusal of a body that is too large or ends too early.
func unreadable(err error) error {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return form.Refuse(http.StatusRequestEntityTooLarge, form.CodeRequestTooLarge, "Request entity too large")
	}
	return form.Refuse(http.StatusBadRequest, form.CodeInvalidForm, "Invalid Form Body")
}

// query returns the parameters of the query, the first of each name.
func (r *request) query() form.Field {
	query := map[string]any{}
	for name, values := range r.URL.Query() {
		query[name] = values[0]
	}
	return form.Field{Form: &form.Form{}, Value: query, There: true}
}

// flag reads a boolean of the query: true or 1, false or 0, in any case.
func (r *request) flag(name string) (bool, error) {
	switch v := r.URL.Query().Get(name); strings.ToLower(v) {
	case "true", "1":
		return true, nil
	case "", "false", "0":
		return false, nil
	default:
		f := form.Form{Failed: true}
		f.Root.Add([]string{name}, form.FieldError{Code: "BOOLEAN_TYPE_CONVERT", Message: fmt.Sprintf("Value %q must be either true or false.", v)})
		return false, f.Err()
	}
}

// pathIDs are the parameters of paths that must be ids, with the names that
// Discord's refusals give them.
var pathIDs = []struct{ parameter, name string }{
	{"application", "application_id"}, {"guild", "guild_id"}, {"channel", "channel_id"}, {"message", "message_id"},
	{"user", "user_id"}, {"role", "role_id"}, {"command", "command_id"}, {"emoji", "emoji_id"},
	{"interaction", "interaction_id"}, {"webhook", "webhook_id"}, {"overwrite", "overwrite_id"},
}

// checkPathIDs refuses a path with an id that is none, such as "undefined" of
// a careless script.
func checkPathIDs(r *http.Request) error {
	f := form.Form{}
	for _, p := range pathIDs {
		id := r.PathValue(p.parameter)
		if id == "" || form.IsSnowflake(id) || p.parameter == "message" && id == "@original" && r.PathValue("webhook") != "" {
			continue
		}
		f.Failed = true
		f.Root.Add([]string{p.name}, form.FieldError{Code: "NUMBER_TYPE_COERCE", Message: "Value \"" + id + "\" is not snowflake."})
	}
	return f.Err()
}

// A serving answers a request.
type serving func(*request) (reply, error)

// about answers a request about something that its path names: find looks that
// up and serve answers, both with the world's lock held.
func about[T any](find func(*request) (T, error), serve func(*request, T) (reply, error)) serving {
	return func(r *request) (reply, error) {
		r.world.Lock()
		defer r.world.Unlock()
		it, err := find(r)
		if err != nil {
			return failed(err)
		}
		return serve(r, it)
	}
}

// told answers as about does a request that also has a body, which is read
// before s.mu is taken: a slow client holds up nobody.
func told[T any](find func(*request) (T, error), serve func(*request, T, form.Field) (reply, error)) serving {
	return func(r *request) (reply, error) {
		f, err := r.body()
		if err != nil {
			return failed(err)
		}
		return about(find, func(r *request, it T) (reply, error) { return serve(r, it, f) })(r)
	}
}

// addFile notes a file part of a multipart form. Other parts mean nothing.
func (r *request) addFile(part *multipart.Part, content []byte) error {
	if part.FileName() == "" {
		return nil
	}
	if len(content) > object.MaxAttachment {
		return unreadable(&http.MaxBytesError{Limit: object.MaxAttachment})
	}
	number, isNumbered := strings.CutPrefix(part.FormName(), "files[")
	r.world.Lock()
	a := r.world.NewAttachment(part.FileName(), len(content))
	a.ContentType = http.DetectContentType(content)
	r.world.KeepFile(a, content)
	r.world.Unlock()
	if isNumbered {
		a.Number = strings.TrimSuffix(number, "]")
	}
	r.files = append(r.files, a)
	return nil
}
