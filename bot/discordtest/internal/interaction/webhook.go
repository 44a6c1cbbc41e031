package interaction

import (
	"net/http"
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// maxUserInstallFollowUps is the most follow-ups that a bot may send if only the user has installed it.
const maxUserInstallFollowUps = 5

// Webhook returns the interaction whose token identifies the webhook. The webhook exists from the initial response on;
// its token expires after fifteen minutes. Errors are the refusals that Discord would send. Callers hold the world's
// lock.
func (d *Desk) Webhook(app *world.Application, token string) (*Interaction, error) {
	it := d.byToken[token]
	switch {
	case it == nil || it.App != app || time.Since(it.created) >= tokenLife:
		return nil, form.ErrWebhookToken()
	case !it.acknowledged:
		return nil, form.ErrUnknownWebhook()
	case it.Channel.Deleted:
		return nil, form.ErrUnknownChannel()
	}
	return it, nil
}

// Find returns a message that the interaction's webhook may see and change. `id` is "@original", or the id of a message
// that the token created. Errors are the refusals that Discord would send. Callers hold the world's lock.
func (it *Interaction) Find(id string) (*world.Message, error) {
	if id == "@original" {
		if it.original == nil {
			return nil, form.ErrUnknownMessage()
		}
		id = it.original.ID
	}
	m := it.Channel.Message(id)
	if m == nil || m.Token != it.Token && m != it.original {
		return nil, form.ErrUnknownMessage()
	}
	return m, nil
}

// FollowUp sends a further message and returns it. While the deferred answer is still loading, FollowUp fills the
// deferred message instead of posting a new one. Whether that message is ephemeral was decided by the deferred answer.
// Errors are the refusals that Discord would send. Callers hold the world's lock.
func (it *Interaction) FollowUp(f form.Field, files []object.Attachment) (*world.Message, error) {
	if o := it.original; o != nil && o.Loading() && it.Channel.Message(o.ID) != nil {
		if err := o.EditFrom(f, files, true); err != nil {
			return nil, err
		}
		return o, nil
	}
	if it.userInstallOnly() && it.followUps >= maxUserInstallFollowUps {
		return nil, form.Refuse(http.StatusBadRequest, form.CodeTooManyFollowUps, "The application is not installed in this context and has sent too many follow-up messages")
	}
	d := validate.ReadDraft(f, validate.DraftRules{Emojis: it.App.Emojis, Files: files, Place: it.Channel.Place, Interaction: true})
	if err := f.Form.Err(); err != nil {
		return nil, err
	}
	m := it.message()
	if it.original != nil {
		m.ReplyTo(it.original)
		m.Interaction.OriginalResponseMessageID = it.original.ID
	}
	if err := it.post(m, d); err != nil {
		return nil, err
	}
	it.followUps++
	return m, nil
}
