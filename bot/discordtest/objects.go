package discordtest

import (
	"encoding/json"
	"maps"

	"noughts/bot/discordtest/object"
)

// withDefaults adds to the fields those of the defaults that they leave out. The defaults are JSON: what Discord sends
// for features that the emulator lacks.
func withDefaults(defaults string, fields map[string]any) map[string]any {
	o := map[string]any{}
	if err := json.Unmarshal([]byte(defaults), &o); err != nil {
		panic("discordtest: defaults that are not JSON: " + err.Error()) // a bug in this package
	}
	maps.Copy(o, fields)
	return o
}

const guildDefaults = `{"icon":null,"features":[],"emojis":[],"stickers":[],"region":"deprecated","application_id":null,
	"description":null,"banner":null,"splash":null,"home_header":null,"discovery_splash":null,"vanity_url_code":null,
	"afk_channel_id":null,"afk_timeout":300,"system_channel_id":null,"system_channel_flags":0,"rules_channel_id":null,
	"safety_alerts_channel_id":null,"public_updates_channel_id":null,"widget_channel_id":null,"widget_enabled":false,
	"verification_level":0,"default_message_notifications":0,"mfa_level":0,"explicit_content_filter":0,"nsfw":false,
	"nsfw_level":0,"incidents_data":null,"max_presences":null,"max_members":500000,"max_video_channel_users":25,
	"max_stage_video_channel_users":50,"premium_tier":0,"premium_subscription_count":0,"premium_progress_bar_enabled":false}`

func (g *Guild) object() map[string]any {
	return withDefaults(guildDefaults, map[string]any{
		"id": g.ID, "name": g.name, "preferred_locale": g.locale, "owner_id": g.ownerID(), "roles": g.roleObjects(),
	})
}

func (g *Guild) ownerID() Snowflake {
	if g.owner == nil {
		return g.ID
	}
	return g.owner.ID
}

const roleDefaults = `{"color":0,"colors":{"primary_color":0,"secondary_color":null,"tertiary_color":null},"hoist":false,
	"icon":null,"unicode_emoji":null,"flags":0}`

func (r *Role) object() map[string]any {
	o := withDefaults(roleDefaults, map[string]any{
		"id": r.ID, "name": r.name, "permissions": r.permissions.String(), "position": r.position(),
		"mentionable": r.mentionable, "managed": r.bot != nil,
	})
	if r.bot != nil {
		o["tags"] = map[string]any{"bot_id": r.bot.ID}
	}
	return o
}

func (g *Guild) roleObjects() []any {
	out := make([]any, len(g.roles))
	for i, r := range g.roles {
		out[i] = r.object()
	}
	return out
}

// A memberObject is a member as the API sends it. The resolved data of an interaction lacks the fields user, deaf and
// mute. Only interactions have permissions: those in the interaction's channel.
type memberObject struct {
	User         *UserObject  `json:"user,omitempty"`
	Nick         *string      `json:"nick"`
	Avatar       *string      `json:"avatar"`
	Banner       *string      `json:"banner"`
	Roles        []Snowflake  `json:"roles"`
	JoinedAt     object.Time  `json:"joined_at"`
	PremiumSince *object.Time `json:"premium_since"`
	Timeout      *object.Time `json:"communication_disabled_until"`
	Deaf         *bool        `json:"deaf,omitempty"`
	Mute         *bool        `json:"mute,omitempty"`
	Pending      bool         `json:"pending"`
	Flags        int          `json:"flags"`
	Permissions  string       `json:"permissions,omitempty"`
}

// object returns the member with its user, and with the permissions in c unless c is nil.
func (m *member) object(c *Channel) memberObject {
	o := m.resolved(c)
	u, no := m.user.object(), false
	o.User, o.Deaf, o.Mute = &u, &no, &no
	return o
}

func (m *member) resolved(c *Channel) memberObject {
	o := memberObject{Roles: make([]Snowflake, len(m.roles)), JoinedAt: object.At(m.joined)}
	for i, r := range m.roles {
		o.Roles[i] = r.ID
	}
	if m.timedOut() {
		o.Timeout = new(object.At(m.timeout))
	}
	if c != nil {
		o.Permissions = c.permissions(m.user).String()
	}
	return o
}

type channelObject struct {
	ID            Snowflake         `json:"id"`
	Type          int               `json:"type"`
	Flags         int               `json:"flags"`
	LastMessageID *Snowflake        `json:"last_message_id"`
	GuildID       Snowflake         `json:"guild_id,omitempty"`
	Name          *string           `json:"name,omitempty"`
	ParentID      *Snowflake        `json:"parent_id,omitempty"`
	Position      *int              `json:"position,omitempty"`
	NSFW          *bool             `json:"nsfw,omitempty"`
	Overwrites    []overwriteObject `json:"permission_overwrites,omitzero"`
	Recipients    []UserObject      `json:"recipients,omitempty"`
	Permissions   string            `json:"permissions,omitempty"` // the user's permissions; set only in interactions
	SlowMode      *int              `json:"rate_limit_per_user,omitempty"`
	*threadObject
}

type overwriteObject struct {
	ID    Snowflake `json:"id"`
	Type  int       `json:"type"` // 0 a role, 1 a member
	Allow string    `json:"allow"`
	Deny  string    `json:"deny"`
}

type threadObject struct {
	OwnerID      Snowflake             `json:"owner_id"`
	MessageCount int                   `json:"message_count"`
	TotalSent    int                   `json:"total_message_sent"`
	MemberCount  int                   `json:"member_count"`
	Metadata     object.ThreadMetadata `json:"thread_metadata"`
	Member       *threadMemberObject   `json:"member,omitempty"` // the viewer's membership, nil without one
}

func (c *Channel) object(viewer *User) channelObject {
	o := channelObject{ID: c.ID, Type: c.kind, GuildID: c.guildID(), LastMessageID: c.lastPublic(), Name: object.OrNull(c.name)}
	switch {
	case c.thread != nil:
		o.ParentID, o.SlowMode, o.threadObject = &c.parent.ID, new(0), c.threadObject(viewer)
	case c.Guild != nil:
		o.Position, o.NSFW, o.SlowMode, o.Overwrites = new(c.position), new(false), new(0), c.overwriteObjects()
		if c.category != nil {
			o.ParentID = &c.category.ID
		}
	}
	for _, u := range c.recipients {
		if u != viewer {
			o.Recipients = append(o.Recipients, u.object())
		}
	}
	return o
}

func (c *Channel) overwriteObjects() []overwriteObject {
	out := make([]overwriteObject, len(c.overwrites))
	for i, o := range c.overwrites {
		out[i] = overwriteObject{ID: o.ID, Allow: o.allow.String(), Deny: o.deny.String()}
		if o.member {
			out[i].Type = 1
		}
	}
	return out
}

func (c *Channel) threadObject(viewer *User) *threadObject {
	t := c.thread
	o := &threadObject{
		OwnerID: t.owner.ID, MessageCount: len(c.messages), TotalSent: len(c.messages), MemberCount: len(t.members),
		Metadata: object.ThreadMetadata{
			Archived: t.archived, ArchiveTimestamp: object.At(t.archivedAt), AutoArchive: t.autoArchive,
			Locked: t.locked, Created: object.At(t.created),
		},
		Member: c.threadMember(viewer),
	}
	if c.kind == channelPrivateThread {
		o.Metadata.Invitable = new(true)
	}
	return o
}

func (c *Channel) resolved(viewer *User) object.ResolvedChannel {
	whole := c.object(viewer)
	o := object.ResolvedChannel{
		ID: c.ID, Type: c.kind, Name: c.name, Permissions: c.permissions(viewer).String(), GuildID: c.guildID(),
		ParentID: whole.ParentID, LastMessageID: whole.LastMessageID, Position: whole.Position, NSFW: whole.NSFW,
	}
	if whole.threadObject != nil {
		o.Metadata = &whole.Metadata
	}
	return o
}
