package object

import "slices"

// Command types.
const (
	CommandChatInput = 1
	CommandUser      = 2
	CommandEntry     = 4 // the Entry Point command, which launches the application's Activity
)

// A Command is a registered application command as the API sends it.
type Command struct {
	ID                       Snowflake         `json:"id"`
	ApplicationID            Snowflake         `json:"application_id"`
	GuildID                  Snowflake         `json:"guild_id,omitempty"`
	Version                  Snowflake         `json:"version"`
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations"`
	Options                  []CommandOption   `json:"options,omitempty"`
	DefaultMemberPermissions *string           `json:"default_member_permissions"`
	DMPermission             *bool             `json:"dm_permission,omitempty"`
	NSFW                     bool              `json:"nsfw"`
	IntegrationTypes         []int             `json:"integration_types,omitempty"`
	Contexts                 []int             `json:"contexts,omitempty"`
	Handler                  int               `json:"handler,omitempty"` // of an Entry Point command: 1 the bot, 2 Discord
}

// Option types of commands.
const (
	OptionSubCommand      = 1
	OptionSubCommandGroup = 2
	OptionString          = 3
	OptionInteger         = 4
	OptionBoolean         = 5
	OptionUser            = 6
	OptionChannel         = 7
	OptionRole            = 8
)

// A CommandOption is a parameter of a command, or a subcommand.
type CommandOption struct {
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations,omitempty"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty"`
	Required                 bool              `json:"required,omitempty"`
	Choices                  []Choice          `json:"choices,omitempty"`
	Options                  []CommandOption   `json:"options,omitempty"`
	Autocomplete             bool              `json:"autocomplete,omitempty"`
	MinValue                 *int              `json:"min_value,omitempty"`
	MaxValue                 *int              `json:"max_value,omitempty"`
	MinLength                *int              `json:"min_length,omitempty"`
	MaxLength                *int              `json:"max_length,omitempty"`
	ChannelTypes             []int             `json:"channel_types,omitempty"`
}

// IsSubcommand reports whether an option is a subcommand or a subcommand group.
func IsSubcommand(o CommandOption) bool {
	return o.Type == OptionSubCommand || o.Type == OptionSubCommandGroup
}

// A Choice is a value an option can have. Value is a string or a number.
type Choice struct {
	Name              string            `json:"name"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Value             any               `json:"value"`
}

// Localized returns the command as a user with a locale sees it.
func (c Command) Localized(locale string) Command {
	replace := func(text *string, texts map[string]string) {
		if t, there := Localized(texts, locale); there {
			*text = t
		}
	}
	replace(&c.Name, c.NameLocalizations)
	replace(&c.Description, c.DescriptionLocalizations)
	c.Options = localizedOptions(c.Options, replace)
	return c
}

func localizedOptions(options []CommandOption, replace func(*string, map[string]string)) []CommandOption {
	out := slices.Clone(options)
	for i := range out {
		o := &out[i]
		replace(&o.Name, o.NameLocalizations)
		replace(&o.Description, o.DescriptionLocalizations)
		o.Options = localizedOptions(o.Options, replace)
		o.Choices = slices.Clone(o.Choices)
		for j := range o.Choices {
			replace(&o.Choices[j].Name, o.Choices[j].NameLocalizations)
		}
	}
	return out
}

// Localized returns a text's localization for a locale or its fallback, or false: users then see the text itself.
func Localized(texts map[string]string, locale string) (string, bool) {
	for _, l := range []string{locale, LocaleFallbacks[locale]} {
		if text, there := texts[l]; there {
			return text, true
		}
	}
	return "", false
}

// LocaleFallbacks maps a locale to the one that Discord uses if a text has no localization for it.
var LocaleFallbacks = map[string]string{"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}
