package form

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// An Error is an answer that refuses a request. As JSON it is the answer's body.
type Error struct {
	Status  int    `json:"-"` // of HTTP
	Code    int    `json:"code"`
	Message string `json:"message"`
	Errors  *tree  `json:"errors,omitempty"` // what is wrong with a form, nil for other refusals
}

// Refuse returns a refusal with an HTTP status, one of Discord's codes and the
// message that Discord gives with it.
func Refuse(status, code int, message string) *Error {
	return &Error{Status: status, Code: code, Message: message}
}

// PlainError returns a refusal in the form that Discord uses for bare HTTP errors.
func PlainError(status int) *Error {
	return Refuse(status, CodeGeneral, fmt.Sprintf("%d: %s", status, http.StatusText(status)))
}

// Invalid returns the refusal of a form with one wrong value that is not a Field, such as a header: its name,
// and a code and message of form errors.
func Invalid(name, code, message string) error {
	f := Of(nil).Get(name)
	f.Fail(code, "%s", message)
	return f.Form.Err()
}

// Error describes the refusal with the paths of a form's errors.
func (e *Error) Error() string {
	text := fmt.Sprintf("HTTP %d: %d %s", e.Status, e.Code, e.Message)
	if e.Errors != nil {
		text += e.Errors.describe("")
	}
	return text
}

// A fieldError is one thing wrong with one field.
type fieldError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// A tree holds what is wrong with a body, along the body's structure.
// Array indexes are keys like any other.
type tree struct {
	errors   []fieldError
	children map[string]*tree
	order    []string
}

// child returns the tree below a key, making it when needed.
func (t *tree) child(key string) *tree {
	if c := t.children[key]; c != nil {
		return c
	}
	if t.children == nil {
		t.children = map[string]*tree{}
	}
	c := &tree{}
	t.children[key] = c
	t.order = append(t.order, key)
	return c
}

// add notes an error at a path.
func (t *tree) add(path []string, e fieldError) {
	for _, key := range path {
		t = t.child(key)
	}
	t.errors = append(t.errors, e)
}

// MarshalJSON gives the tree Discord's form: {"a":{"0":{"_errors":[…]}}}.
func (t *tree) MarshalJSON() ([]byte, error) {
	m := make(map[string]any, len(t.children)+1)
	for key, c := range t.children {
		m[key] = c
	}
	if len(t.errors) > 0 {
		m["_errors"] = t.errors
	}
	return json.Marshal(m)
}

// describe lists the errors, one a line, each with its path.
func (t *tree) describe(path string) string {
	text := ""
	for _, e := range t.errors {
		text += fmt.Sprintf("\n%s[%s]: %s", path, e.Code, e.Message)
	}
	for _, key := range t.order {
		below := key
		if path != "" {
			below = path + "." + key
		}
		text += t.children[key].describe(below)
	}
	return text
}
