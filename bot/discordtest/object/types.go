package object

import (
	"encoding/json"
	"time"
)

// A Snowflake is an id of Discord's: a decimal number, sent as a string.
type Snowflake = string

// UserObject is a user as the API sends it.
type UserObject struct {
	ID            Snowflake `json:"id"`
	Username      string    `json:"username"`
	Discriminator string    `json:"discriminator"`
	GlobalName    *string   `json:"global_name"`
	Avatar        *string   `json:"avatar"`
	Bot           bool      `json:"bot,omitempty"`
	PublicFlags   int       `json:"public_flags"`
	Flags         int       `json:"flags"`
	PrimaryGuild  *struct{} `json:"primary_guild"` // nobody has one here
}

// A Message is a message as the API sends it.
type Message struct {
	ID              Snowflake            `json:"id"`
	ChannelID       Snowflake            `json:"channel_id"`
	Type            int                  `json:"type"`
	Author          UserObject           `json:"author"`
	ApplicationID   Snowflake            `json:"application_id,omitempty"`
	WebhookID       Snowflake            `json:"webhook_id,omitempty"`
	Content         string               `json:"content"`
	Embeds          []json.RawMessage    `json:"embeds"`
	Components      []Component          `json:"components"`
	Attachments     []json.RawMessage    `json:"attachments"`
	Mentions        []UserObject         `json:"mentions"`
	MentionRoles    []Snowflake          `json:"mention_roles"`
	MentionEveryone bool                 `json:"mention_everyone"`
	Flags           int                  `json:"flags"`
	Pinned          bool                 `json:"pinned"`
	TTS             bool                 `json:"tts"`
	Timestamp       time.Time            `json:"timestamp"`
	EditedTimestamp *time.Time           `json:"edited_timestamp"`
	Interaction     *InteractionMetadata `json:"interaction_metadata,omitempty"`
	Command         *MessageInteraction  `json:"interaction,omitempty"`
	Reference       *MessageReference    `json:"message_reference,omitempty"`
	Snapshots       []MessageSnapshot    `json:"message_snapshots,omitempty"`
	Reactions       []Reaction           `json:"reactions,omitempty"`
	Poll            *Poll                `json:"poll,omitempty"`
	Nonce           any                  `json:"nonce,omitempty"` // a string or a number; only when it is new
}

// A MessageReference says which message a message replies to or forwards.
type MessageReference struct {
	Type      int       `json:"type"` // 0: a reply, 1: a forward
	MessageID Snowflake `json:"message_id"`
	ChannelID Snowflake `json:"channel_id"`
	GuildID   Snowflake `json:"guild_id,omitempty"`
}

// MessageInteraction names the command that a message answers. Discord calls
// the field deprecated and still sends it: clients show the name from it.
type MessageInteraction struct {
	ID   Snowflake  `json:"id"`
	Type int        `json:"type"`
	Name string     `json:"name"`
	User UserObject `json:"user"`
}

// Message flags.
const (
	FlagSuppressEmbeds        = 1 << 2
	FlagEphemeral             = 1 << 6
	FlagLoading               = 1 << 7
	FlagSuppressNotifications = 1 << 12
	FlagSnapshot              = 1 << 14 // of a forward
	FlagComponentsV2          = 1 << 15
)

// Ephemeral says whether only the member who caused the message sees it.
func (m Message) Ephemeral() bool { return m.Flags&FlagEphemeral != 0 }

// Loading says whether the message is a deferred answer that still "thinks".
func (m Message) Loading() bool { return m.Flags&FlagLoading != 0 }

// InteractionMetadata says which interaction caused a message.
type InteractionMetadata struct {
	ID                        Snowflake            `json:"id"`
	Type                      int                  `json:"type"`
	User                      UserObject           `json:"user"`
	AuthorizingOwners         map[string]Snowflake `json:"authorizing_integration_owners"`
	OriginalResponseMessageID Snowflake            `json:"original_response_message_id,omitempty"`
	InteractedMessageID       Snowflake            `json:"interacted_message_id,omitempty"`
	Triggering                *InteractionMetadata `json:"triggering_interaction_metadata,omitempty"` // of a submitted modal: what opened it
}

// Component types. Those from TypeLabel on stand in modals only.
const (
	TypeActionRow     = 1
	TypeButton        = 2
	TypeStringSelect  = 3
	TypeTextInput     = 4
	TypeUserSelect    = 5
	TypeRoleSelect    = 6
	TypeMentionable   = 7
	TypeChannel       = 8
	TypeSection       = 9
	TypeTextDisplay   = 10
	TypeThumbnail     = 11
	TypeMediaGallery  = 12
	TypeFile          = 13
	TypeSeparator     = 14
	TypeContainer     = 17
	TypeLabel         = 18
	TypeFileUpload    = 19
	TypeRadioGroup    = 21
	TypeCheckboxGroup = 22
	TypeCheckbox      = 23
)

// A Component is any message component; the fields that its type has are set.
type Component struct {
	Type        int            `json:"type"`
	ID          int            `json:"id"`
	CustomID    string         `json:"custom_id,omitempty"`
	Style       int            `json:"style,omitempty"`
	Label       string         `json:"label,omitempty"`
	Emoji       *Emoji         `json:"emoji,omitempty"`
	URL         string         `json:"url,omitempty"`
	SKUID       Snowflake      `json:"sku_id,omitempty"`
	Disabled    bool           `json:"disabled,omitempty"`
	Placeholder string         `json:"placeholder,omitempty"`
	MinValues   *int           `json:"min_values,omitempty"`
	MaxValues   *int           `json:"max_values,omitempty"`
	Options     []SelectOption `json:"options,omitempty"` // of a string select, a radio group or a checkbox group
	// DefaultValues and ChannelTypes are of menus that bots do not fill.
	DefaultValues []DefaultValue  `json:"default_values,omitempty"`
	ChannelTypes  []int           `json:"channel_types,omitempty"`
	Content       string          `json:"content,omitempty"`
	AccentColor   *int            `json:"accent_color,omitempty"`
	Spoiler       bool            `json:"spoiler,omitempty"`
	Divider       *bool           `json:"divider,omitempty"`
	Spacing       int             `json:"spacing,omitempty"`
	Accessory     *Component      `json:"accessory,omitempty"`
	Components    []Component     `json:"components,omitempty"`
	Component     *Component      `json:"component,omitempty"`  // of a label
	Value         string          `json:"value,omitempty"`      // of a text input: what it holds at first
	Default       bool            `json:"default,omitempty"`    // of a checkbox: whether it is ticked at first
	FileTypes     []string        `json:"file_types,omitempty"` // of a file upload: such as "image" or ".pdf"; none for all
	Required      *bool           `json:"required,omitempty"`   // in modals
	MinLength     *int            `json:"min_length,omitempty"` // of a text input
	MaxLength     *int            `json:"max_length,omitempty"` // of a text input
	Items         []MediaItem     `json:"items,omitempty"`
	Media         json.RawMessage `json:"media,omitempty"`
	File          json.RawMessage `json:"file,omitempty"`
	Description   string          `json:"description,omitempty"`
}

// Emoji is the partial emoji of buttons and options.
type Emoji struct {
	ID       Snowflake `json:"id,omitempty"`
	Name     string    `json:"name,omitempty"`
	Animated bool      `json:"animated,omitempty"`
}

// SelectOption is one option of a string select, a radio group or a checkbox
// group. Only those of a string select have an emoji.
type SelectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// DefaultValue is what a menu of users, roles or channels has chosen at first.
type DefaultValue struct {
	ID   Snowflake `json:"id"`
	Type string    `json:"type"` // "user", "role" or "channel"
}

// MediaItem is one picture of a media gallery.
type MediaItem struct {
	Media       json.RawMessage `json:"media"`
	Description string          `json:"description,omitempty"`
	Spoiler     bool            `json:"spoiler,omitempty"`
}

// A Command is a registered application command as the API sends it.
type Command struct {
	ID                       Snowflake         `json:"id"`
	ApplicationID            Snowflake         `json:"application_id"`
	GuildID                  Snowflake         `json:"guild_id,omitempty"`
	Version                  Snowflake         `json:"version"`
	Type                     int               `json:"type"` // 1 slash, 2 user, 3 message
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
	OptionMentionable     = 9
	OptionNumber          = 10
	OptionAttachment      = 11
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
	MinValue                 *float64          `json:"min_value,omitempty"`
	MaxValue                 *float64          `json:"max_value,omitempty"`
	MinLength                *int              `json:"min_length,omitempty"`
	MaxLength                *int              `json:"max_length,omitempty"`
	ChannelTypes             []int             `json:"channel_types,omitempty"`
	FileTypes                []string          `json:"file_types,omitempty"` // of an attachment: such as "image" or ".pdf"; none for all
}

// A Choice is a value an option can have. Value is a string or a number.
type Choice struct {
	Name              string            `json:"name"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Value             any               `json:"value"`
}
