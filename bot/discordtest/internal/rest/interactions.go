package rest

import (
	"net/http"
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// maxUserInstallFollowUps is for bots that only the user installed.
const maxUserInstallFollowUps = 5

func interactionRoutes() map[string]methods {
	message, ofWebhook := (*request).hookMessage, (*request).webhookMessage
	return map[string]methods{
		"/interactions/{interaction}/{token}/callback": {post: {open: true, exempt: true, serve: createCallback}},
		"/webhooks/{webhook}/{token}/messages/{message}": {
			get:      hook(byWebhook(about(ofWebhook, getWebhookMessage), about(message, getWebhookMessage))),
			patch:    hook(byWebhook(told(ofWebhook, editWebhookMessage), told(message, editWebhookMessage))),
			deletion: hook(byWebhook(about(ofWebhook, deleteWebhookMessage), about(message, deleteWebhookMessage))),
		},
	}
}

// hook returns the interaction of a webhook path. Before the initial response
// there is no webhook, after fifteen minutes its token is void. Callers hold the world's lock.
func (r *request) hook() (*interaction.Interaction, error) {
	app := r.world.Application(r.PathValue("webhook"))
	if app == nil {
		return nil, form.ErrUnknownWebhook()
	}
	it := r.api.desk.ByToken[r.PathValue("token")]
	switch {
	case it == nil || it.App != app || time.Since(it.Created) >= interaction.TokenLife:
		return nil, form.ErrWebhookToken()
	case !it.Acknowledged:
		return nil, form.ErrUnknownWebhook()
	case it.Channel.Deleted:
		return nil, form.ErrUnknownChannel()
	}
	if _, err := r.webhookThread(); err != nil { // such a webhook posts where the interaction was
		return nil, err
	}
	return it, nil
}

// hookMessage returns the message of a webhook path: @original, or one that
// the interaction's token made. Callers hold the world's lock.
func (r *request) hookMessage() (*world.Message, error) {
	it, err := r.hook()
	if err != nil {
		return nil, err
	}
	id := r.PathValue("message")
	if id == "@original" {
		if it.Original == nil {
			return nil, form.ErrUnknownMessage()
		}
		id = it.Original.ID
	}
	m := it.Channel.Message(id)
	if m == nil || m.Token != it.Token && m != it.Original {
		return nil, form.ErrUnknownMessage()
	}
	return m, nil
}

// webhookThread reads the query of a webhook's path: the thread that it is
// meant for, "" for none. Whether it may have components, bots need not say.
func (r *request) webhookThread() (object.Snowflake, error) {
	if _, err := r.flag("with_components"); err != nil {
		return "", err
	}
	q := r.query()
	id := q.Get("thread_id").Snowflake()
	return id, q.Form.Err()
}

func getWebhookMessage(r *request, m *world.Message) (reply, error) {
	return ok(r.shown(m))
}

func editWebhookMessage(r *request, m *world.Message, f form.Field) (reply, error) {
	if err := m.EditFrom(f, r.files, true); err != nil {
		return failed(err)
	}
	return ok(r.shown(m))
}

func deleteWebhookMessage(_ *request, m *world.Message) (reply, error) {
	m.Remove()
	return noContent()
}

// createFollowUp sends a further message. Right after a deferred message it
// fills that one instead, and whether it is ephemeral was decided there.
func createFollowUp(r *request, it *interaction.Interaction, f form.Field) (reply, error) {
	if o := it.Original; o != nil && o.Loading() && it.Channel.Message(o.ID) != nil {
		if err := o.EditFrom(f, r.files, true); err != nil {
			return failed(err)
		}
		return ok(r.shown(o))
	}
	m, err := r.followUp(it, f)
	if err != nil {
		return failed(err)
	}
	return ok(r.shown(m))
}

// followUp posts a new message of the interaction's. Callers hold the world's lock.
func (r *request) followUp(it *interaction.Interaction, f form.Field) (*world.Message, error) {
	if it.UserInstallOnly() && it.FollowUps >= maxUserInstallFollowUps {
		return nil, form.Refuse(http.StatusBadRequest, form.CodeTooManyFollowUps, "The application is not installed in this context and has sent too many follow-up messages")
	}
	d := validate.ReadDraft(f, validate.DraftRules{Emojis: it.App.Emojis, Files: r.files, Interaction: true})
	if err := f.Form.Err(); err != nil {
		return nil, err
	}
	m := it.Message()
	if it.Original != nil {
		m.ReplyTo(it.Original, it.Channel)
		m.Interaction.OriginalResponseMessageID = it.Original.ID
	}
	if err := it.Post(m, d); err != nil {
		return nil, err
	}
	it.FollowUps++
	return m, nil
}

// createCallback is the initial response to an interaction.
func createCallback(r *request) (reply, error) {
	withResponse, err := r.flag("with_response")
	if err != nil {
		return failed(err)
	}
	f, err := r.body()
	if err != nil {
		return failed(err)
	}
	r.world.Lock()
	defer r.world.Unlock()
	it := r.api.desk.ByID[r.PathValue("interaction")]
	switch {
	case it == nil || it.Token != r.PathValue("token"):
		return failed(form.ErrUnknownInteraction())
	case it.Acknowledged:
		return failed(form.Refuse(http.StatusBadRequest, form.CodeAcknowledged, "Interaction has already been acknowledged."))
	case it.Late():
		return failed(form.ErrUnknownInteraction())
	}
	answer, err := r.api.desk.Respond(it, f, r.files)
	if err != nil {
		it.Refused = err
		return failed(err)
	}
	it.Acknowledge(answer)
	if !withResponse {
		return noContent()
	}
	return ok(it.CallbackObject())
}
