package discordtest

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

const (
	maxChannels   = 500   // of a guild
	maxOverwrites = 100   // of a channel
	maxSlowMode   = 21600 // seconds
)

// makeableChannels are the types that a bot may ask for on Discord. Only text
// channels exist here.
var makeableChannels = []int{channelText, 2, 4, 5, 13, 14, 15}

func changingRoutes() map[string]methods {
	guild, channel := (*request).guild, (*request).channel
	return map[string]methods{
		"/guilds/{guild}/channels": {
			get: read(about(guild, listChannels)), post: write(told(guild, createChannel)), patch: write(told(guild, moveChannels)),
		},
		"/channels/{channel}": {
			get: read(about(channel, getChannel)), patch: write(told(channel, changeChannel)), deletion: write(about(channel, deleteChannel)),
		},
		"/channels/{channel}/permissions/{overwrite}": {
			put: write(told(channel, putOverwrite)), deletion: write(about(channel, deleteOverwrite)),
		},
	}
}

// channelLook is what a body may set of a text channel.
type channelLook struct {
	name       string
	topic      string
	nsfw       bool
	slowMode   int // seconds
	position   int
	overwrites []overwrite
}

// readChannel reads a body over what a channel is now. Callers hold s.mu.
func (r *request) readChannel(g *Guild, f field, now channelLook) (channelLook, error) {
	objectOf(unusedOfChannels)(f)
	kind := 0
	if t := f.get("type"); !t.null() {
		kind = t.oneOf(makeableChannels...)
	}
	if n := f.get("name"); n.there {
		n.required()
		now.name = channelName(n.words(1, 100))
	}
	if t := f.get("topic"); t.there {
		now.topic = t.words(0, 1024)
	}
	if n := f.get("nsfw"); !n.null() {
		now.nsfw = n.boolean()
	}
	now.slowMode = f.get("rate_limit_per_user").integerOr(now.slowMode, 0, maxSlowMode)
	now.position = f.get("position").integerOr(now.position, 0, 1<<31-1)
	if p := f.get("parent_id"); !p.blank() {
		p.snowflake()
		p.fail("CHANNEL_PARENT_INVALID", "Category does not exist")
	}
	given := f.get("permission_overwrites").list(0, maxOverwrites)
	var read []overwrite
	for _, one := range given {
		if !one.object() {
			one.required()
			continue
		}
		one.get("id").required()
		o, err := r.readOverwrite(g, one.get("id").snowflake(), one)
		if err != nil {
			return now, err
		}
		read = append(read, o)
	}
	switch {
	case f.form.failed:
		return now, f.form.err()
	case kind != channelText:
		return now, errOutside(fmt.Sprintf("channels of type %d", kind))
	case !f.get("permission_overwrites").null():
		now.overwrites = read
	}
	return now, nil
}

// channelName returns a name as text channels have it.
func channelName(given string) string {
	return strings.Join(strings.Fields(strings.ToLower(given)), "-")
}

// readOverwrite reads what a role or a member of a guild may do. A bot can
// neither allow nor deny what it may not do itself. Callers hold s.mu.
func (r *request) readOverwrite(g *Guild, id Snowflake, f field) (overwrite, error) {
	o := overwrite{id: id, member: f.get("type").oneOf(0, 1) == 1}
	for name, bits := range map[string]*Permissions{"allow": &o.allow, "deny": &o.deny} {
		if p := f.get(name); !p.null() {
			*bits = p.permissions()
		}
	}
	switch {
	case f.form.failed:
		return o, f.form.err()
	case !g.may(r.app, o.allow|o.deny):
		return o, errMissingPermissions()
	case o.member && g.member(r.world.users[id]) == nil, !o.member && g.role(id) == nil:
		return o, errUnknownOverwrite()
	}
	return o, nil
}

func errUnknownOverwrite() error {
	return refuse(http.StatusNotFound, codeUnknownOverwrite, "Unknown Overwrite")
}

// look makes the channel what has been read.
func (c *Channel) look(l channelLook) {
	c.Name, c.topic, c.nsfw, c.slowMode, c.position, c.overwrites = l.name, l.topic, l.nsfw, l.slowMode, l.position, l.overwrites
}

func createChannel(r *request, g *Guild, f field) (reply, error) {
	f.get("name").required()
	look, err := r.readChannel(g, f, channelLook{position: len(g.channels)})
	switch {
	case !g.may(r.app, PermissionManageChannels):
		return failed(errMissingPermissions())
	case err != nil:
		return failed(err)
	case len(g.channels) >= maxChannels:
		return failed(refuse(http.StatusBadRequest, codeTooManyChannels, fmt.Sprintf("Maximum number of guild channels reached (%d)", maxChannels)))
	}
	c := r.world.addChannel(&Channel{Guild: g})
	c.look(look)
	g.channels = append(g.channels, c)
	g.orderChannels()
	r.world.later(c.telling("CHANNEL_CREATE", c.object(nil)))
	return reply{http.StatusCreated, c.object(r.app.User)}, nil
}

// orderChannels puts the channels in the order of their positions; those at one
// are ordered by age. Callers hold s.mu.
func (g *Guild) orderChannels() {
	g.channels = slices.Clone(g.channels)
	slices.SortStableFunc(g.channels, func(a, b *Channel) int {
		return cmp.Or(cmp.Compare(a.position, b.position), compareIDs(a.ID, b.ID))
	})
}

// changeChannel changes a text channel or a thread.
func changeChannel(r *request, c *Channel, f field) (reply, error) {
	switch {
	case c.thread != nil:
		return changeThread(r, c, f)
	case c.Guild == nil:
		return failed(errWrongChannel())
	case !c.can(r.app.User, PermissionManageChannels),
		!f.get("permission_overwrites").null() && !c.can(r.app.User, PermissionManageRoles):
		return failed(errMissingPermissions())
	}
	look, err := r.readChannel(c.Guild, f, channelLook{
		name: c.Name, topic: c.topic, nsfw: c.nsfw, slowMode: c.slowMode, position: c.position, overwrites: c.overwrites,
	})
	if err != nil {
		return failed(err)
	}
	c.look(look)
	c.Guild.orderChannels()
	r.channelChanged(c)
	return ok(c.object(r.app.User))
}

// channelChanged tells of a text channel that has changed. Callers hold s.mu.
func (r *request) channelChanged(c *Channel) {
	c.changed(nil)
	r.world.later(c.telling("CHANNEL_UPDATE", c.object(nil)))
}

// moveChannels gives channels other positions.
func moveChannels(r *request, g *Guild, f field) (reply, error) {
	if !g.may(r.app, PermissionManageChannels) {
		return failed(errMissingPermissions())
	}
	moves := map[*Channel]int{}
	for _, one := range f.list(0, maxChannels) {
		one.get("id").required()
		objectOf(unusedOfMoves)(one)
		c := r.world.channels[one.get("id").snowflake()]
		position := one.get("position")
		switch {
		case f.form.failed:
		case c == nil || !slices.Contains(g.channels, c):
			return failed(errUnknownChannel())
		default:
			moves[c] = position.integerOr(c.position, 0, 1<<31-1)
		}
	}
	if err := f.form.err(); err != nil {
		return failed(err)
	}
	for c, to := range moves {
		c.position = to
	}
	g.orderChannels()
	for _, c := range g.channels {
		if _, moved := moves[c]; moved {
			r.channelChanged(c)
		}
	}
	return noContent()
}

// deleteChannel deletes a channel with its threads. Direct messages are only
// closed, which shows nowhere.
func deleteChannel(r *request, c *Channel) (reply, error) {
	switch {
	case c.thread != nil && !c.can(r.app.User, PermissionManageThreads),
		c.Guild != nil && c.thread == nil && !c.can(r.app.User, PermissionManageChannels):
		return failed(errMissingPermissions())
	case c.Guild == nil:
		return ok(c.object(r.app.User))
	}
	o := c.object(r.app.User)
	if c.thread != nil {
		r.world.later(c.tellingReaders("THREAD_DELETE", threadGone{c.ID, c.guildID(), c.parent.ID, c.kind}))
	} else {
		r.world.later(c.tellingReaders("CHANNEL_DELETE", o))
	}
	c.delete()
	return ok(o)
}

// threadGone is the data of THREAD_DELETE.
type threadGone struct {
	ID       Snowflake `json:"id"`
	GuildID  Snowflake `json:"guild_id"`
	ParentID Snowflake `json:"parent_id"`
	Type     int       `json:"type"`
}

// delete takes a channel of a guild out of the world. Nobody sees it any more.
// Callers hold s.mu.
func (c *Channel) delete() {
	for _, t := range slices.Clone(c.threads) {
		t.delete()
	}
	is := func(x *Channel) bool { return x == c }
	if c.parent != nil {
		c.parent.threads = slices.DeleteFunc(slices.Clone(c.parent.threads), is)
	} else {
		c.Guild.channels = slices.DeleteFunc(slices.Clone(c.Guild.channels), is)
	}
	delete(c.world.channels, c.ID)
	for _, h := range c.world.webhooksOf(c) {
		delete(c.world.webhooks, h.id)
	}
	c.deleted = true
	c.changed(nil)
}

// mayOverwrite says whether a bot may change who may do what in a channel.
// Callers hold s.mu.
func (r *request) mayOverwrite(c *Channel) error {
	switch {
	case c.Guild == nil:
		return errDirectMessage()
	case c.thread != nil:
		return errWrongChannel()
	case !c.can(r.app.User, PermissionManageRoles):
		return errMissingPermissions()
	}
	return nil
}

func putOverwrite(r *request, c *Channel, f field) (reply, error) {
	if err := r.mayOverwrite(c); err != nil {
		return failed(err)
	}
	f.get("type").required()
	o, err := r.readOverwrite(c.Guild, r.PathValue("overwrite"), f)
	if err != nil {
		return failed(err)
	}
	c.overwrite(o)
	r.channelChanged(c)
	return noContent()
}

func deleteOverwrite(r *request, c *Channel) (reply, error) {
	if err := r.mayOverwrite(c); err != nil {
		return failed(err)
	}
	id := r.PathValue("overwrite")
	left := slices.DeleteFunc(slices.Clone(c.overwrites), func(o overwrite) bool { return o.id == id })
	if len(left) == len(c.overwrites) {
		return failed(errUnknownOverwrite())
	}
	c.overwrites = left
	r.channelChanged(c)
	return noContent()
}
