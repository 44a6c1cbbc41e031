package rest

import (
	"net/http"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/validate"
)

func userRoutes() map[string]methods {
	return map[string]methods{
		"/users/@me":          {get: read(getCurrentUser), patch: write(patchCurrentUser)},
		"/users/@me/channels": {post: write(createDirectMessage)},
		"/users/{user}":       {get: read(getUser)},
	}
}

func getCurrentUser(r *request) (reply, error) { return ok(r.world.CurrentUser(r.app)) }

// patchCurrentUser changes how the bot's user is called and looks.
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
		validate.ReadAvatar(b) // which is shown nowhere
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

// getUser answers with any user.
func getUser(r *request) (reply, error) {
	r.world.Lock()
	defer r.world.Unlock()
	u := r.world.Users[r.PathValue("user")]
	if u == nil {
		return failed(form.ErrUnknownUser())
	}
	return ok(u.Object())
}

// createDirectMessage opens the bot's direct message channel with a user. It
// can always be opened; whether the bot may write there shows then.
func createDirectMessage(r *request) (reply, error) {
	f, err := r.body()
	if err != nil {
		return failed(err)
	}
	f.Get("recipient_id").Required()
	id := f.Get("recipient_id").Snowflake()
	validate.UnusedOfDirectMessages(f)
	if err := f.Form.Err(); err != nil {
		return failed(err)
	}
	w := r.world
	w.Lock()
	defer w.Unlock()
	u := w.Users[id]
	if u == nil || u.Bot {
		return failed(form.Refuse(http.StatusBadRequest, form.CodeInvalidRecipient, "Invalid Recipient(s)"))
	}
	return ok(w.DirectMessage(r.app.User, u).Object(r.app.User))
}
