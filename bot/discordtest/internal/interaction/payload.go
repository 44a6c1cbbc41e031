package interaction

import (
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// An InteractionObject is what the bot receives.
type Object struct {
	ID                  object.Snowflake            `json:"id"`
	ApplicationID       object.Snowflake            `json:"application_id"`
	Type                int                         `json:"type"`
	Data                any                         `json:"data"`
	Guild               *world.PartialGuild         `json:"guild,omitempty"`
	GuildID             object.Snowflake            `json:"guild_id,omitempty"`
	Channel             world.ChannelObject         `json:"channel"`
	ChannelID           object.Snowflake            `json:"channel_id"`
	Member              *world.MemberObject         `json:"member,omitempty"`
	User                *object.UserObject          `json:"user,omitempty"`
	Token               string                      `json:"token"`
	Version             int                         `json:"version"`
	Message             *object.WireMessage         `json:"message,omitempty"`
	AppPermissions      string                      `json:"app_permissions"`
	Locale              string                      `json:"locale"`
	GuildLocale         string                      `json:"guild_locale,omitempty"`
	Entitlements        []any                       `json:"entitlements"`
	AuthorizingOwners   map[string]object.Snowflake `json:"authorizing_integration_owners"`
	Context             int                         `json:"context"`
	AttachmentSizeLimit int                         `json:"attachment_size_limit"`
}

// Payload returns the interaction as it is sent. Callers hold the world's lock.
func (it *Interaction) Payload() Object {
	o := Object{
		ID: it.ID, ApplicationID: it.App.ID, Type: it.Type, Data: it.Data, Token: it.Token, Version: 1,
		Channel: it.Channel.Object(it.User), ChannelID: it.Channel.ID,
		AppPermissions: it.appPermissions().String(),
		Locale:         it.User.Locale, Entitlements: []any{}, AuthorizingOwners: it.Owners,
		Context: it.Channel.Context(it.App), AttachmentSizeLimit: object.MaxAttachment,
	}
	if it.Source != nil {
		shown := it.Source.SeenBy(it.App.User)
		o.Message = shown.OnWire()
	}
	o.Channel.Permissions = world.PermissionsDirect.String()
	it.addWho(&o)
	return o
}

// addWho adds the member in a guild, else the user.
func (it *Interaction) addWho(o *Object) {
	g := it.Channel.Guild
	if g == nil {
		u := it.User.Object()
		o.User = &u
		return
	}
	o.Guild = &world.PartialGuild{ID: g.ID, Locale: g.Locale, Features: []string{}}
	o.GuildID, o.GuildLocale = g.ID, g.Locale
	if m := g.Member(it.User); m != nil {
		member := m.Object(it.Channel)
		o.Member = &member
		o.Channel.Permissions = member.Permissions
	}
}

// appPermissions returns what the application may do where the interaction is.
// Where its bot is not a member these are few, whatever it is then allowed to
// answer. Callers hold the world's lock.
func (it *Interaction) appPermissions() object.Permissions {
	const away = object.PermissionAttachFiles | object.PermissionEmbedLinks | object.PermissionMentionEveryone
	switch c := it.Channel; {
	case c.Guild != nil && c.Guild.Has(it.App):
		return c.Permissions(it.App.User)
	case c.Context(it.App) == object.ContextBotDM:
		return away | object.PermissionUseExternalEmojis
	}
	return away
}

// CommandData is the data of commands and autocompletions.
type CommandData struct {
	ID       object.Snowflake `json:"id"`
	Name     string           `json:"name"`
	Type     int              `json:"type"`
	GuildID  object.Snowflake `json:"guild_id,omitempty"`
	Options  []OptionData     `json:"options,omitempty"`
	TargetID object.Snowflake `json:"target_id,omitempty"`
	Resolved *ResolvedData    `json:"resolved,omitempty"`
}

// OptionData is an option with its value, or a subcommand with its options.
type OptionData struct {
	Name    string       `json:"name"`
	Type    int          `json:"type"`
	Value   any          `json:"value,omitempty"`
	Focused bool         `json:"focused,omitempty"`
	Options []OptionData `json:"options,omitempty"`
}

// ComponentData is the data of a press or a choice.
type ComponentData struct {
	CustomID      string        `json:"custom_id"`
	ComponentType int           `json:"component_type"`
	ID            int           `json:"id"`
	Values        []string      `json:"values,omitzero"` // nil for buttons
	Resolved      *ResolvedData `json:"resolved,omitempty"`
}

// ResolvedData holds the things that ids in the data stand for; members only
// for those users who are in the guild.
type ResolvedData struct {
	Users       map[object.Snowflake]object.UserObject      `json:"users,omitempty"`
	Members     map[object.Snowflake]world.MemberObject     `json:"members,omitempty"`
	Roles       map[object.Snowflake]world.RoleObject       `json:"roles,omitempty"`
	Channels    map[object.Snowflake]object.ResolvedChannel `json:"channels,omitempty"`
	Messages    map[object.Snowflake]*object.WireMessage    `json:"messages,omitempty"`
	Attachments map[object.Snowflake]object.Attachment      `json:"attachments,omitempty"`
}

// Resolvables are the things that the values of an interaction name.
type Resolvables struct {
	Users    []*world.User
	Roles    []*world.Role
	Channels []*world.Channel
	Files    []object.Attachment
}
