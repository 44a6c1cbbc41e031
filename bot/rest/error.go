package rest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// An Error is an error response from Discord.
type Error struct {
	Status     int
	Code       int    // Discord's JSON error code, 0 if there is none
	Message    string // Discord's message, or the status text
	Details    string // for an invalid form (code 50035): the fields and their errors, in Discord's JSON, on one line
	RetryAfter time.Duration
	Global     bool // true if the rate limit is for all calls with the token, not only for this route
	Banned     bool // true if the rate limit is for all calls from the machine's address
}

// Error returns Discord's message with status and code.
func (e *Error) Error() string {
	text := fmt.Sprintf("Discord answered %d: %s", e.Status, e.Message)
	if e.Code != 0 {
		text = fmt.Sprintf("Discord answered %d (code %d): %s", e.Status, e.Code, e.Message)
	}
	if e.Details != "" {
		text += ": " + e.Details
	}
	return text
}

const maxBrief = 100

// Brief returns a copy of the error with a short message and without details.
func (e *Error) Brief() *Error {
	brief := *e
	brief.Details, brief.Message = "", strings.Join(strings.Fields(e.Message), " ")
	if text := []rune(brief.Message); len(text) > maxBrief {
		brief.Message = string(text[:maxBrief]) + "…"
	}
	return &brief
}

const maxDetails = 1000

// Error codes that the bot handles.
const (
	codeUnknownChannel      = 10003
	codeUnknownGuild        = 10004
	CodeUnknownMessage      = 10008
	codeUnknownRole         = 10011
	codeMissingAccess       = 50001
	codeThreadArchived      = 50083
	codeThreadExists        = 160004
	codeUnknownWebhook      = 10015 // an interaction's token has expired
	codeInvalidWebhookToken = 50027
)

// refusal reads an error response. Its body may not be JSON: Discord's edge servers answer banned addresses in HTML.
func refusal(r *http.Response, content []byte) *Error {
	var body struct {
		Code       int             `json:"code"`
		Message    string          `json:"message"`
		RetryAfter float64         `json:"retry_after"`
		Global     bool            `json:"global"`
		Errors     json.RawMessage `json:"errors"`
	}
	e := &Error{Status: r.StatusCode, Message: http.StatusText(r.StatusCode)}
	err := json.Unmarshal(content, &body)
	if err == nil && body.Message != "" {
		e.Code, e.Message = body.Code, body.Message
		if details := string(body.Errors); details != "null" {
			e.Details = strings.Join(strings.Fields(details[:min(len(details), maxDetails)]), " ")
		}
	}
	if e.Status == http.StatusTooManyRequests {
		e.RetryAfter = retryAfter(r.Header, body.RetryAfter)
		e.Global, e.Banned = body.Global, err != nil
	}
	return e
}

func asRefusal(err error) *Error {
	refused := &Error{}
	errors.As(err, &refused)
	return refused
}

// Lost reports whether err, an error that Edit returned, means that the bot can never edit the message again: the
// message is gone, or the bot lacks access to it.
func Lost(err error) bool {
	return NoAccess(err) || asRefusal(err).Status == http.StatusUnauthorized
}

// NoAccess reports whether Discord refused a call because something is unknown or closed to the bot.
func NoAccess(err error) bool {
	status := asRefusal(err).Status
	return status == http.StatusForbidden || status == http.StatusNotFound
}

// tokenRefused reports whether Discord refused a call because it does not accept the interaction's token, which is part
// of the call's path.
func tokenRefused(err error) bool {
	switch asRefusal(err).Code {
	case CodeUnknownMessage:
		return false
	case codeUnknownWebhook, codeInvalidWebhookToken:
		return true
	}
	return Lost(err)
}

// Gone reports whether an error means that the bot cannot reach a place: the channel or the server does not exist for it
// any more, or is hidden from it.
func Gone(err error) bool {
	switch asRefusal(err).Code {
	case codeUnknownChannel, codeUnknownGuild, codeMissingAccess:
		return true
	}
	return false
}

// NoRole reports whether an error is Discord's response that a role does not exist.
func NoRole(err error) bool { return asRefusal(err).Code == codeUnknownRole }

// Archived reports whether Discord refused a call because it edits no message in an archived thread.
func Archived(err error) bool { return asRefusal(err).Code == codeThreadArchived }

// Unknown reports whether the error is a 404 response of Discord.
func Unknown(err error) bool { return asRefusal(err).Status == http.StatusNotFound }
