package rest

import (
	"net/http"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

func threadRoutes() map[string]methods {
	channel := (*request).channel
	return map[string]methods{
		"/channels/{channel}/messages/{message}/threads": {post: write(withBody(channel, createMessageThread))},
		"/channels/{channel}/thread-members/{user}":      {get: read(withObject(channel, getThreadMember))},
	}
}

// getThreadMember answers with a user's membership in a thread.
func getThreadMember(r *request, c *world.Channel) (reply, error) {
	u, err := r.user()
	switch {
	case err != nil:
		return failed(err)
	case c.Thread == nil:
		return failed(form.ErrWrongChannel())
	}
	m := c.ThreadMember(u, false)
	if m == nil {
		return failed(form.ErrUnknownMember())
	}
	return ok(m)
}

// createMessageThread opens a thread on a message. The thread's id is the message's id.
func createMessageThread(r *request, c *world.Channel, f form.Field) (reply, error) {
	return r.startThread(c, f, object.PermissionCreatePublicThreads, func() (world.ThreadSettings, error) {
		m := c.Message(r.PathValue("message"))
		switch {
		case m == nil || m.Only != nil:
			return world.ThreadSettings{}, form.ErrUnknownMessage()
		case r.world.Channels[m.ID] != nil:
			return world.ThreadSettings{}, form.Refuse(http.StatusBadRequest, form.CodeThreadExists, "A thread has already been created for this message")
		}
		return world.ThreadSettings{ID: m.ID, Kind: world.ChannelThread}, nil
	})
}

// startThread opens a thread in a channel. `needs` are the permissions that the bot needs; `kind` returns the settings
// that depend on the route. Callers hold the world's lock.
func (r *request) startThread(c *world.Channel, f form.Field, needs object.Permissions, kind func() (world.ThreadSettings, error)) (reply, error) {
	switch {
	case c.Kind != world.ChannelText:
		return failed(form.ErrWrongChannel())
	case !c.Can(r.app.User, needs):
		return failed(form.ErrMissingPermissions())
	}
	f.Get("name").Required()
	slow := f.Get("rate_limit_per_user").IntegerOr(0, 0, object.MaxSlowMode)
	name, minutes := f.Get("name").Words(1, 100), world.DefaultAutoArchive
	if a := f.Get("auto_archive_duration"); !a.Null() {
		minutes = a.OneOf(object.AutoArchives...)
	}
	s, err := kind()
	if formErr := f.Form.Err(); formErr != nil {
		return failed(formErr)
	}
	if err != nil {
		return failed(err)
	}
	s.Name, s.AutoArchive, s.SlowMode = name, minutes, slow
	t := c.NewThread(r.app.User, s)
	return reply{http.StatusCreated, t.Object(r.app.User)}, nil
}

// changeThread changes a thread. The bot must be allowed to manage threads, or own the thread while it is not locked.
func changeThread(r *request, c *world.Channel, f form.Field) (reply, error) {
	manages := c.Can(r.app.User, object.PermissionManageThreads)
	if !manages && (c.Thread.Owner != r.app.User || c.Thread.Locked) {
		return failed(form.ErrMissingPermissions())
	}
	changed, name := c.Thread.Patched(f), c.Name
	if n := f.Get("name"); n.There {
		n.Required()
		name = n.Words(1, 100)
	}
	slow := f.Get("rate_limit_per_user").IntegerOr(c.SlowMode, 0, object.MaxSlowMode)
	switch err := f.Form.Err(); {
	case err != nil:
		return failed(err)
	case (changed.Locked != c.Thread.Locked || slow != c.SlowMode) && !manages:
		return failed(form.ErrMissingPermissions())
	case c.Thread.Archived && changed.Archived:
		return failed(form.ErrArchived())
	}
	c.AlterThread(func(t *world.Thread) { *t, c.Name, c.SlowMode = changed, name, slow })
	return ok(c.Object(r.app.User))
}
