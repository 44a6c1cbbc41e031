package form

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// An Error refuses a request. Its JSON is the body of the answer.
type Error struct {
	Status  int    `json:"-"` // the HTTP status
	Code    int    `json:"code"`
	Message string `json:"message"`
	Errors  *tree  `json:"errors,omitempty"` // the errors of a form's fields; nil for other refusals
}

// Refuse returns a refusal with an HTTP status, one of Discord's codes and its message.
func Refuse(status, code int, message string) *Error {
	return &Error{Status: status, Code: code, Message: message}
}

// PlainError returns the refusal that Discord sends for an HTTP error without a code of its own.
func PlainError(status int) *Error {
	return Refuse(status, 0, fmt.Sprintf("%d: %s", status, http.StatusText(status)))
}

// Invalid returns a form error about a value that is not part of a body, such as a header.
func Invalid(name, code, message string) error {
	f := Of(nil).Get(name)
	f.Fail(code, "%s", message)
	return f.Form.Err()
}

// Error describes the refusal and has the errors of a form as JSON.
func (e *Error) Error() string {
	text := fmt.Sprintf("HTTP %d: %d %s", e.Status, e.Code, e.Message)
	if e.Errors != nil {
		details, _ := json.Marshal(e.Errors) // strings only
		text += ": " + string(details)
	}
	return text
}

type fieldError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// A tree holds the errors of a body. It has the structure of the body, with array indexes as keys.
type tree struct {
	errors   []fieldError
	children map[string]*tree
}

func (t *tree) child(key string) *tree {
	if c := t.children[key]; c != nil {
		return c
	}
	if t.children == nil {
		t.children = map[string]*tree{}
	}
	c := &tree{}
	t.children[key] = c
	return c
}

func (t *tree) add(path []string, e fieldError) {
	for _, key := range path {
		t = t.child(key)
	}
	t.errors = append(t.errors, e)
}

// MarshalJSON encodes the tree in Discord's form: {"a":{"0":{"_errors":[…]}}}.
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

// The refusals that several routes use, with Discord's codes and messages.
var (
	ErrUnknownChannel     = Refuse(http.StatusNotFound, 10003, "Unknown Channel")
	ErrUnknownMember      = Refuse(http.StatusNotFound, 10007, "Unknown Member")
	ErrUnknownMessage     = Refuse(http.StatusNotFound, 10008, "Unknown Message")
	ErrUnknownRole        = Refuse(http.StatusNotFound, 10011, "Unknown Role")
	ErrUnknownUser        = Refuse(http.StatusNotFound, 10013, "Unknown User")
	ErrUnknownWebhook     = Refuse(http.StatusNotFound, 10015, "Unknown Webhook")
	ErrWebhookToken       = Refuse(http.StatusUnauthorized, 50027, "Invalid Webhook Token")
	ErrUnknownInteraction = Refuse(http.StatusNotFound, 10062, "Unknown interaction")
	ErrMissingAccess      = Refuse(http.StatusForbidden, 50001, "Missing Access")
	ErrMissingPermissions = Refuse(http.StatusForbidden, 50013, "Missing Permissions")
	ErrWrongChannel       = Refuse(http.StatusBadRequest, 50024, "Cannot execute action on this channel type")
	ErrCannotReach        = Refuse(http.StatusForbidden, 50007, "Cannot send messages to this user")
	ErrArchived           = Refuse(http.StatusBadRequest, 50083, "Thread is archived")
	ErrEmptyMessage       = Refuse(http.StatusBadRequest, 50006, "Cannot send an empty message")
	ErrNotOwnMessage      = Refuse(http.StatusForbidden, 50005, "Cannot edit a message authored by another user")
)
