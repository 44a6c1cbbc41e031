package rest

import (
	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// webhookRoutes are the routes of incoming webhooks and of the webhooks of interactions. Paths with a token serve both
// kinds: see byWebhook.
func webhookRoutes() map[string]methods {
	answer := (*request).hookMessage
	return map[string]methods{
		"/webhooks/{webhook}/{token}": {post: hook(withBody((*request).hook, createFollowUp))},
		"/webhooks/{webhook}/{token}/messages/{message}": {
			get: hook(withObject(answer, getWebhookMessage)), patch: hook(withBody(answer, editWebhookMessage)),
			deletion: hook(withObject(answer, deleteWebhookMessage)),
		},
	}
}

// webhookThread returns the thread_id in the query, or "" if there is none. It also checks with_components, which has
// no effect.
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
