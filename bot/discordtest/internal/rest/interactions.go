package rest

import (
	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

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

// hook returns the interaction of a webhook path. Callers hold the world's lock.
func (r *request) hook() (*interaction.Interaction, error) {
	app := r.world.Application(r.PathValue("webhook"))
	if app == nil {
		return nil, form.ErrUnknownWebhook()
	}
	it, err := r.api.desk.Webhook(app, r.PathValue("token"))
	if err != nil {
		return nil, err
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
	return it.Find(r.PathValue("message"))
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

// createFollowUp sends a further message of the interaction's.
func createFollowUp(r *request, it *interaction.Interaction, f form.Field) (reply, error) {
	m, err := it.FollowUp(f, r.files)
	if err != nil {
		return failed(err)
	}
	return ok(r.shown(m))
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
	it, err := r.api.desk.Respond(r.PathValue("interaction"), r.PathValue("token"), f, r.files)
	if err != nil {
		return failed(err)
	}
	if !withResponse {
		return noContent()
	}
	return ok(it.CallbackObject())
}
