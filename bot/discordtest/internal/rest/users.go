package rest

import (
	"net/http"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/world"
)

func userRoutes() map[string]methods {
	return map[string]methods{
		"/users/@me":          {get: read(getCurrentUser)},
		"/users/@me/channels": {post: write(withBody((*request).self, createDirectMessage))},
		"/users/{user}":       {get: read(withObject((*request).user, getUser))},
	}
}

func getCurrentUser(r *request) (reply, error) { return ok(r.world.CurrentUser(r.app)) }

// user returns the user that the request's path names. Callers hold the world's lock.
func (r *request) user() (*world.User, error) {
	u := r.world.Users[r.PathValue("user")]
	if u == nil {
		return nil, form.ErrUnknownUser()
	}
	return u, nil
}

// getUser answers with the user that the path names.
func getUser(_ *request, u *world.User) (reply, error) { return ok(u.Object()) }

// createDirectMessage opens the direct message channel between the bot and a user. It succeeds even
// if the user accepts no messages from the bot.
func createDirectMessage(r *request, a *world.Application, f form.Field) (reply, error) {
	f.Get("recipient_id").Required()
	id := f.Get("recipient_id").Snowflake()
	if err := f.Form.Err(); err != nil {
		return failed(err)
	}
	u := r.world.Users[id]
	if u == nil || u.Bot {
		return failed(form.Refuse(http.StatusBadRequest, form.CodeInvalidRecipient, "Invalid Recipient(s)"))
	}
	return ok(r.world.DirectMessage(a.User, u).Object(a.User))
}
