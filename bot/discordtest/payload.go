package discordtest

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
		AppPermissions: permissionsDirect.String(),
		Locale:         it.user.locale, Entitlements: []any{}, AuthorizingOwners: it.owners,
		Context: it.channel.context(it.app), AttachmentSizeLimit: maxAttachment,
	}
	if it.source != nil {
		o.Message = it.source.onWire()
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
	if bot := g.member(it.app.User); bot != nil {
		o.AppPermissions = it.channel.permissions(bot.user).String()
	}
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

// resolvedData holds the users that ids in the data stand for; members only
// for those who are in the guild.
type resolvedData struct {
	Users   map[Snowflake]UserObject   `json:"users,omitempty"`
	Members map[Snowflake]memberObject `json:"members,omitempty"`
}

// resolve returns the resolved data of users seen from a channel, nil without
// any. Callers hold s.mu.
func (c *Channel) resolve(users []*User) *resolvedData {
	if len(users) == 0 {
		return nil
	}
	r := &resolvedData{Users: map[Snowflake]UserObject{}, Members: map[Snowflake]memberObject{}}
	for _, u := range users {
		r.Users[u.ID] = u.object()
		if c.Guild == nil {
			continue
		}
		if m := c.Guild.member(u); m != nil {
			r.Members[u.ID] = m.resolved(c)
		}
	}
	return r
}
