package discordtest

import "time"

// An interactionObject is what the bot receives.
type interactionObject struct {
	ID                  Snowflake            `json:"id"`
	ApplicationID       Snowflake            `json:"application_id"`
	Type                int                  `json:"type"`
	Data                any                  `json:"data"`
	Guild               *partialGuild        `json:"guild,omitempty"`
	GuildID             Snowflake            `json:"guild_id,omitempty"`
	Channel             channelObject        `json:"channel"`
	ChannelID           Snowflake            `json:"channel_id"`
	Member              *memberObject        `json:"member,omitempty"`
	User                *UserObject          `json:"user,omitempty"`
	Token               string               `json:"token"`
	Version             int                  `json:"version"`
	Message             *wireMessage         `json:"message,omitempty"`
	AppPermissions      string               `json:"app_permissions"`
	Locale              string               `json:"locale"`
	GuildLocale         string               `json:"guild_locale,omitempty"`
	Entitlements        []any                `json:"entitlements"`
	AuthorizingOwners   map[string]Snowflake `json:"authorizing_integration_owners"`
	Context             int                  `json:"context"`
	AttachmentSizeLimit int                  `json:"attachment_size_limit"`
}

// payload returns the interaction as it is sent. Callers hold s.mu.
func (it *interaction) payload() interactionObject {
	o := interactionObject{
		ID: it.id, ApplicationID: it.app.ID, Type: it.kind, Data: it.data, Token: it.token, Version: 1,
		Channel: it.channel.object(it.user), ChannelID: it.channel.ID,
		AppPermissions: it.appPermissions().String(),
		Locale:         it.user.locale, Entitlements: []any{}, AuthorizingOwners: it.owners,
		Context: it.channel.context(it.app), AttachmentSizeLimit: maxAttachment,
	}
	if it.source != nil {
		shown := it.source.seenBy(it.app.User)
		o.Message = shown.onWire()
	}
	o.Channel.Permissions = permissionsDirect.String()
	it.addWho(&o)
	return o
}

// addWho adds the member in a guild, else the user.
func (it *interaction) addWho(o *interactionObject) {
	g := it.channel.Guild
	if g == nil {
		u := it.user.object()
		o.User = &u
		return
	}
	o.Guild = &partialGuild{ID: g.ID, Locale: g.locale, Features: []string{}}
	o.GuildID, o.GuildLocale = g.ID, g.locale
	if m := g.member(it.user); m != nil {
		member := m.object(it.channel)
		o.Member = &member
		o.Channel.Permissions = member.Permissions
	}
}

// appPermissions returns what the application may do where the interaction is.
// Where its bot is not a member these are few, whatever it is then allowed to
// answer. Callers hold s.mu.
func (it *interaction) appPermissions() Permissions {
	const away = PermissionAttachFiles | PermissionEmbedLinks | PermissionMentionEveryone
	switch c := it.channel; {
	case c.Guild != nil && c.Guild.has(it.app):
		return c.permissions(it.app.User)
	case c.context(it.app) == contextBotDM:
		return away | PermissionUseExternalEmojis
	}
	return away
}

// commandData is the data of commands and autocompletions.
type commandData struct {
	ID       Snowflake     `json:"id"`
	Name     string        `json:"name"`
	Type     int           `json:"type"`
	GuildID  Snowflake     `json:"guild_id,omitempty"`
	Options  []optionData  `json:"options,omitempty"`
	TargetID Snowflake     `json:"target_id,omitempty"`
	Resolved *resolvedData `json:"resolved,omitempty"`
}

// optionData is an option with its value, or a subcommand with its options.
type optionData struct {
	Name    string       `json:"name"`
	Type    int          `json:"type"`
	Value   any          `json:"value,omitempty"`
	Focused bool         `json:"focused,omitempty"`
	Options []optionData `json:"options,omitempty"`
}

// componentData is the data of a press or a choice.
type componentData struct {
	CustomID      string        `json:"custom_id"`
	ComponentType int           `json:"component_type"`
	ID            int           `json:"id"`
	Values        []string      `json:"values,omitzero"` // nil for buttons
	Resolved      *resolvedData `json:"resolved,omitempty"`
}

// resolvedData holds the things that ids in the data stand for; members only
// for those users who are in the guild.
type resolvedData struct {
	Users       map[Snowflake]UserObject      `json:"users,omitempty"`
	Members     map[Snowflake]memberObject    `json:"members,omitempty"`
	Roles       map[Snowflake]roleObject      `json:"roles,omitempty"`
	Channels    map[Snowflake]resolvedChannel `json:"channels,omitempty"`
	Messages    map[Snowflake]*wireMessage    `json:"messages,omitempty"`
	Attachments map[Snowflake]attachment      `json:"attachments,omitempty"`
}

// A resolvedChannel is a channel that an interaction names: without its
// overwrites, with what the user may do there.
type resolvedChannel struct {
	ID            Snowflake       `json:"id"`
	Type          int             `json:"type"`
	Name          string          `json:"name"`
	Permissions   string          `json:"permissions"`
	Flags         int             `json:"flags"`
	GuildID       Snowflake       `json:"guild_id"`
	ParentID      *Snowflake      `json:"parent_id"`
	LastMessageID *Snowflake      `json:"last_message_id"`
	LastPin       *time.Time      `json:"last_pin_timestamp,omitempty"`
	SlowMode      int             `json:"rate_limit_per_user"`
	Position      *int            `json:"position,omitempty"`
	Topic         *string         `json:"topic,omitzero"`
	NSFW          *bool           `json:"nsfw,omitempty"`
	Metadata      *threadMetadata `json:"thread_metadata,omitempty"`
}

// resolvables are the things that the values of an interaction name.
type resolvables struct {
	users    []*User
	roles    []*Role
	channels []*Channel
	files    []attachment
}

// resolve returns the resolved data of things seen from a channel by a user,
// nil without any. Callers hold s.mu.
func (c *Client) resolve(things resolvables) *resolvedData {
	if len(things.users)+len(things.roles)+len(things.channels)+len(things.files) == 0 {
		return nil
	}
	r := &resolvedData{
		Users: map[Snowflake]UserObject{}, Members: map[Snowflake]memberObject{}, Roles: map[Snowflake]roleObject{},
		Channels: map[Snowflake]resolvedChannel{}, Attachments: map[Snowflake]attachment{},
	}
	for _, u := range things.users {
		r.Users[u.ID] = u.object()
		if c.channel.Guild == nil {
			continue
		}
		if m := c.channel.Guild.member(u); m != nil {
			r.Members[u.ID] = m.resolved(c.channel)
		}
	}
	for _, role := range things.roles {
		r.Roles[role.ID] = role.object()
	}
	for _, x := range things.channels {
		r.Channels[x.ID] = x.resolved(c.user)
	}
	for _, a := range things.files {
		r.Attachments[a.ID] = a
	}
	return r
}

// resolved returns what an interaction tells of a channel that it names.
func (c *Channel) resolved(viewer *User) resolvedChannel {
	whole := c.object(viewer)
	o := resolvedChannel{
		ID: c.ID, Type: c.kind, Name: c.Name, Permissions: c.permissions(viewer).String(), GuildID: c.guildID(),
		LastMessageID: whole.LastMessageID, LastPin: whole.LastPin, SlowMode: c.slowMode,
		Position: whole.Position, Topic: whole.Topic, NSFW: whole.NSFW,
	}
	if whole.threadObject != nil {
		o.ParentID, o.Metadata = &whole.ParentID, &whole.Metadata
	}
	return o
}
