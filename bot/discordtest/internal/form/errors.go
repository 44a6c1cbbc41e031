package form

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// Discord's error codes that this server gives.
const (
	CodeGeneral             = 0
	CodeUnknownApplication  = 10002
	codeUnknownChannel      = 10003
	CodeUnknownGuild        = 10004
	codeUnknownMessage      = 10008
	CodeUnknownMember       = 10007
	CodeUnknownOverwrite    = 10009
	CodeUnknownInvite       = 10006
	CodeUnknownRole         = 10011
	codeUnknownUser         = 10013
	CodeUnknownEmoji        = 10014
	codeUnknownWebhook      = 10015
	codeUnknownInteraction  = 10062
	CodeUnknownCommand      = 10063
	CodeTooManyPins         = 30003
	CodeTooManyRoles        = 30005
	CodeTooManyChannels     = 30013
	CodeTooManyWebhooks     = 30007
	CodeTooManyReactions    = 30010
	codeDirectMessage       = 50003
	CodeTooManyEmojis       = 30008
	CodeTooManyCommands     = 30032
	CodeTooManyCreations    = 30034
	CodeAcknowledged        = 40060
	CodeTooManyFollowUps    = 40094
	codeMissingAccess       = 50001
	CodeNotOwnMessage       = 50005
	codeCannotReach         = 50007
	codeWrongChannel        = 50024
	CodeInvalidRecipient    = 50033
	codeEmptyMessage        = 50006
	CodeInvalidWebhookToken = 50027
	CodeInvalidForm         = 50035
	CodeInvalidAPIVersion   = 50041
	codeInvalidJSON         = 50109
	CodeRequestTooLarge     = 40005
	CodeUserAgent           = 40333
	CodeWrongApplication    = 20012
	CodeCommandExists       = 40041
	codeMissingPermissions  = 50013
	codeArchived            = 50083
	CodeBulkNumber          = 50016
	CodeNotInVoice          = 40032
	CodeInvalidRole         = 50028
	CodeInvalidGuild        = 50055
	codeSystemMessage       = 50021
	CodeBulkAge             = 50034
	CodeInvalidMessageType  = 50068
	CodeInvalidSticker      = 50081
	CodeNoForum             = 220003
	CodePollExpired         = 520001
	CodePollEdited          = 520003
	CodeNoPoll              = 520006
	CodeForwardUnread       = 160014
	CodeThreadExists        = 160004
	CodeThreadLocked        = 160005
)

// An Error is an answer that refuses a request.
type Error struct {
	Status  int    `json:"-"`
	Code    int    `json:"code"`
	Message string `json:"message"`
	Errors  *tree  `json:"errors,omitempty"`
}

// Error describes the refusal with the paths of a form's errors.
func (e *Error) Error() string {
	text := fmt.Sprintf("HTTP %d: %d %s", e.Status, e.Code, e.Message)
	if e.Errors != nil {
		text += e.Errors.describe("")
	}
	return text
}

// PlainError is a refusal in the form that Discord uses for bare HTTP errors.
func PlainError(status int) *Error {
	return &Error{Status: status, Message: fmt.Sprintf("%d: %s", status, http.StatusText(status))}
}

func Refuse(status, code int, message string) *Error {
	return &Error{Status: status, Code: code, Message: message}
}

// The refusals that more than one route gives.
func ErrUnknownMessage() *Error {
	return Refuse(http.StatusNotFound, codeUnknownMessage, "Unknown Message")
}

func ErrUnknownChannel() *Error {
	return Refuse(http.StatusNotFound, codeUnknownChannel, "Unknown Channel")
}

func ErrUnknownInteraction() *Error {
	return Refuse(http.StatusNotFound, codeUnknownInteraction, "Unknown interaction")
}

func ErrUnknownWebhook() *Error {
	return Refuse(http.StatusNotFound, codeUnknownWebhook, "Unknown Webhook")
}

func ErrMissingAccess() *Error {
	return Refuse(http.StatusForbidden, codeMissingAccess, "Missing Access")
}

func ErrUnknownUser() *Error {
	return Refuse(http.StatusNotFound, codeUnknownUser, "Unknown User")
}

func ErrUnknownEmoji() *Error {
	return Refuse(http.StatusBadRequest, CodeUnknownEmoji, "Unknown Emoji")
}

func ErrDirectMessage() *Error {
	return Refuse(http.StatusForbidden, codeDirectMessage, "Cannot execute action on a DM channel")
}

func ErrMissingPermissions() error {
	return Refuse(http.StatusForbidden, codeMissingPermissions, "Missing Permissions")
}

func ErrCannotReach() error {
	return Refuse(http.StatusForbidden, codeCannotReach, "Cannot send messages to this user")
}

func ErrWrongChannel() error {
	return Refuse(http.StatusBadRequest, codeWrongChannel, "Cannot execute action on this channel type")
}

func ErrSystemMessage() error {
	return Refuse(http.StatusForbidden, codeSystemMessage, "Cannot execute action on a system message")
}

func ErrArchived() error {
	return Refuse(http.StatusBadRequest, codeArchived, "Thread is archived")
}

func ErrEmptyMessage() *Error {
	return Refuse(http.StatusBadRequest, codeEmptyMessage, "Cannot send an empty message")
}

// A FieldError is one thing wrong with one field.
type FieldError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// An tree holds what is wrong with a body, along the body's structure.
// Array indexes are keys like any other.
type tree struct {
	errors   []FieldError
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

// Add notes an error at a path.
func (t *tree) Add(path []string, e FieldError) {
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
