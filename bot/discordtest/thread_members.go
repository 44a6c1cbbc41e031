package discordtest

import (
	"net/http"
	"slices"
	"strings"
	"time"
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

// A threadMember is somebody who has joined a thread.
type threadMember struct {
	user   *User
	joined time.Time
}

// A threadMemberObject is a member of a thread as the API sends it.
type threadMemberObject struct {
	ID       Snowflake     `json:"id"` // the thread's
	UserID   Snowflake     `json:"user_id"`
	JoinedAt time.Time     `json:"join_timestamp"`
	Flags    int           `json:"flags"`
	Member   *memberObject `json:"member,omitempty"`
}

// threadMembersUpdated is the data of THREAD_MEMBERS_UPDATE.
type threadMembersUpdated struct {
	ID      Snowflake            `json:"id"`
	GuildID Snowflake            `json:"guild_id"`
	Count   int                  `json:"member_count"`
	Added   []threadMemberObject `json:"added_members,omitempty"`
	Removed []Snowflake          `json:"removed_member_ids,omitempty"`
}

// memberObject returns a member of the thread, nil for somebody who is none.
// Callers hold w.mu.
func (c *Channel) memberObject(u *User, whole bool) *threadMemberObject {
	for _, m := range c.thread.members {
		if m.user != u {
			continue
		}
		o := &threadMemberObject{ID: c.ID, UserID: u.ID, JoinedAt: m.joined.UTC()}
		if g := c.Guild.member(u); whole && g != nil {
			member := g.object(nil)
			o.Member = &member
		}
		return o
	}
	return nil
}

// join makes a user a member of the thread and returns what tells of it.
// Callers hold w.mu.
func (c *Channel) join(u *User) (tell func()) {
	if c.memberObject(u, false) != nil {
		return func() {}
	}
	c.thread.members = append(slices.Clip(c.thread.members), threadMember{u, time.Now()})
	return c.tellingMembers(u, threadMembersUpdated{Added: []threadMemberObject{*c.memberObject(u, true)}})
}

// leave ends a user's membership and returns what tells of it. Callers hold w.mu.
func (c *Channel) leave(u *User) (tell func()) {
	if c.memberObject(u, false) == nil {
		return func() {}
	}
	c.thread.members = slices.DeleteFunc(slices.Clone(c.thread.members), func(m threadMember) bool { return m.user == u })
	return c.tellingMembers(u, threadMembersUpdated{Removed: []Snowflake{u.ID}})
}

// tellingMembers returns what tells the bot of a user that it has joined or left
// the thread. Of others it tells those who see the thread and have the privileged
// intent. Callers hold s.mu.
func (c *Channel) tellingMembers(u *User, e threadMembersUpdated) func() {
	const event = "THREAD_MEMBERS_UPDATE"
	w := c.world
	if !w.events.anybodyHears(event, true) {
		return func() {}
	}
	e.ID, e.GuildID, e.Count = c.ID, c.guildID(), len(c.thread.members)
	own, bots := w.botOf(u), w.readersOf(c)
	if own != nil && !slices.Contains(bots, own) {
		bots = append(bots, own)
	}
	return func() {
		for _, a := range bots {
			w.events.dispatchTo(a, c.guildID(), event, e, func(l listener) bool {
				return a == own && l.hears(event, true) || l.intents&IntentGuildMembers != 0
			})
		}
	}
}

// inThread refuses what can be done only in threads, and what only in those
// that are not archived. Callers hold w.mu.
func (c *Channel) inThread(archivedToo bool) error {
	switch {
	case c.thread == nil:
		return errWrongChannel()
	case c.archived() && !archivedToo:
		return errArchived()
	}
	return nil
}

// joinThread makes the bot a member of a thread.
func joinThread(r *request, c *Channel) (reply, error) {
	if err := c.inThread(false); err != nil {
		return failed(err)
	}
	r.world.later(c.join(r.app.User))
	return noContent()
}

func leaveThread(r *request, c *Channel) (reply, error) {
	if err := c.inThread(false); err != nil {
		return failed(err)
	}
	r.world.later(c.leave(r.app.User))
	return noContent()
}

// addThreadMember adds somebody who sees the thread; the bot must be able to
// write there.
func addThreadMember(r *request, c *Channel) (reply, error) {
	if err := c.inThread(false); err != nil {
		return failed(err)
	}
	u := r.world.users[r.PathValue("user")]
	switch {
	case u == nil:
		return failed(errUnknownUser())
	case !c.canSend(r.app.User):
		return failed(errMissingPermissions())
	case !c.reads(u):
		return failed(errMissingAccess())
	}
	r.world.later(c.join(u))
	return noContent()
}

func removeThreadMember(r *request, c *Channel) (reply, error) {
	if err := c.inThread(false); err != nil {
		return failed(err)
	}
	u := r.world.users[r.PathValue("user")]
	switch {
	case u != r.app.User && !c.can(r.app.User, PermissionManageThreads):
		return failed(errMissingPermissions())
	case u == nil || c.memberObject(u, false) == nil:
		return failed(errUnknownMember())
	}
	r.world.later(c.leave(u))
	return noContent()
}

func getThreadMember(r *request, c *Channel) (reply, error) {
	if err := c.inThread(true); err != nil {
		return failed(err)
	}
	whole, err := r.flag("with_member")
	if err != nil {
		return failed(err)
	}
	o := c.memberObject(r.world.users[r.PathValue("user")], whole)
	if o == nil {
		return failed(errUnknownMember())
	}
	return ok(o)
}

func errUnknownMember() error {
	return refuse(http.StatusNotFound, codeUnknownMember, "Unknown Member")
}

// listThreadMembers answers with all members, or with a page of them when they
// are asked for as members of the guild, the oldest account first. That takes the
// privileged intent.
func listThreadMembers(r *request, c *Channel) (reply, error) {
	switch err := c.inThread(true); {
	case err != nil:
		return failed(err)
	case !r.app.allows(IntentGuildMembers):
		return failed(errMissingAccess())
	}
	whole, err := r.flag("with_member")
	if err != nil {
		return failed(err)
	}
	page, err := readPage(r, 100, 100)
	if err != nil {
		return failed(err)
	}
	out := []threadMemberObject{}
	for _, m := range c.thread.members {
		if !whole || page.holds(m.user.ID) {
			out = append(out, *c.memberObject(m.user, whole))
		}
	}
	slices.SortFunc(out, func(a, b threadMemberObject) int { return compareIDs(a.UserID, b.UserID) })
	if whole {
		out = out[:min(len(out), page.limit)]
	}
	return ok(out)
}

// A threadList is what lists of threads answer.
type threadList struct {
	Threads []channelObject      `json:"threads"`
	Members []threadMemberObject `json:"members"` // the bot's own, of those that it has joined
	HasMore bool                 `json:"has_more"`
}

// add adds a thread as a bot sees it. Callers hold w.mu.
func (l *threadList) add(t *Channel, a *Application) {
	l.Threads = append(l.Threads, t.object(a.User))
	if own := t.memberObject(a.User, false); own != nil {
		l.Members = append(l.Members, *own)
	}
}

// listArchived answers with the archived threads of a channel, the one that
// was archived last first.
func listArchived(r *request, c *Channel) (reply, error) {
	q := r.query()
	before, limit := q.get("before").time(), q.get("limit").integerOr(50, 2, 100)
	switch err := q.form.err(); {
	case err != nil:
		return failed(err)
	case c.kind != channelText:
		return failed(errWrongChannel())
	case !c.can(r.app.User, PermissionReadMessageHistory):
		return failed(errMissingPermissions())
	}
	var found []*Channel
	for _, t := range c.threads {
		if t.archived() && (before.IsZero() || t.thread.archivedAt.Before(before)) {
			found = append(found, t)
		}
	}
	slices.SortStableFunc(found, func(a, b *Channel) int { return b.thread.archivedAt.Compare(a.thread.archivedAt) })
	list := threadList{Threads: []channelObject{}, Members: []threadMemberObject{}, HasMore: len(found) > limit}
	for _, t := range found[:min(limit, len(found))] {
		list.add(t, r.app)
	}
	return ok(list)
}

// listPrivateArchived answers with none, as private threads do not exist here,
// to those who may see such threads.
func listPrivateArchived(r *request, c *Channel) (reply, error) {
	if c.kind == channelText && !c.can(r.app.User, PermissionManageThreads) {
		return failed(errMissingPermissions())
	}
	return listNoArchived(r, c)
}

func listNoArchived(r *request, c *Channel) (reply, error) {
	q := r.query()
	wholeOf(2, 100)(q.get("limit"))
	// Where the bot has joined the threads this is one's id, elsewhere a time.
	if before := q.get("before"); strings.Contains(r.Pattern, "@me") {
		before.snowflake()
	} else {
		before.time()
	}
	if err := q.form.err(); err != nil {
		return failed(err)
	}
	if c.kind != channelText {
		return failed(errWrongChannel())
	}
	return ok(threadList{Threads: []channelObject{}, Members: []threadMemberObject{}})
}
