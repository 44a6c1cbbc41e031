package rest

import (
	"slices"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

func threadMemberRoutes() map[string]methods {
	channel := (*request).channel
	members := "/channels/{channel}/thread-members"
	return map[string]methods{
		members:          {get: read(withObject(channel, listThreadMembers))},
		members + "/@me": {put: write(withObject(channel, joinThread)), deletion: write(withObject(channel, leaveThread))},
		members + "/{user}": {
			get: read(withObject(channel, getThreadMember)), put: write(withObject(channel, addThreadMember)), deletion: write(withObject(channel, removeThreadMember)),
		},
	}
}

// joinThread makes the bot a member of a thread.
func joinThread(r *request, c *world.Channel) (reply, error) {
	if err := c.InThread(false); err != nil {
		return failed(err)
	}
	c.Join(r.app.User)
	return noContent()
}

func leaveThread(r *request, c *world.Channel) (reply, error) {
	if err := c.InThread(false); err != nil {
		return failed(err)
	}
	c.Leave(r.app.User)
	return noContent()
}

// addThreadMember adds a user to a thread. The user must see the thread's channel.
func addThreadMember(r *request, c *world.Channel) (reply, error) {
	if err := c.InThread(false); err != nil {
		return failed(err)
	}
	u, err := r.user()
	switch {
	case err != nil:
		return failed(err)
	case !c.MayInvite(r.app.User):
		return failed(form.ErrMissingPermissions())
	case !c.MayBeInvited(u):
		return failed(form.ErrMissingAccess())
	}
	c.Join(u)
	return noContent()
}

func removeThreadMember(r *request, c *world.Channel) (reply, error) {
	if err := c.InThread(false); err != nil {
		return failed(err)
	}
	u := r.world.Users[r.PathValue("user")]
	ownPrivate := c.Kind == world.ChannelPrivateThread && c.Thread.Owner == r.app.User
	switch {
	case u != r.app.User && !ownPrivate && !c.Can(r.app.User, object.PermissionManageThreads):
		return failed(form.ErrMissingPermissions())
	case u == nil || c.ThreadMember(u, false) == nil:
		return failed(form.ErrUnknownMember())
	}
	c.Leave(u)
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
	o := c.ThreadMember(r.world.Users[r.PathValue("user")], whole)
	if o == nil {
		return failed(form.ErrUnknownMember())
	}
	return ok(o)
}

// listThreadMembers answers with a thread's members, the oldest account first. If the query has with_member, the answer
// is one page of them, with their memberships in the guild. It requires the privileged intent for members.
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
	for _, m := range c.ThreadMembers(whole) {
		if !whole || page.Holds(m.UserID) {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b world.ThreadMemberObject) int { return object.CompareIDs(a.UserID, b.UserID) })
	if whole {
		out = out[:min(len(out), page.Limit)]
	}
	return ok(out)
}
