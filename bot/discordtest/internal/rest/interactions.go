package rest

import (
	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/internal/world"
)

// interactionRoutes are the routes of initial responses. Follow-ups and edits use the interaction's
// webhook: see webhookRoutes.
func interactionRoutes() map[string]methods {
	return map[string]methods{
		"/interactions/{interaction}/{token}/callback": {post: {open: true, exempt: true, serve: createCallback}},
	}
}

// createCallback handles the initial response to an interaction.
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

// hook returns the interaction whose webhook the request's path names. Callers hold the world's lock.
func (r *request) hook() (*interaction.Interaction, error) {
	app := r.world.Application(r.PathValue("webhook"))
	if app == nil {
		return nil, form.ErrUnknownWebhook()
	}
	it, err := r.api.desk.Webhook(app, r.PathValue("token"))
	if err != nil {
		return nil, err
	}
	if _, err := r.webhookThread(); err != nil { // thread_id is checked, but not used: this webhook posts in the interaction's channel
		return nil, err
	}
	return it, nil
}

// hookMessage returns the message that a path of an interaction's webhook names: @original, or a message that the
// interaction's token created. Callers hold the world's lock.
func (r *request) hookMessage() (*world.Message, error) {
	it, err := r.hook()
	if err != nil {
		return nil, err
	}
	return it.Find(r.PathValue("message"))
}

// createFollowUp sends a follow-up message to an interaction.
func createFollowUp(r *request, it *interaction.Interaction, f form.Field) (reply, error) {
	m, err := it.FollowUp(f, r.files)
	if err != nil {
		return failed(err)
	}
	return ok(r.shown(m))
}
