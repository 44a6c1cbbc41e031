package form

import "net/http"

// The refusals that more than one route gives, with Discord's words for them.

// ErrUnknownChannel is about a channel that does not exist.
func ErrUnknownChannel() *Error {
	return Refuse(http.StatusNotFound, CodeUnknownChannel, "Unknown Channel")
}

// ErrUnknownMember is about somebody who is not there: in a guild or in a thread.
func ErrUnknownMember() *Error {
	return Refuse(http.StatusNotFound, CodeUnknownMember, "Unknown Member")
}

// ErrUnknownMessage is about a message that does not exist or that the caller does not see.
func ErrUnknownMessage() *Error {
	return Refuse(http.StatusNotFound, CodeUnknownMessage, "Unknown Message")
}

// ErrUnknownRole is about a role that the guild does not have.
func ErrUnknownRole() *Error {
	return Refuse(http.StatusNotFound, CodeUnknownRole, "Unknown Role")
}

// ErrUnknownUser is about a user who does not exist.
func ErrUnknownUser() *Error {
	return Refuse(http.StatusNotFound, CodeUnknownUser, "Unknown User")
}

// ErrUnknownEmoji is about an emoji that nobody can react with.
func ErrUnknownEmoji() *Error {
	return Refuse(http.StatusBadRequest, CodeUnknownEmoji, "Unknown Emoji")
}

// ErrUnknownOverwrite is the error for an overwrite that the channel does not have, or for a role
// or member that the guild does not know.
func ErrUnknownOverwrite() *Error {
	return Refuse(http.StatusNotFound, CodeUnknownOverwrite, "Unknown Overwrite")
}

// ErrUnknownWebhook is about a webhook that does not exist, or not yet.
func ErrUnknownWebhook() *Error {
	return Refuse(http.StatusNotFound, CodeUnknownWebhook, "Unknown Webhook")
}

// ErrWebhookToken is about a webhook's token that is wrong or has run out.
func ErrWebhookToken() *Error {
	return Refuse(http.StatusUnauthorized, CodeInvalidWebhookToken, "Invalid Webhook Token")
}

// ErrUnknownInteraction is about an interaction that does not exist, or whose time
// is over.
func ErrUnknownInteraction() *Error {
	return Refuse(http.StatusNotFound, CodeUnknownInteraction, "Unknown interaction")
}

// ErrMissingAccess is about something that a bot does not see, or lacks an intent for.
func ErrMissingAccess() *Error {
	return Refuse(http.StatusForbidden, CodeMissingAccess, "Missing Access")
}

// ErrMissingPermissions is for an action that the bot lacks permissions for, on something that it
// can see.
func ErrMissingPermissions() *Error {
	return Refuse(http.StatusForbidden, CodeMissingPermissions, "Missing Permissions")
}

// ErrDirectMessage is for an action that only works in guilds.
func ErrDirectMessage() *Error {
	return Refuse(http.StatusForbidden, CodeDirectMessage, "Cannot execute action on a DM channel")
}

// ErrWrongChannel is for an action that needs a channel of another type.
func ErrWrongChannel() *Error {
	return Refuse(http.StatusBadRequest, CodeWrongChannel, "Cannot execute action on this channel type")
}

// ErrCannotReach is for a direct message to a user who accepts none from the bot.
func ErrCannotReach() *Error {
	return Refuse(http.StatusForbidden, CodeCannotReach, "Cannot send messages to this user")
}

// ErrArchived is for a change of an archived thread.
func ErrArchived() *Error {
	return Refuse(http.StatusBadRequest, CodeArchived, "Thread is archived")
}

// ErrEmptyMessage is about a message without any content.
func ErrEmptyMessage() *Error {
	return Refuse(http.StatusBadRequest, CodeEmptyMessage, "Cannot send an empty message")
}

// ErrNotOwnMessage is for an edit of another author's message.
func ErrNotOwnMessage() *Error {
	return Refuse(http.StatusForbidden, CodeNotOwnMessage, "Cannot edit a message authored by another user")
}

// ErrSystemMessage is for a change of a system message.
func ErrSystemMessage() *Error {
	return Refuse(http.StatusForbidden, CodeSystemMessage, "Cannot execute action on a system message")
}
