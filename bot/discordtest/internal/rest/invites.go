package rest

import (
	"net/http"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

const (
	inviteAge     = 86400   // the default lifetime of an invite, in seconds
	maxInviteAge  = 5184000 // the longest lifetime, in seconds
	maxInviteUses = 100
)

func inviteRoutes() map[string]methods {
	guild, channel, known := (*request).guild, (*request).channel, (*request).invite
	return map[string]methods{
		"/channels/{channel}/invites": {get: read(withObject(channel, listChannelInvites)), post: write(withBody(channel, createInvite))},
		"/guilds/{guild}/invites":     {get: read(withObject(guild, listGuildInvites))},
		"/invites/{code}":             {get: read(withObject(known, getInvite)), deletion: write(withObject(known, deleteInvite))},
	}
}

// invite returns the invite that the request's path names. Callers hold the world's lock.
func (r *request) invite() (*world.Invite, error) {
	i := r.world.InviteByCode(r.PathValue("code"))
	if i == nil {
		return nil, form.Refuse(http.StatusNotFound, form.CodeUnknownInvite, "Unknown Invite")
	}
	return i, nil
}

func createInvite(r *request, c *world.Channel, f form.Field) (reply, error) {
	made := world.Invite{
		Channel: c, Inviter: r.app.User, Temporary: f.Get("temporary").Boolean(),
		MaxAge:  f.Get("max_age").IntegerOr(inviteAge, 0, maxInviteAge),
		MaxUses: f.Get("max_uses").IntegerOr(0, 0, maxInviteUses),
	}
	unique := f.Get("unique").Boolean()
	validate.UnusedOfInvites(f)
	switch err := f.Form.Err(); {
	case err != nil:
		return failed(err)
	case c.Guild == nil:
		return failed(form.ErrDirectMessage())
	case c.Thread != nil:
		return failed(form.ErrWrongChannel())
	case !c.Can(r.app.User, object.PermissionCreateInvite):
		return failed(form.ErrMissingPermissions())
	}
	for _, i := range r.world.LiveInvites(c) {
		if !unique && i.Inviter == made.Inviter && i.MaxAge == made.MaxAge && i.MaxUses == made.MaxUses && i.Temporary == made.Temporary {
			return managedInvite(i)
		}
	}
	return managedInvite(r.world.NewInvite(made))
}

// managedInvite answers with an invite in the form for users who may manage it.
func managedInvite(i *world.Invite) (reply, error) {
	o := i.Object()
	o.InviteMetadata = i.Metadata()
	return ok(o)
}

func listChannelInvites(r *request, c *world.Channel) (reply, error) {
	if c.Guild == nil || !c.Can(r.app.User, object.PermissionManageChannels) {
		return failed(form.ErrMissingPermissions())
	}
	return r.inviteList(c)
}

func listGuildInvites(r *request, g *world.Guild) (reply, error) {
	if !g.May(r.app, object.PermissionManageGuild) {
		return failed(form.ErrMissingPermissions())
	}
	return r.inviteList(g.Channels...)
}

func (r *request) inviteList(channels ...*world.Channel) (reply, error) {
	out := []world.InviteObject{}
	for _, i := range r.world.LiveInvites(channels...) {
		o := i.Object()
		o.InviteMetadata = i.Metadata()
		out = append(out, o)
	}
	return ok(out)
}

// getInvite answers with an invite. It needs no permission. If the query has with_counts, the answer also has the
// number of the guild's members.
func getInvite(r *request, i *world.Invite) (reply, error) {
	counts, err := r.flag("with_counts")
	if err != nil {
		return failed(err)
	}
	q := r.query()
	for _, name := range []string{"guild_scheduled_event_id", "target_channel_id", "target_message_id"} {
		q.Get(name).Snowflake() // an invalid id is refused, a valid one has no effect: the emulator's invites have none of these
	}
	if err := q.Form.Err(); err != nil {
		return failed(err)
	}
	o := i.Object()
	if n := len(i.Channel.Guild.Members); counts {
		o.Members, o.Presences = &n, &n
	}
	return ok(o)
}

func deleteInvite(r *request, i *world.Invite) (reply, error) {
	c := i.Channel
	if !c.Can(r.app.User, object.PermissionManageChannels) && !c.Guild.May(r.app, object.PermissionManageGuild) {
		return failed(form.ErrMissingPermissions())
	}
	i.Delete()
	return ok(i.Object())
}
