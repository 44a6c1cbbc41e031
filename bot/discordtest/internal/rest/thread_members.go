package rest

import (
	"slices"
	"strings"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

func threadMemberRoutes() map[string]methods {
	channel := (*request).channel
	members := "/channels/{channel}/thread-members"
	return map[string]methods{
		members:          {get: read(about(channel, listThreadMembers))},
		members + "/@me": {put: write(about(channel, joinThread)), deletion: write(about(channel, leaveThread))},
		members + "/{user}": {
			get: read(about(channel, getThreadMember)), put: write(about(channel, addThreadMember)), deletion: write(about(channel, removeThreadMember)),
		},
		"/channels/{channel}/threads/archived/public":            {get: read(about(channel, listArchived))},
		"/channels/{channel}/threads/archived/private":           {get: read(about(channel, listPrivateArchived))},
		"/channels/{channel}/users/@me/threads/archived/private": {get: read(about(channel, listNoArchived))},
	}
}

// joinThread makes the bot a member of a thread.
func joinThread(r *request, c *world.Channel) (reply, error) {
	if err := c.InThread(false); err != nil {
		return failed(err)
	}
	r.world.Later(c.Join(r.app.User))
	return noContent()
}

func leaveThread(r *request, c *world.Channel) (reply, error) {
	if err := c.InThread(false); err != nil {
		return failed(err)
	}
	r.world.Later(c.Leave(r.app.User))
	return noContent()
}

// addThreadMember adds somebody who sees the thread; the bot must be able to
// write there.
func addThreadMember(r *request, c *world.Channel) (reply, error) {
	if err := c.InThread(false); err != nil {
		return failed(err)
	}
	u := r.world.Users[r.PathValue("user")]
	switch {
	case u == nil:
		return failed(form.ErrUnknownUser())
	case !c.CanSend(r.app.User):
		return failed(form.ErrMissingPermissions())
	case !c.Reads(u):
		return failed(form.ErrMissingAccess())
	}
	r.world.Later(c.Join(u))
	return noContent()
}

func removeThreadMember(r *request, c *world.Channel) (reply, error) {
	if err := c.InThread(false); err != nil {
		return failed(err)
	}
	u := r.world.Users[r.PathValue("user")]
	switch {
	case u != r.app.User && !c.Can(r.app.User, object.PermissionManageThreads):
		return failed(form.ErrMissingPermissions())
	case u == nil || c.MemberObject(u, false) == nil:
		return failed(form.ErrUnknownMember())
	}
	r.world.Later(c.Leave(u))
	return noContent()
}

func getThreadMember(r *request, c *world.Channel) (reply, error) {
	if err := c.InThread(true); err != nil {
		return failed(err)
	}
	whole, err := r.flag("with_member")
	if err != nil {
		return failed(err)
	}
	o := c.MemberObject(r.world.Users[r.PathValue("user")], whole)
	if o == nil {
		return failed(form.ErrUnknownMember())
	}
	return ok(o)
}

// listThreadMembers answers with all members, or with a page of them when they
// are asked for as members of the guild, the oldest account first. That takes the
// privileged intent.
func listThreadMembers(r *request, c *world.Channel) (reply, error) {
	switch err := c.InThread(true); {
	case err != nil:
		return failed(err)
	case !r.app.Allows(object.IntentGuildMembers):
		return failed(form.ErrMissingAccess())
	}
	whole, err := r.flag("with_member")
	if err != nil {
		return failed(err)
	}
	page, err := readPage(r, 100, 100)
	if err != nil {
		return failed(err)
	}
	out := []world.ThreadMemberObject{}
	for _, m := range c.Thread.Members {
		if !whole || page.Holds(m.User.ID) {
			out = append(out, *c.MemberObject(m.User, whole))
		}
	}
	slices.SortFunc(out, func(a, b world.ThreadMemberObject) int { return object.CompareIDs(a.UserID, b.UserID) })
	if whole {
		out = out[:min(len(out), page.Limit)]
	}
	return ok(out)
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
	if own := t.MemberObject(a.User, false); own != nil {
		l.Members = append(l.Members, *own)
	}
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
