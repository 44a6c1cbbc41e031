package form

import "net/http"

// The refusals that several routes use, with Discord's messages.

// ErrUnknownChannel says that a channel does not exist.
func ErrUnknownChannel() *Error {
	return Refuse(http.StatusNotFound, CodeUnknownChannel, "Unknown Channel")
}

// ErrUnknownMember says that a user is not in the guild or thread.
func ErrUnknownMember() *Error {
	return Refuse(http.StatusNotFound, CodeUnknownMember, "Unknown Member")
}

// ErrUnknownMessage says that a message does not exist, or that the caller may not see it.
func ErrUnknownMessage() *Error {
	return Refuse(http.StatusNotFound, CodeUnknownMessage, "Unknown Message")
}

// ErrUnknownRole says that the guild has no such role.
func ErrUnknownRole() *Error {
	return Refuse(http.StatusNotFound, CodeUnknownRole, "Unknown Role")
}

// ErrUnknownUser says that a user does not exist.
func ErrUnknownUser() *Error {
	return Refuse(http.StatusNotFound, CodeUnknownUser, "Unknown User")
}

// ErrUnknownWebhook says that a webhook does not exist. The webhook of an interaction exists only
// after the initial response.
func ErrUnknownWebhook() *Error {
	return Refuse(http.StatusNotFound, CodeUnknownWebhook, "Unknown Webhook")
}

// ErrWebhookToken says that a webhook's token is wrong or has expired.
func ErrWebhookToken() *Error {
	return Refuse(http.StatusUnauthorized, CodeInvalidWebhookToken, "Invalid Webhook Token")
}

// ErrUnknownInteraction says that an interaction does not exist or has expired.
func ErrUnknownInteraction() *Error {
	return Refuse(http.StatusNotFound, CodeUnknownInteraction, "Unknown interaction")
}

// ErrMissingAccess says that the bot may not see something or lacks an intent for it.
func ErrMissingAccess() *Error {
	return Refuse(http.StatusForbidden, CodeMissingAccess, "Missing Access")
}

// ErrMissingPermissions says that the bot can see something but lacks the permissions for the action.
func ErrMissingPermissions() *Error {
	return Refuse(http.StatusForbidden, CodeMissingPermissions, "Missing Permissions")
}

// ErrWrongChannel refuses an action that needs another type of channel.
func ErrWrongChannel() *Error {
	return Refuse(http.StatusBadRequest, CodeWrongChannel, "Cannot execute action on this channel type")
}

// ErrCannotReach refuses a direct message to a user who accepts none from the bot.
func ErrCannotReach() *Error {
	return Refuse(http.StatusForbidden, CodeCannotReach, "Cannot send messages to this user")
}

// ErrArchived refuses a change in an archived thread.
func ErrArchived() *Error {
	return Refuse(http.StatusBadRequest, CodeArchived, "Thread is archived")
}

// ErrEmptyMessage refuses a message without content.
func ErrEmptyMessage() *Error {
	return Refuse(http.StatusBadRequest, CodeEmptyMessage, "Cannot send an empty message")
}

// ErrNotOwnMessage refuses an edit of another author's message.
func ErrNotOwnMessage() *Error {
	return Refuse(http.StatusForbidden, CodeNotOwnMessage, "Cannot edit a message authored by another user")
}
