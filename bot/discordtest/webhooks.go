package discordtest

import (
	"net/http"
	"time"
)

// maxUserInstallFollowUps is for bots that only the user installed.
const maxUserInstallFollowUps = 5

// hook returns the interaction of a webhook path. Before the initial response
// there is no webhook, after fifteen minutes its token is void. Callers hold s.mu.
func (r *request) hook() (*interaction, error) {
	app := r.world.application(r.PathValue("webhook"))
	if app == nil {
		return nil, errUnknownWebhook()
	}
	it := r.api.desk.byToken[r.PathValue("token")]
	switch {
	case it == nil || it.app != app || time.Since(it.created) >= tokenLife:
		return nil, refuse(http.StatusUnauthorized, codeInvalidWebhookToken, "Invalid Webhook Token")
	case !it.acknowledged:
		return nil, errUnknownWebhook()
	case it.channel.deleted:
		return nil, errUnknownChannel()
	}
	if _, err := r.webhookThread(); err != nil { // such a webhook posts where the interaction was
		return nil, err
	}
	return it, nil
}

// hookMessage returns the message of a webhook path: @original, or one that
// the interaction's token made. Callers hold s.mu.
func (r *request) hookMessage() (*message, error) {
	it, err := r.hook()
	if err != nil {
		return nil, err
	}
	id := r.PathValue("message")
	if id == "@original" {
		if it.original == nil {
			return nil, errUnknownMessage()
		}
		id = it.original.ID
	}
	m := it.channel.message(id)
	if m == nil || m.token != it.token && m != it.original {
		return nil, errUnknownMessage()
	}
	return m, nil
}

// webhookThread reads the query of a webhook's path: the thread that it is
// meant for, "" for none. Whether it may have components, bots need not say.
func (r *request) webhookThread() (Snowflake, error) {
	if _, err := r.flag("with_components"); err != nil {
		return "", err
	}
	q := r.query()
	id := q.get("thread_id").snowflake()
	return id, q.form.err()
}

func getWebhookMessage(r *request, m *message) (reply, error) {
	return ok(r.shown(m))
}

func editWebhookMessage(r *request, m *message, f field) (reply, error) {
	if err := m.editFrom(f, r.files, true); err != nil {
		return failed(err)
	}
	return ok(r.shown(m))
}

func deleteWebhookMessage(r *request, m *message) (reply, error) {
	m.remove()
	return noContent()
}

// createFollowUp sends a further message. Right after a deferred message it
// fills that one instead, and whether it is ephemeral was decided there.
func createFollowUp(r *request, it *interaction, f field) (reply, error) {
	if o := it.original; o != nil && o.Loading() && it.channel.message(o.ID) != nil {
		if err := o.editFrom(f, r.files, true); err != nil {
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

// followUp posts a new message of the interaction's. Callers hold s.mu.
func (r *request) followUp(it *interaction, f field) (*message, error) {
	if it.userInstallOnly() && it.followUps >= maxUserInstallFollowUps {
		return nil, refuse(http.StatusBadRequest, codeTooManyFollowUps, "The application is not installed in this context and has sent too many follow-up messages")
	}
	d := readDraft(f, draftRules{emojis: it.app.emojis, files: r.files, interaction: true})
	if err := f.form.err(); err != nil {
		return nil, err
	}
	m := it.message()
	if it.original != nil {
		m.replyTo(it.original, it.channel)
		m.Interaction.OriginalResponseMessageID = it.original.ID
	}
	if err := it.post(m, d); err != nil {
		return nil, err
	}
	it.followUps++
	return m, nil
}
