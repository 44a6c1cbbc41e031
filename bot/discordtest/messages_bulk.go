package discordtest

import (
	"net/http"
	"time"
)

// bulkAge is how old a message may be that is deleted with others.
const bulkAge = 14 * 24 * time.Hour

// messagesGone is the data of MESSAGE_DELETE_BULK.
type messagesGone struct {
	IDs       []Snowflake `json:"ids"`
	ChannelID Snowflake   `json:"channel_id"`
	GuildID   Snowflake   `json:"guild_id,omitempty"`
}

// bulkDelete deletes several messages; ids of none are ignored.
func bulkDelete(r *request, c *Channel, f field) (reply, error) {
	f.get("messages").required()
	f.get("messages").distinct()
	given := ids(f.get("messages"))
	switch err := f.form.err(); {
	case err != nil:
		return failed(err)
	case c.Guild == nil:
		return failed(errDirectMessage())
	case !c.can(r.app.User, PermissionManageMessages):
		return failed(errMissingPermissions())
	case len(given) < 2:
		return failed(refuse(http.StatusBadRequest, codeBulkNumber,
			"Provided too few or too many messages to delete. Must provide at least 2 and fewer than 100 messages to delete."))
	}
	var gone []*message
	for _, id := range given {
		m := c.message(id)
		switch {
		case m == nil || m.only != nil:
		case time.Since(m.Timestamp) > bulkAge:
			return failed(refuse(http.StatusBadRequest, codeBulkAge, "You can only bulk delete messages that are under 14 days old."))
		default:
			gone = append(gone, m)
		}
	}
	event := messagesGone{IDs: []Snowflake{}, ChannelID: c.ID, GuildID: c.guildID()}
	for _, m := range gone {
		m.drop()
		event.IDs = append(event.IDs, m.ID)
	}
	if len(gone) > 0 {
		r.world.later(c.telling("MESSAGE_DELETE_BULK", event))
	}
	return noContent()
}

// crosspost refuses: only messages in announcement channels can be published,
// and there are none here.
func crosspost(_ *request, _ *message) (reply, error) { return failed(errWrongChannel()) }
