package rest

import (
	"net/http"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/internal/world"
)

func userRoutes() map[string]methods {
	return map[string]methods{
		"/users/@me":          {get: read(getCurrentUser), patch: write(patchCurrentUser)},
		"/users/@me/channels": {post: write(withBody((*request).self, createDirectMessage))},
		"/users/{user}":       {get: read(withObject((*request).user, getUser))},
	}
}

func getCurrentUser(r *request) (reply, error) { return ok(r.world.CurrentUser(r.app)) }

// patchCurrentUser changes the name and avatar of the bot's user.
func patchCurrentUser(r *request) (reply, error) {
	f, err := r.body()
	if err != nil {
		return failed(err)
	}
	f.Object()
	w, u := r.world, r.app.User
	w.Lock()
	name, avatar := u.Name, u.Avatar
	if n := f.Get("username"); n.There {
		n.Required()
		name = n.Words(2, 32)
	}
	if a := f.Get("avatar"); a.There {
		avatar = validate.ReadAvatar(a)
	}
	if b := f.Get("banner"); b.There {
		validate.ReadAvatar(b) // checked, but the emulator shows it nowhere
	}
	if err = f.Form.Err(); err == nil {
		u.Name, u.Avatar = name, avatar
	}
	w.Unlock()
	if err != nil {
		return failed(err)
	}
	self := w.CurrentUser(r.app)
	w.Events.Dispatch(r.app, "", "USER_UPDATE", self)
	return ok(self)
}

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
	validate.UnusedOfDirectMessages(f)
	if err := f.Form.Err(); err != nil {
		return failed(err)
	}
	u := r.world.Users[id]
	if u == nil || u.Bot {
		return failed(form.Refuse(http.StatusBadRequest, form.CodeInvalidRecipient, "Invalid Recipient(s)"))
	}
	return ok(r.world.DirectMessage(a.User, u).Object(a.User))
}
