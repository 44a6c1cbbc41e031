package rest

import (
	"net/http"
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// BulkAge is how old a message may be that is deleted with others.
const BulkAge = 14 * 24 * time.Hour

// messagesGone is the data of MESSAGE_DELETE_BULK.
type messagesGone struct {
	IDs       []object.Snowflake `json:"ids"`
	ChannelID object.Snowflake   `json:"channel_id"`
	GuildID   object.Snowflake   `json:"guild_id,omitempty"`
}

// bulkDelete deletes several messages; ids of none are ignored.
func bulkDelete(r *request, c *world.Channel, f form.Field) (reply, error) {
	f.Get("messages").Required()
	validate.CheckDistinct(f.Get("messages"))
	given := validate.IDs(f.Get("messages"))
	switch err := f.Form.Err(); {
	case err != nil:
		return failed(err)
	case c.Guild == nil:
		return failed(form.ErrDirectMessage())
	case !c.Can(r.app.User, object.PermissionManageMessages):
		return failed(form.ErrMissingPermissions())
	case len(given) < 2:
		return failed(form.Refuse(http.StatusBadRequest, form.CodeBulkNumber,
			"Provided too few or too many messages to delete. Must provide at least 2 and fewer than 100 messages to delete."))
	}
	var gone []*world.Message
	for _, id := range given {
		m := c.Message(id)
		switch {
		case m == nil || m.Only != nil:
		case time.Since(m.Timestamp) > BulkAge:
			return failed(form.Refuse(http.StatusBadRequest, form.CodeBulkAge, "You can only bulk delete messages that are under 14 days old."))
		default:
			gone = append(gone, m)
		}
	}
	event := messagesGone{IDs: []object.Snowflake{}, ChannelID: c.ID, GuildID: c.GuildID()}
	for _, m := range gone {
		m.Drop()
		event.IDs = append(event.IDs, m.ID)
	}
	if len(gone) > 0 {
		r.world.Later(c.Telling("MESSAGE_DELETE_BULK", event))
	}
	return noContent()
}

// crosspost refuses: only messages in announcement channels can be published,
// and there are none here.
func crosspost(_ *request, _ *world.Message) (reply, error) { return failed(form.ErrWrongChannel()) }
