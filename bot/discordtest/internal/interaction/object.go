package interaction

import (
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// An Object is the payload of an interaction that the bot receives.
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

// object returns the payload of the interaction. Callers hold the world's lock.
func (it *Interaction) object() Object {
	o := Object{
		ID: it.ID, ApplicationID: it.App.ID, Type: it.Type, Data: it.Data, Token: it.Token, Version: 1,
		Channel: it.Channel.Object(it.User), ChannelID: it.Channel.ID,
		AppPermissions: it.appPermissions().String(),
		Locale:         it.User.Locale, Entitlements: []any{}, AuthorizingOwners: it.Owners,
		Context: it.Channel.Context(it.App), AttachmentSizeLimit: object.MaxAttachment,
	}
	if it.Source != nil {
		shown := it.Source.Linked()
		o.Message = shown.OnWire()
	}
	o.Channel.Permissions = world.PermissionsDirect.String()
	it.addWho(&o)
	return o
}

// addWho sets who used the interaction: in a guild the member and the guild, elsewhere the user.
func (it *Interaction) addWho(o *Object) {
	g := it.Channel.Guild
	if g == nil {
		u := it.User.Object()
		o.User = &u
		return
	}
	o.Guild = g.Partial()
	o.GuildID, o.GuildLocale = g.ID, g.Locale
	if m := g.Member(it.User); m != nil {
		member := m.Object(it.Channel)
		o.Member = &member
		o.Channel.Permissions = member.Permissions
	}
}

// appPermissions returns the application's permissions in the interaction's channel. If the bot is not in the channel's
// guild, the application has only the few permissions that Discord's reference lists. Callers hold the world's lock.
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
