package rest

import (
	"net/http"
	"slices"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

func threadRoutes() map[string]methods {
	guild, channel := (*request).guild, (*request).channel
	return map[string]methods{
		"/guilds/{guild}/threads/active":                         {get: read(withObject(guild, listActiveThreads))},
		"/channels/{channel}/threads":                            {post: write(withBody(channel, createThread))},
		"/channels/{channel}/messages/{message}/threads":         {post: write(withBody(channel, createMessageThread))},
		"/channels/{channel}/threads/archived/public":            {get: read(withObject(channel, listPublicArchived))},
		"/channels/{channel}/threads/archived/private":           {get: read(withObject(channel, listPrivateArchived))},
		"/channels/{channel}/users/@me/threads/archived/private": {get: read(withObject(channel, listJoinedArchived))},
	}
}

// createThread opens a thread that does not belong to a message. It is private by default.
func createThread(r *request, c *world.Channel, f form.Field) (reply, error) {
	kind := world.ChannelPrivateThread
	if t := f.Get("type"); !t.Null() {
		kind = t.OneOf(world.ChannelThread, world.ChannelPrivateThread)
	}
	private := kind == world.ChannelPrivateThread
	needs := object.PermissionCreatePublicThreads
	if private {
		needs = object.PermissionCreatePrivateThreads
	}
	invitable := f.Get("invitable").BooleanOr(true)
	return r.startThread(c, f, needs, func() (world.ThreadSettings, error) {
		return world.ThreadSettings{Kind: kind, Invitable: private && invitable}, nil
	})
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
	validate.UnusedOfThreads(f)
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
	validate.UnusedOfThreads(f)
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

// A threadList is the answer of the routes that list threads.
type threadList struct {
	Threads []world.ChannelObject      `json:"threads"`
	Members []world.ThreadMemberObject `json:"members"` // the bot's own membership in the threads that it has joined
	HasMore bool                       `json:"has_more"`
}

// add adds a thread, and the bot's membership in it if there is one. Callers hold the world's lock.
func (l *threadList) add(t *world.Channel, a *world.Application) {
	l.Threads = append(l.Threads, t.Object(a.User))
	if own := t.ThreadMember(a.User, false); own != nil {
		l.Members = append(l.Members, *own)
	}
}

// listActiveThreads answers with the guild's threads that are not archived and that the bot may read, the newest first.
func listActiveThreads(r *request, g *world.Guild) (reply, error) {
	active := threadList{Threads: []world.ChannelObject{}, Members: []world.ThreadMemberObject{}}
	for _, c := range g.Channels {
		for _, t := range c.Threads {
			if !t.Archived() && t.Reads(r.app.User) {
				active.add(t, r.app)
			}
		}
	}
	slices.SortFunc(active.Threads, func(a, b world.ChannelObject) int { return object.CompareIDs(b.ID, a.ID) })
	return ok(active)
}

// listPublicArchived answers with the archived public threads of a channel, the most recently archived first.
func listPublicArchived(r *request, c *world.Channel) (reply, error) {
	return r.listArchived(c, world.ChannelThread, object.PermissionReadMessageHistory)
}

// listPrivateArchived answers with the archived private threads of a channel. It requires the
// permission to manage threads.
func listPrivateArchived(r *request, c *world.Channel) (reply, error) {
	return r.listArchived(c, world.ChannelPrivateThread, object.PermissionReadMessageHistory|object.PermissionManageThreads)
}

func (r *request) listArchived(c *world.Channel, kind int, needs object.Permissions) (reply, error) {
	q := r.query()
	before, limit := q.Get("before").Time(), q.Get("limit").IntegerOr(50, 2, 100)
	if err := r.mayList(c, q, needs); err != nil {
		return failed(err)
	}
	found := archivedOf(c, func(t *world.Channel) bool {
		return t.Kind == kind && (before.IsZero() || t.Thread.ArchivedAt.Before(before))
	})
	slices.SortStableFunc(found, func(a, b *world.Channel) int { return b.Thread.ArchivedAt.Compare(a.Thread.ArchivedAt) })
	return ok(r.page(found, limit))
}

// listJoinedArchived answers with the archived private threads that have the bot as a member, the newest first.
func listJoinedArchived(r *request, c *world.Channel) (reply, error) {
	q := r.query()
	before, limit := q.Get("before").Snowflake(), q.Get("limit").IntegerOr(50, 2, 100)
	if err := r.mayList(c, q, object.PermissionReadMessageHistory); err != nil {
		return failed(err)
	}
	found := archivedOf(c, func(t *world.Channel) bool {
		return t.Kind == world.ChannelPrivateThread && t.ThreadMember(r.app.User, false) != nil && (before == "" || object.CompareIDs(t.ID, before) < 0)
	})
	slices.SortFunc(found, func(a, b *world.Channel) int { return object.CompareIDs(b.ID, a.ID) })
	return ok(r.page(found, limit))
}

// mayList returns an error if the query q for archived threads is invalid, if the channel cannot have threads, or if
// the bot lacks the permissions `needs`.
func (r *request) mayList(c *world.Channel, q form.Field, needs object.Permissions) error {
	switch err := q.Form.Err(); {
	case err != nil:
		return err
	case c.Kind != world.ChannelText:
		return form.ErrWrongChannel()
	case !c.Can(r.app.User, needs):
		return form.ErrMissingPermissions()
	}
	return nil
}

// archivedOf returns the archived threads of a channel for which `wanted` returns true.
func archivedOf(c *world.Channel, wanted func(*world.Channel) bool) []*world.Channel {
	var found []*world.Channel
	for _, t := range c.Threads {
		if t.Archived() && wanted(t) {
			found = append(found, t)
		}
	}
	return found
}

// page returns the first `limit` threads of `found`. Callers hold the world's lock.
func (r *request) page(found []*world.Channel, limit int) threadList {
	list := threadList{Threads: []world.ChannelObject{}, Members: []world.ThreadMemberObject{}, HasMore: len(found) > limit}
	for _, t := range found[:min(limit, len(found))] {
		list.add(t, r.app)
	}
	return list
}
