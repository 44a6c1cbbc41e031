package discordtest

import (
	"cmp"
	"net/http"
	"slices"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/object"
)

func resourceRoutes() map[string]methods {
	give, take := changeRole((*member).give), changeRole((*member).take)
	guild, channel, member := (*request).guild, (*request).channel, (*request).member
	return map[string]methods{
		"/applications/@me":              {get: readRoute(shows((*request).self, (*Application).object)), patch: writeRoute(patchApplication)},
		"/gateway":                       {get: {open: true, serve: func(r *request) (reply, error) { return ok(gateway.Info{URL: r.server.gateway.URL()}) }}},
		"/gateway/bot":                   {get: readRoute(getGatewayBot)},
		"/users/@me":                     {get: readRoute(shows((*request).self, (*Application).currentUser))},
		"/users/@me/guilds":              {get: readRoute(listOwnGuilds)},
		"/users/@me/channels":            {post: writeRoute(withBody((*request).self, createDirectMessage))},
		"/users/{user}":                  {get: readRoute(shows((*request).user, (*User).object))},
		"/guilds/{guild}":                {get: readRoute(shows(guild, (*Guild).object))},
		"/guilds/{guild}/roles":          {get: readRoute(shows(guild, (*Guild).roleObjects))},
		"/guilds/{guild}/channels":       {get: readRoute(withObject(guild, listChannels))},
		"/guilds/{guild}/members/{user}": {get: readRoute(withObject(member, getMember))},
		"/guilds/{guild}/members/{user}/roles/{role}": {
			put: writeRoute(withObject(member, give)), deletion: writeRoute(withObject(member, take)),
		},
		"/channels/{channel}": {
			get: readRoute(withObject(channel, getChannel)), patch: writeRoute(withBody(channel, changeChannel)),
			deletion: writeRoute(withObject(channel, deleteChannel)),
		},
		"/channels/{channel}/thread-members/{user}":      {get: readRoute(withObject(channel, getThreadMember))},
		"/channels/{channel}/messages/{message}/threads": {post: writeRoute(withBody(channel, createThread))},
	}
}

func (r *request) self() (*Application, error) { return r.app, nil }

// patchApplication changes the application's interactions endpoint, as the developer portal does.
func patchApplication(r *request) (reply, error) {
	f, err := r.body()
	if err != nil {
		return failed(err)
	}
	e := f.Get("interactions_endpoint_url")
	address := e.Text(0, 2048)
	if err := f.Form.Err(); err != nil {
		return failed(err)
	}
	if e.There && r.app.SetInteractionsURL(address) != nil {
		e.Fail("APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID", "The specified interactions endpoint url could not be verified.")
		return failed(f.Form.Err())
	}
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	return ok(r.app.object())
}

func getGatewayBot(r *request) (reply, error) {
	g := r.server.gateway
	return ok(gateway.Info{URL: g.URL(), Shards: g.Settings.Shards, Limit: r.app.StartLimit()})
}

func (r *request) user() (*User, error) {
	u := r.server.users[r.PathValue("user")]
	if u == nil {
		return nil, form.ErrUnknownUser
	}
	return u, nil
}

// createDirectMessage opens the direct message channel with a user, even if the user accepts no messages from the bot.
func createDirectMessage(r *request, a *Application, f form.Field) (reply, error) {
	f.Get("recipient_id").Required()
	id := f.Get("recipient_id").Snowflake()
	if err := f.Form.Err(); err != nil {
		return failed(err)
	}
	u := r.server.users[id]
	if u == nil || u.Bot {
		return failed(form.Refuse(http.StatusBadRequest, 50033, "Invalid Recipient(s)"))
	}
	return ok(r.server.directMessage(a.User, u).object(a.User))
}

func (r *request) guild() (*Guild, error) {
	g := r.server.guilds[r.PathValue("guild")]
	if g == nil || !g.has(r.app) {
		return nil, form.Refuse(http.StatusNotFound, 10004, "Unknown Guild")
	}
	return g, nil
}

type ownGuild struct {
	ID          Snowflake `json:"id"`
	Name        string    `json:"name"`
	Icon        *string   `json:"icon"`
	Banner      *string   `json:"banner"`
	Owner       bool      `json:"owner"`
	Permissions string    `json:"permissions"`
	Features    []string  `json:"features"`
}

func listOwnGuilds(r *request) (reply, error) {
	q := r.query()
	limit := q.Get("limit").IntegerOr(200, 1, 200)
	after := cmp.Or(q.Get("after").Snowflake(), "0")
	if err := q.Form.Err(); err != nil {
		return failed(err)
	}
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	out := []ownGuild{}
	for _, g := range r.server.guilds {
		if g.has(r.app) && object.CompareIDs(g.ID, after) > 0 {
			out = append(out, ownGuild{
				ID: g.ID, Name: g.name, Owner: g.owner == r.app.User, Features: []string{},
				Permissions: g.member(r.app.User).permissions().String(),
			})
		}
	}
	slices.SortFunc(out, func(a, b ownGuild) int { return object.CompareIDs(a.ID, b.ID) })
	return ok(out[:min(len(out), limit)])
}

func (r *request) member() (*member, error) {
	g, err := r.guild()
	if err != nil {
		return nil, err
	}
	u, err := r.user()
	if err != nil {
		return nil, err
	}
	m := g.member(u)
	if m == nil {
		return nil, form.ErrUnknownMember
	}
	return m, nil
}

func getMember(_ *request, m *member) (reply, error) { return ok(m.object(nil)) }

func changeRole(change func(*member, ...*Role)) func(*request, *member) (reply, error) {
	return func(r *request, m *member) (reply, error) {
		role := m.guild.role(r.PathValue("role"))
		switch {
		case role == nil, role == m.guild.everyone:
			return failed(form.ErrUnknownRole)
		case !m.guild.mayGive(r.app, role):
			return failed(form.ErrMissingPermissions)
		}
		change(m, role)
		return noContent()
	}
}

func (r *request) channel() (*Channel, error) {
	c := r.server.channels[r.PathValue("channel")]
	switch {
	case c == nil:
		return nil, form.ErrUnknownChannel
	case !c.reads(r.app.User):
		return nil, form.ErrMissingAccess
	}
	return c, nil
}

func getChannel(r *request, c *Channel) (reply, error) { return ok(c.object(r.app.User)) }

// listChannels answers with all channels but threads, like Discord also those that the bot may not read.
func listChannels(r *request, g *Guild) (reply, error) {
	out := []channelObject{}
	for _, c := range g.channels {
		out = append(out, c.object(r.app.User))
	}
	return ok(out)
}

// deleteChannel deletes a channel and its threads. A direct message is only closed, which has no visible effect.
func deleteChannel(r *request, c *Channel) (reply, error) {
	needs := object.PermissionManageChannels
	if c.thread != nil {
		needs = object.PermissionManageThreads
	}
	o := c.object(r.app.User)
	switch {
	case c.Guild == nil:
	case !c.can(r.app.User, needs):
		return failed(form.ErrMissingPermissions)
	default:
		c.delete()
	}
	return ok(o)
}

// changeChannel changes a thread: this bot changes no other channels. The bot must manage threads, or own the thread
// while it is not locked.
func changeChannel(r *request, c *Channel, f form.Field) (reply, error) {
	manages := c.can(r.app.User, object.PermissionManageThreads)
	if c.thread == nil || !manages && (c.thread.owner != r.app.User || c.thread.locked) {
		return failed(form.ErrMissingPermissions)
	}
	changed, name := c.thread.patched(f), c.name
	if n := f.Get("name"); n.There {
		n.Required()
		name = n.Words(1, 100)
	}
	switch err := f.Form.Err(); {
	case err != nil:
		return failed(err)
	case changed.locked != c.thread.locked && !manages:
		return failed(form.ErrMissingPermissions)
	case c.thread.archived && changed.archived:
		return failed(form.ErrArchived)
	}
	*c.thread, c.name = changed, name
	return ok(c.object(r.app.User))
}

func getThreadMember(r *request, c *Channel) (reply, error) {
	u, err := r.user()
	switch {
	case err != nil:
		return failed(err)
	case c.thread == nil:
		return failed(form.ErrWrongChannel)
	}
	m := c.threadMember(u)
	if m == nil {
		return failed(form.ErrUnknownMember)
	}
	return ok(m)
}

// createThread opens a thread on a message. The thread's id is the message's id.
func createThread(r *request, c *Channel, f form.Field) (reply, error) {
	switch {
	case c.kind != channelText:
		return failed(form.ErrWrongChannel)
	case !c.can(r.app.User, object.PermissionCreatePublicThreads):
		return failed(form.ErrMissingPermissions)
	}
	f.Get("name").Required()
	name, minutes := f.Get("name").Words(1, 100), defaultAutoArchive
	if a := f.Get("auto_archive_duration"); !a.Null() {
		minutes = a.OneOf(object.AutoArchives...)
	}
	m := c.message(r.PathValue("message"))
	switch err := f.Form.Err(); {
	case err != nil:
		return failed(err)
	case m == nil || m.only != nil:
		return failed(form.ErrUnknownMessage)
	case r.server.channels[m.ID] != nil:
		return failed(form.Refuse(http.StatusBadRequest, 160004, "A thread has already been created for this message"))
	}
	t := c.openThread(r.app.User, &Channel{kind: channelThread, name: name}, m.ID, minutes)
	return reply{http.StatusCreated, t.object(r.app.User)}, nil
}
