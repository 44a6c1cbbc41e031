package rest

import (
	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

func channelRoutes() map[string]methods {
	guild, channel := (*request).guild, (*request).channel
	return map[string]methods{
		"/guilds/{guild}/channels": {get: read(withObject(guild, listChannels))},
		"/channels/{channel}": {
			get: read(withObject(channel, getChannel)), patch: write(withBody(channel, changeChannel)), deletion: write(withObject(channel, deleteChannel)),
		},
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

// changeChannel changes a text channel or a thread.
func changeChannel(r *request, c *world.Channel, f form.Field) (reply, error) {
	if c.Thread == nil { // this bot changes no channels
		return failed(form.ErrMissingPermissions())
	}
	return changeThread(r, c, f)
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
