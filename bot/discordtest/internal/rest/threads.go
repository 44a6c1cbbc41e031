package rest

import (
	"net/http"
	"slices"
	"strings"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

func threadRoutes() map[string]methods {
	guild, channel := (*request).guild, (*request).channel
	return map[string]methods{
		"/guilds/{guild}/threads/active":                         {get: read(about(guild, listActiveThreads))},
		"/channels/{channel}/threads":                            {post: write(told(channel, createThread))},
		"/channels/{channel}/messages/{message}/threads":         {post: write(told(channel, createMessageThread))},
		"/channels/{channel}/threads/archived/public":            {get: read(about(channel, listArchived))},
		"/channels/{channel}/threads/archived/private":           {get: read(about(channel, listPrivateArchived))},
		"/channels/{channel}/users/@me/threads/archived/private": {get: read(about(channel, listNoArchived))},
	}
}

// createThread opens a thread without a message. Only public ones exist here.
func createThread(r *request, c *world.Channel, f form.Field) (reply, error) {
	return r.startThread(c, f, func() (object.Snowflake, error) {
		f.Get("type").Required()
		f.Get("type").OneOf(world.ChannelThread)
		return r.world.Snowflake(), nil
	})
}

// createMessageThread opens a thread at a message, whose id becomes its own.
func createMessageThread(r *request, c *world.Channel, f form.Field) (reply, error) {
	return r.startThread(c, f, func() (object.Snowflake, error) {
		m := c.Message(r.PathValue("message"))
		switch {
		case m == nil || m.Only != nil:
			return "", form.ErrUnknownMessage()
		case r.world.Channels[m.ID] != nil:
			return "", form.Refuse(http.StatusBadRequest, form.CodeThreadExists, "A thread has already been created for this message")
		}
		return m.ID, nil
	})
}

// startThread opens a thread in a channel as a body says; id returns which id it
// gets. Callers hold the world's lock.
func (r *request) startThread(c *world.Channel, f form.Field, id func() (object.Snowflake, error)) (reply, error) {
	switch {
	case c.Kind != world.ChannelText:
		return failed(form.ErrWrongChannel())
	case !c.Can(r.app.User, object.PermissionCreatePublicThreads):
		return failed(form.ErrMissingPermissions())
	}
	validate.UnusedOfThreads(f)
	f.Get("name").Required()
	slow := f.Get("rate_limit_per_user").IntegerOr(0, 0, object.MaxSlowMode)
	name, minutes := f.Get("name").Words(1, 100), world.DefaultAutoArchive
	if a := f.Get("auto_archive_duration"); !a.Null() {
		minutes = a.OneOf(object.AutoArchives...)
	}
	threadID, err := id()
	if formErr := f.Form.Err(); formErr != nil {
		return failed(formErr)
	}
	if err != nil {
		return failed(err)
	}
	t := c.OpenThread(name, r.app.User, threadID, minutes)
	t.SlowMode = slow
	return reply{http.StatusCreated, t.Object(r.app.User)}, nil
}

// changeThread changes a thread, which its owner and those who manage threads
// may do.
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

// A threadList is what lists of threads answer.
type threadList struct {
	Threads []world.ChannelObject      `json:"threads"`
	Members []world.ThreadMemberObject `json:"members"` // the bot's own, of those that it has joined
	HasMore bool                       `json:"has_more"`
}

// add adds a thread as a bot sees it. Callers hold the world's lock.
func (l *threadList) add(t *world.Channel, a *world.Application) {
	l.Threads = append(l.Threads, t.Object(a.User))
	if own := t.ThreadMember(a.User, false); own != nil {
		l.Members = append(l.Members, *own)
	}
}

// listActiveThreads answers with the threads of a guild that the bot sees and
// that are not archived, the newest first.
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

// listArchived answers with the archived threads of a channel, the one that
// was archived last first.
func listArchived(r *request, c *world.Channel) (reply, error) {
	q := r.query()
	before, limit := q.Get("before").Time(), q.Get("limit").IntegerOr(50, 2, 100)
	switch err := q.Form.Err(); {
	case err != nil:
		return failed(err)
	case c.Kind != world.ChannelText:
		return failed(form.ErrWrongChannel())
	case !c.Can(r.app.User, object.PermissionReadMessageHistory):
		return failed(form.ErrMissingPermissions())
	}
	var found []*world.Channel
	for _, t := range c.Threads {
		if t.Archived() && (before.IsZero() || t.Thread.ArchivedAt.Before(before)) {
			found = append(found, t)
		}
	}
	slices.SortStableFunc(found, func(a, b *world.Channel) int { return b.Thread.ArchivedAt.Compare(a.Thread.ArchivedAt) })
	list := threadList{Threads: []world.ChannelObject{}, Members: []world.ThreadMemberObject{}, HasMore: len(found) > limit}
	for _, t := range found[:min(limit, len(found))] {
		list.add(t, r.app)
	}
	return ok(list)
}

// listPrivateArchived answers with none, as private threads do not exist here,
// to those who may see such threads.
func listPrivateArchived(r *request, c *world.Channel) (reply, error) {
	if c.Kind == world.ChannelText && !c.Can(r.app.User, object.PermissionManageThreads) {
		return failed(form.ErrMissingPermissions())
	}
	return listNoArchived(r, c)
}

func listNoArchived(r *request, c *world.Channel) (reply, error) {
	q := r.query()
	q.Get("limit").Integer(2, 100)
	// Where the bot has joined the threads this is one's id, elsewhere a time.
	if before := q.Get("before"); strings.Contains(r.Pattern, "@me") {
		before.Snowflake()
	} else {
		before.Time()
	}
	if err := q.Form.Err(); err != nil {
		return failed(err)
	}
	if c.Kind != world.ChannelText {
		return failed(form.ErrWrongChannel())
	}
	return ok(threadList{Threads: []world.ChannelObject{}, Members: []world.ThreadMemberObject{}})
}
