package inbox

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/game/match"
)

// maxInteraction is the largest accepted interaction, in bytes. Discord sends up to some ten
// thousand bytes, for a press on a message of forty components.
const maxInteraction = 256 << 10

var (
	// errUnreadable is wrapped by all errors about malformed interactions.
	errUnreadable = errors.New("malformed interaction")
	// errPing is returned for a PING, Discord's check of the endpoint.
	errPing = errors.New("a PING")
)

// An envelope is an interaction of any type, as Discord sends it. Its Message has only the fields that the bot needs,
// because discordgo's type decodes a nested component again for every component around it.
type envelope struct {
	ID          string                           `json:"id"`
	App         string                           `json:"application_id"`
	Type        discordgo.InteractionType        `json:"type"`
	Token       string                           `json:"token"`
	Guild       string                           `json:"guild_id"`
	Channel     string                           `json:"channel_id"`
	Locale      string                           `json:"locale"`
	GuildLocale string                           `json:"guild_locale"`
	Context     discordgo.InteractionContextType `json:"context"`
	Installed   struct {
		Guild *string `json:"0"`
		User  *string `json:"1"`
	} `json:"authorizing_integration_owners"`
	User   user `json:"user"`
	Member struct {
		User        user     `json:"user"`
		Roles       []string `json:"roles"`
		Permissions *bits    `json:"permissions"`
	} `json:"member"`
	AppPermissions bits `json:"app_permissions"`
	In             struct {
		Type   *discordgo.ChannelType `json:"type"`
		Parent string                 `json:"parent_id"` // the channel of a thread, or the category of a channel
		Thread struct {
			Archived bool `json:"archived"`
		} `json:"thread_metadata"`
	} `json:"channel"`
	Message struct {
		ID    string                 `json:"id"`
		Flags discordgo.MessageFlags `json:"flags"`
	} `json:"message"`
	Data *data `json:"data"`
}

type user struct {
	ID string `json:"id"`
}

// bits are permissions, which Discord sends as a decimal number in a string. Other strings give 0.
type bits int64

func (b *bits) UnmarshalText(text []byte) error {
	n, err := strconv.ParseInt(string(text), 10, 64)
	if *b = bits(n); err != nil {
		*b = 0
	}
	return nil
}

type data struct {
	Name     string                           `json:"name"`
	Type     discordgo.ApplicationCommandType `json:"type"`
	Target   string                           `json:"target_id"`
	Options  []*plan.Option                   `json:"options"`
	Resolved plan.Resolved                    `json:"resolved"`
	CustomID string                           `json:"custom_id"`
	Menu     discordgo.ComponentType          `json:"component_type"`
	Values   []string                         `json:"values"`
	Rows     []struct {
		Components []struct {
			CustomID string `json:"custom_id"`
			Value    string `json:"value"`
		} `json:"components"`
	} `json:"components"`
}

func (d *data) fields() map[string]string {
	if len(d.Rows) == 0 {
		return nil
	}
	fields := map[string]string{}
	for _, row := range d.Rows {
		for _, field := range row.Components {
			fields[field.CustomID] = field.Value
		}
	}
	return fields
}

var kinds = map[discordgo.InteractionType]plan.Kind{
	discordgo.InteractionApplicationCommand:             plan.Command,
	discordgo.InteractionApplicationCommandAutocomplete: plan.Completion,
	discordgo.InteractionMessageComponent:               plan.Press,
	discordgo.InteractionModalSubmit:                    plan.Form,
}

var prefixes = map[discordgo.ApplicationCommandType]string{
	discordgo.UserApplicationCommand: "/user", discordgo.MessageApplicationCommand: "/message",
}

// decode reads an interaction, and does not keep `raw`. Errors: errPing, and errUnreadable together
// with the fields that could be read.
func decode(raw []byte) (*envelope, *plan.Request, error) {
	p := &envelope{}
	if len(raw) > maxInteraction {
		return p, nil, fmt.Errorf("%w: %d bytes is too long", errUnreadable, len(raw))
	}
	if err := json.Unmarshal(raw, p); err != nil {
		return p, nil, fmt.Errorf("%w: %w", errUnreadable, err)
	}
	kind, by, d := kinds[p.Type], cmp.Or(p.Member.User.ID, p.User.ID), p.Data
	isCommand := kind == plan.Command || kind == plan.Completion
	switch {
	case p.Type == discordgo.InteractionPing:
		return p, nil, errPing
	case kind == 0:
		return p, nil, fmt.Errorf("%w: unknown type", errUnreadable)
	case p.ID == "", p.Token == "", p.Channel == "", by == "", d == nil, !isCommand && d.CustomID == "":
		return p, nil, fmt.Errorf("%w: missing id, token, channel, user or data", errUnreadable)
	}
	if id, ok := p.strangeID(); ok {
		return p, nil, fmt.Errorf("%w: %.40q is not an id", errUnreadable, id)
	}
	direct := p.Guild == "" && p.Context == discordgo.InteractionContextBotDM
	r := &plan.Request{
		ID: p.ID, App: p.App, User: by, Kind: kind, Path: d.CustomID, ClientLocale: p.Locale, DiscordLocale: p.GuildLocale, Values: d.Values, Fields: d.fields(),
		Place: match.Place{
			Guild: p.Guild, Channel: p.Channel, Locale: cmp.Or(p.GuildLocale, p.Locale),
			// If the member installed the bot for themselves, and the server did not, the bot has
			// no access to the server and its channels.
			Away: p.Guild == "" && !direct || p.Guild != "" && p.Installed.User != nil && p.Installed.Guild == nil,
		},
		Direct:  direct,
		Message: plan.Message{ID: p.Message.ID, Private: p.Message.Flags&discordgo.MessageFlagsEphemeral != 0},
	}
	r.Origin = p.origin()
	r.Options = plan.Options{List: d.Options, Resolved: d.Resolved, Target: d.Target}
	if isCommand {
		r.Path = prefixes[d.Type] + "/" + d.Name
	}
	return p, r, nil
}

// strangeID returns a value in the interaction that should be a Discord id but is not one. It
// checks the ids of the interaction, members, roles and channels, and those in options and menus.
// Ids become parts of URL paths and mentions, so no other text may pass.
func (p *envelope) strangeID() (string, bool) {
	d := p.Data
	ids := slices.Concat([]string{p.ID, p.App, p.Guild, p.Channel, p.In.Parent, p.Message.ID, p.User.ID, p.Member.User.ID, d.Target}, p.Member.Roles)
	for _, o := range d.Options {
		if o == nil || !namesID[o.Type] || o.Focused { // text still being typed need not be an id
			continue
		}
		id, _ := o.Value.(string)
		ids = append(ids, cmp.Or(id, "?"))
	}
	if listsIDs[d.Menu] {
		ids = append(ids, d.Values...)
	}
	ids = slices.AppendSeq(ids, maps.Keys(d.Resolved.Users))
	ids = slices.AppendSeq(ids, maps.Keys(d.Resolved.Members))
	ids = slices.AppendSeq(ids, maps.Keys(d.Resolved.Channels))
	ids = slices.AppendSeq(ids, maps.Keys(d.Resolved.Roles))
	i := slices.IndexFunc(ids, func(id string) bool { return id != "" && !match.IsSnowflake(id) })
	if i < 0 {
		return "", false
	}
	return ids[i], true
}

// namesID has the option types whose values are ids. listsIDs has the menu types whose values are ids.
var (
	namesID = map[discordgo.ApplicationCommandOptionType]bool{
		discordgo.ApplicationCommandOptionUser: true, discordgo.ApplicationCommandOptionChannel: true,
		discordgo.ApplicationCommandOptionRole: true, discordgo.ApplicationCommandOptionMentionable: true,
	}
	listsIDs = map[discordgo.ComponentType]bool{
		discordgo.UserSelectMenuComponent: true, discordgo.RoleSelectMenuComponent: true,
		discordgo.MentionableSelectMenuComponent: true, discordgo.ChannelSelectMenuComponent: true,
	}
)

func (p *envelope) origin() plan.Origin {
	s := plan.Origin{Roles: p.Member.Roles, BotMay: plan.Permissions(p.AppPermissions)}
	if p.Member.Permissions != nil {
		s.May = plan.Permissions(*p.Member.Permissions)
	}
	if p.In.Type == nil {
		return s
	}
	switch *p.In.Type {
	case discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread, discordgo.ChannelTypeGuildNewsThread:
		s.Parent, s.PrivateThread = p.In.Parent, *p.In.Type == discordgo.ChannelTypeGuildPrivateThread
	case discordgo.ChannelTypeGuildText:
		s.Threads = true
	default:
	}
	return s
}
