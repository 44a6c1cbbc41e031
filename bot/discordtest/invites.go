package discordtest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

const (
	inviteAge     = 86400   // seconds that an invite lasts unless it says otherwise
	maxInviteAge  = 5184000 // seconds
	maxInviteUses = 100
)

// An invite lets people into a guild.
type invite struct {
	code      string
	channel   *Channel
	inviter   *User
	created   time.Time
	maxAge    int // seconds, 0: for ever
	maxUses   int // 0: any number
	uses      int
	temporary bool
}

func inviteRoutes() map[string]methods {
	guild, channel, known := (*request).guild, (*request).channel, (*request).invite
	return map[string]methods{
		"/channels/{channel}/invites": {get: read(about(channel, listChannelInvites)), post: write(told(channel, createInvite))},
		"/guilds/{guild}/invites":     {get: read(about(guild, listGuildInvites))},
		"/invites/{code}":             {get: read(about(known, getInvite)), deletion: write(about(known, deleteInvite))},
	}
}

// An inviteObject is an invite as the API sends it.
type inviteObject struct {
	Type      int           `json:"type"` // 0: to a guild
	Code      string        `json:"code"`
	ExpiresAt *time.Time    `json:"expires_at"`
	GuildID   Snowflake     `json:"guild_id"`
	Guild     inviteGuild   `json:"guild"`
	Channel   inviteChannel `json:"channel"`
	Inviter   UserObject    `json:"inviter"`
	Members   *int          `json:"approximate_member_count,omitempty"`
	Presences *int          `json:"approximate_presence_count,omitempty"`
	*inviteMetadata
}

// inviteMetadata is told of an invite to those who manage it.
type inviteMetadata struct {
	Uses      int       `json:"uses"`
	MaxUses   int       `json:"max_uses"`
	MaxAge    int       `json:"max_age"`
	Temporary bool      `json:"temporary"`
	CreatedAt time.Time `json:"created_at"`
}

type inviteGuild struct {
	ID       Snowflake `json:"id"`
	Name     string    `json:"name"`
	Icon     *string   `json:"icon"`
	Features []string  `json:"features"`
	guildPictures
	VerificationLevel int  `json:"verification_level"`
	NSFWLevel         int  `json:"nsfw_level"`
	NSFW              bool `json:"nsfw"`
	PremiumCount      int  `json:"premium_subscription_count"`
}

type inviteChannel struct {
	ID   Snowflake `json:"id"`
	Type int       `json:"type"`
	Name string    `json:"name"`
}

// metadata returns what is told to those who manage the invite.
func (i *invite) metadata() *inviteMetadata {
	return &inviteMetadata{i.uses, i.maxUses, i.maxAge, i.temporary, i.created.UTC()}
}

// object returns what everybody may know of the invite. Callers hold w.mu.
func (i *invite) object() inviteObject {
	c := i.channel
	o := inviteObject{
		Code: i.code, GuildID: c.guildID(), Inviter: i.inviter.object(),
		Guild: inviteGuild{ID: c.Guild.ID, Name: c.Guild.Name, Features: []string{}}, Channel: inviteChannel{c.ID, c.kind, c.Name},
	}
	if i.maxAge > 0 {
		at := i.created.Add(time.Duration(i.maxAge) * time.Second).UTC()
		o.ExpiresAt = &at
	}
	return o
}

// over says whether nobody can use the invite any more.
func (i *invite) over() bool {
	aged := i.maxAge > 0 && time.Since(i.created) >= time.Duration(i.maxAge)*time.Second
	return aged || i.maxUses > 0 && i.uses >= i.maxUses || i.channel.deleted
}

// liveInvites returns the invites to some channels that can be used, the oldest
// first. It forgets those that cannot. Callers hold w.mu.
func (w *world) liveInvites(channels ...*Channel) []*invite {
	w.invites = slices.DeleteFunc(w.invites, (*invite).over)
	var out []*invite
	for _, i := range w.invites {
		if slices.Contains(channels, i.channel) {
			out = append(out, i)
		}
	}
	return out
}

// inviteByCode returns an invite that can be used, nil without one. Callers
// hold w.mu.
func (w *world) inviteByCode(code string) *invite {
	for _, i := range w.invites {
		if i.code == code && !i.over() {
			return i
		}
	}
	return nil
}

// Join makes the user a member of a guild by the code of an invite, or by an
// address that ends in one. ErrNotThere when there is no such invite any more.
func (u *User) Join(code string) (*Guild, error) {
	code = code[strings.LastIndex(code, "/")+1:]
	u.world.Lock()
	i := u.world.inviteByCode(code)
	if i == nil {
		u.world.Unlock()
		return nil, fmt.Errorf("%w: no invite %q", ErrNotThere, code)
	}
	g := i.channel.Guild
	if g.member(u) == nil {
		i.uses++
	}
	u.world.Unlock()
	g.Add(u)
	return g, nil
}

// invite returns the invite of the path. Callers hold w.mu.
func (r *request) invite() (*invite, error) {
	i := r.world.inviteByCode(r.PathValue("code"))
	if i == nil {
		return nil, refuse(http.StatusNotFound, codeUnknownInvite, "Unknown Invite")
	}
	return i, nil
}

func createInvite(r *request, c *Channel, f field) (reply, error) {
	made := &invite{
		channel: c, inviter: r.app.User, created: time.Now(), temporary: f.get("temporary").boolean(),
		maxAge:  f.get("max_age").integerOr(inviteAge, 0, maxInviteAge),
		maxUses: f.get("max_uses").integerOr(0, 0, maxInviteUses),
	}
	unique := f.get("unique").boolean()
	objectOf(unusedOfInvites)(f)
	switch err := f.form.err(); {
	case err != nil:
		return failed(err)
	case c.Guild == nil:
		return failed(errDirectMessage())
	case c.thread != nil:
		return failed(errWrongChannel())
	case !c.can(r.app.User, PermissionCreateInvite):
		return failed(errMissingPermissions())
	}
	for _, i := range r.world.liveInvites(c) {
		if !unique && i.inviter == made.inviter && i.maxAge == made.maxAge && i.maxUses == made.maxUses && i.temporary == made.temporary {
			return managedInvite(i)
		}
	}
	made.code = strings.NewReplacer("-", "a", "_", "b").Replace(randomText(8))
	r.world.invites = append(r.world.invites, made)
	inviter := made.inviter.object()
	r.world.later(c.tellingManagers("INVITE_CREATE", struct {
		inviteGone
		Inviter UserObject `json:"inviter"`
		*inviteMetadata
	}{inviteGone{c.ID, c.guildID(), made.code}, inviter, made.metadata()}))
	return managedInvite(made)
}

// managedInvite answers with an invite as those see it who manage it.
func managedInvite(i *invite) (reply, error) {
	o := i.object()
	o.inviteMetadata = i.metadata()
	return ok(o)
}

// inviteGone is the data of INVITE_DELETE.
type inviteGone struct {
	ChannelID Snowflake `json:"channel_id"`
	GuildID   Snowflake `json:"guild_id"`
	Code      string    `json:"code"`
}

// tellingManagers returns what tells the bots that may manage the channel of an
// event. Callers hold w.mu.
func (c *Channel) tellingManagers(event string, data any) func() {
	w := c.world
	managers := slices.DeleteFunc(w.readersOf(c), func(a *Application) bool { return !c.can(a.User, PermissionManageChannels) })
	return func() {
		for _, a := range managers {
			w.events.dispatch(a, c.guildID(), event, data)
		}
	}
}

func listChannelInvites(r *request, c *Channel) (reply, error) {
	if c.Guild == nil || !c.can(r.app.User, PermissionManageChannels) {
		return failed(errMissingPermissions())
	}
	return r.inviteList(c)
}

func listGuildInvites(r *request, g *Guild) (reply, error) {
	if !g.may(r.app, PermissionManageGuild) {
		return failed(errMissingPermissions())
	}
	return r.inviteList(g.channels...)
}

func (r *request) inviteList(channels ...*Channel) (reply, error) {
	out := []inviteObject{}
	for _, i := range r.world.liveInvites(channels...) {
		o := i.object()
		o.inviteMetadata = i.metadata()
		out = append(out, o)
	}
	return ok(out)
}

// getInvite answers to anybody, and counts the guild's members when asked to.
func getInvite(r *request, i *invite) (reply, error) {
	counts, err := r.flag("with_counts")
	if err != nil {
		return failed(err)
	}
	q := r.query()
	for _, name := range []string{"guild_scheduled_event_id", "target_channel_id", "target_message_id"} {
		q.get(name).snowflake() // of what invites here never lead to
	}
	if err := q.form.err(); err != nil {
		return failed(err)
	}
	o := i.object()
	if n := len(i.channel.Guild.members); counts {
		o.Members, o.Presences = &n, &n
	}
	return ok(o)
}

func deleteInvite(r *request, i *invite) (reply, error) {
	c := i.channel
	if !c.can(r.app.User, PermissionManageChannels) && !c.Guild.may(r.app, PermissionManageGuild) {
		return failed(errMissingPermissions())
	}
	r.world.invites = slices.DeleteFunc(slices.Clone(r.world.invites), func(x *invite) bool { return x == i })
	r.world.later(c.tellingManagers("INVITE_DELETE", inviteGone{c.ID, c.guildID(), i.code}))
	return ok(i.object())
}
