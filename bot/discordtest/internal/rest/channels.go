package rest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// makeableChannels are the channel types that Discord lets a bot create. The emulator creates only text channels.
var makeableChannels = []int{world.ChannelText, 2, 4, 5, 13, 14, 15}

func channelRoutes() map[string]methods {
	guild, channel := (*request).guild, (*request).channel
	return map[string]methods{
		"/guilds/{guild}/channels": {
			get: read(withObject(guild, listChannels)), post: write(withBody(guild, createChannel)), patch: write(withBody(guild, moveChannels)),
		},
		"/channels/{channel}": {
			get: read(withObject(channel, getChannel)), patch: write(withBody(channel, changeChannel)), deletion: write(withObject(channel, deleteChannel)),
		},
		"/channels/{channel}/typing": {post: write(withObject(channel, triggerTyping))},
	}
}

// channel returns the channel that the request's path names. It returns an error if the bot may not read the channel.
// Callers hold the world's lock.
func (r *request) channel() (*world.Channel, error) {
	c := r.world.Channels[r.PathValue("channel")]
	switch {
	case c == nil:
		return nil, form.ErrUnknownChannel()
	case !c.Reads(r.app.User):
		return nil, form.ErrMissingAccess()
	}
	return c, nil
}

func getChannel(r *request, c *world.Channel) (reply, error) {
	return ok(c.Object(r.app.User))
}

// listChannels answers with all channels of a guild except threads. Like Discord, it includes
// channels that the bot may not read.
func listChannels(r *request, g *world.Guild) (reply, error) {
	out := []world.ChannelObject{}
	for _, c := range g.Channels {
		out = append(out, c.Object(r.app.User))
	}
	return ok(out)
}

// readChannel returns the channel settings `now`, changed as the body f says. Callers hold the world's lock.
func (r *request) readChannel(g *world.Guild, f form.Field, now world.ChannelSettings) (world.ChannelSettings, error) {
	validate.UnusedOfChannels(f)
	kind := 0
	if t := f.Get("type"); !t.Null() {
		kind = t.OneOf(makeableChannels...)
	}
	if n := f.Get("name"); n.There {
		n.Required()
		now.Name = channelName(n.Words(1, 100))
	}
	if t := f.Get("topic"); t.There {
		now.Topic = t.Words(0, 1024)
	}
	now.NSFW = f.Get("nsfw").BooleanOr(now.NSFW)
	now.SlowMode = f.Get("rate_limit_per_user").IntegerOr(now.SlowMode, 0, object.MaxSlowMode)
	now.Position = f.Get("position").IntegerOr(now.Position, 0, 1<<31-1)
	if p := f.Get("parent_id"); !p.Blank() {
		p.Snowflake()
		p.Fail("CHANNEL_PARENT_INVALID", "Category does not exist")
	}
	given := f.Get("permission_overwrites").List(0, object.MaxOverwrites)
	var read []world.Overwrite
	for _, one := range given {
		if !one.Object() {
			one.Required()
			continue
		}
		one.Get("id").Required()
		o, err := r.readOverwrite(g, one.Get("id").Snowflake(), one)
		if err != nil {
			return now, err
		}
		read = append(read, o)
	}
	switch {
	case f.Form.Failed():
		return now, f.Form.Err()
	case kind != world.ChannelText:
		return now, r.api.outside(fmt.Sprintf("channels of type %d", kind))
	case !f.Get("permission_overwrites").Null():
		now.Overwrites = read
	}
	return now, nil
}

// channelName converts a name to the form of text channel names: lower case, with hyphens for spaces.
func channelName(given string) string {
	return strings.Join(strings.Fields(strings.ToLower(given)), "-")
}

func createChannel(r *request, g *world.Guild, f form.Field) (reply, error) {
	f.Get("name").Required()
	settings, err := r.readChannel(g, f, world.ChannelSettings{Position: len(g.Channels)})
	switch {
	case !g.May(r.app, object.PermissionManageChannels):
		return failed(form.ErrMissingPermissions())
	case err != nil:
		return failed(err)
	case len(g.Channels) >= object.MaxChannels:
		return failed(form.Refuse(http.StatusBadRequest, form.CodeTooManyChannels, fmt.Sprintf("Maximum number of guild channels reached (%d)", object.MaxChannels)))
	}
	c := g.AddChannel(settings)
	return reply{http.StatusCreated, c.Object(r.app.User)}, nil
}

// changeChannel changes a text channel or a thread.
func changeChannel(r *request, c *world.Channel, f form.Field) (reply, error) {
	switch {
	case c.Thread != nil:
		return changeThread(r, c, f)
	case c.Guild == nil:
		return failed(form.ErrWrongChannel())
	case !c.Can(r.app.User, object.PermissionManageChannels),
		!f.Get("permission_overwrites").Null() && !c.Can(r.app.User, object.PermissionManageRoles):
		return failed(form.ErrMissingPermissions())
	}
	settings, err := r.readChannel(c.Guild, f, c.Settings())
	if err != nil {
		return failed(err)
	}
	c.Set(settings)
	return ok(c.Object(r.app.User))
}

// moveChannels sets the positions of channels.
func moveChannels(r *request, g *world.Guild, f form.Field) (reply, error) {
	if !g.May(r.app, object.PermissionManageChannels) {
		return failed(form.ErrMissingPermissions())
	}
	moves := map[*world.Channel]int{}
	for _, one := range f.List(0, object.MaxChannels) {
		one.Get("id").Required()
		validate.UnusedOfMoves(one)
		c := r.world.Channels[one.Get("id").Snowflake()]
		position := one.Get("position")
		switch {
		case f.Form.Failed():
		case c == nil || !slices.Contains(g.Channels, c):
			return failed(form.ErrUnknownChannel())
		default:
			moves[c] = position.IntegerOr(c.Position, 0, 1<<31-1)
		}
	}
	if err := f.Form.Err(); err != nil {
		return failed(err)
	}
	g.MoveChannels(moves)
	return noContent()
}

// deleteChannel deletes a channel and its threads. A direct message is only closed, which has no visible effect.
func deleteChannel(r *request, c *world.Channel) (reply, error) {
	switch {
	case c.Thread != nil && !c.Can(r.app.User, object.PermissionManageThreads),
		c.Guild != nil && c.Thread == nil && !c.Can(r.app.User, object.PermissionManageChannels):
		return failed(form.ErrMissingPermissions())
	case c.Guild == nil:
		return ok(c.Object(r.app.User))
	}
	o := c.Object(r.app.User)
	c.Delete()
	return ok(o)
}

// triggerTyping shows the bot as typing for ten seconds.
func triggerTyping(r *request, c *world.Channel) (reply, error) {
	switch {
	case c.Guild == nil && !c.Reaches(r.app):
		return failed(form.ErrCannotReach())
	case c.Guild != nil && !c.CanSend(r.app.User):
		return failed(form.ErrMissingPermissions())
	}
	c.StartTyping(r.app.User)
	return noContent()
}
