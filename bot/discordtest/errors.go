package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// Discord's error codes that this server gives.
const (
	codeGeneral             = 0
	codeUnknownApplication  = 10002
	codeUnknownChannel      = 10003
	codeUnknownGuild        = 10004
	codeUnknownMessage      = 10008
	codeUnknownMember       = 10007
	codeUnknownOverwrite    = 10009
	codeUnknownInvite       = 10006
	codeUnknownRole         = 10011
	codeUnknownUser         = 10013
	codeUnknownEmoji        = 10014
	codeUnknownWebhook      = 10015
	codeUnknownInteraction  = 10062
	codeUnknownCommand      = 10063
	codeTooManyPins         = 30003
	codeTooManyRoles        = 30005
	codeTooManyChannels     = 30013
	codeTooManyWebhooks     = 30007
	codeTooManyReactions    = 30010
	codeDirectMessage       = 50003
	codeTooManyEmojis       = 30008
	codeTooManyCommands     = 30032
	codeTooManyCreations    = 30034
	codeAcknowledged        = 40060
	codeTooManyFollowUps    = 40094
	codeMissingAccess       = 50001
	codeNotOwnMessage       = 50005
	codeCannotReach         = 50007
	codeWrongChannel        = 50024
	codeInvalidRecipient    = 50033
	codeEmptyMessage        = 50006
	codeInvalidWebhookToken = 50027
	codeInvalidForm         = 50035
	codeInvalidAPIVersion   = 50041
	codeInvalidJSON         = 50109
	codeRequestTooLarge     = 40005
	codeUserAgent           = 40333
	codeWrongApplication    = 20012
	codeCommandExists       = 40041
	codeMissingPermissions  = 50013
	codeArchived            = 50083
	codeBulkNumber          = 50016
	codeNotInVoice          = 40032
	codeInvalidRole         = 50028
	codeInvalidGuild        = 50055
	codeSystemMessage       = 50021
	codeBulkAge             = 50034
	codeInvalidMessageType  = 50068
	codeInvalidSticker      = 50081
	codeNoForum             = 220003
	codePollExpired         = 520001
	codePollEdited          = 520003
	codeNoPoll              = 520006
	codeForwardUnread       = 160014
	codeThreadExists        = 160004
	codeThreadLocked        = 160005
)

// An apiError is an answer that refuses a request.
type apiError struct {
	status  int
	Code    int        `json:"code"`
	Message string     `json:"message"`
	Errors  *errorTree `json:"errors,omitempty"`
}

// Error describes the refusal with the paths of a form's errors.
func (e *apiError) Error() string {
	text := fmt.Sprintf("HTTP %d: %d %s", e.status, e.Code, e.Message)
	if e.Errors != nil {
		text += e.Errors.describe("")
	}
	return text
}

// plainError is a refusal in the form that Discord uses for bare HTTP errors.
func plainError(status int) *apiError {
	return &apiError{status: status, Message: fmt.Sprintf("%d: %s", status, http.StatusText(status))}
}

func refuse(status, code int, message string) *apiError {
	return &apiError{status: status, Code: code, Message: message}
}

// The refusals that more than one route gives.
func errUnknownMessage() *apiError {
	return refuse(http.StatusNotFound, codeUnknownMessage, "Unknown Message")
}

func errUnknownChannel() *apiError {
	return refuse(http.StatusNotFound, codeUnknownChannel, "Unknown Channel")
}

func errUnknownInteraction() *apiError {
	return refuse(http.StatusNotFound, codeUnknownInteraction, "Unknown interaction")
}

func errUnknownWebhook() *apiError {
	return refuse(http.StatusNotFound, codeUnknownWebhook, "Unknown Webhook")
}

func errMissingAccess() *apiError {
	return refuse(http.StatusForbidden, codeMissingAccess, "Missing Access")
}

func errUnknownUser() *apiError {
	return refuse(http.StatusNotFound, codeUnknownUser, "Unknown User")
}

func errUnknownEmoji() *apiError {
	return refuse(http.StatusBadRequest, codeUnknownEmoji, "Unknown Emoji")
}

func errDirectMessage() *apiError {
	return refuse(http.StatusForbidden, codeDirectMessage, "Cannot execute action on a DM channel")
}

func errMissingPermissions() error {
	return refuse(http.StatusForbidden, codeMissingPermissions, "Missing Permissions")
}

func errCannotReach() error {
	return refuse(http.StatusForbidden, codeCannotReach, "Cannot send messages to this user")
}

func errWrongChannel() error {
	return refuse(http.StatusBadRequest, codeWrongChannel, "Cannot execute action on this channel type")
}

func errSystemMessage() error {
	return refuse(http.StatusForbidden, codeSystemMessage, "Cannot execute action on a system message")
}

func errArchived() error {
	return refuse(http.StatusBadRequest, codeArchived, "Thread is archived")
}

func errEmptyMessage() *apiError {
	return refuse(http.StatusBadRequest, codeEmptyMessage, "Cannot send an empty message")
}

// A formError is one thing wrong with one field.
type formError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// An errorTree holds what is wrong with a body, along the body's structure.
// Array indexes are keys like any other.
type errorTree struct {
	errors   []formError
	children map[string]*errorTree
	order    []string
}

// child returns the tree below a key, making it when needed.
func (t *errorTree) child(key string) *errorTree {
	if c := t.children[key]; c != nil {
		return c
	}
	if t.children == nil {
		t.children = map[string]*errorTree{}
	}
	c := &errorTree{}
	t.children[key] = c
	t.order = append(t.order, key)
	return c
}

// add notes an error at a path.
func (t *errorTree) add(path []string, e formError) {
	for _, key := range path {
		t = t.child(key)
	}
	t.errors = append(t.errors, e)
}

// MarshalJSON gives the tree Discord's form: {"a":{"0":{"_errors":[…]}}}.
func (t *errorTree) MarshalJSON() ([]byte, error) {
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
func (t *errorTree) describe(path string) string {
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
