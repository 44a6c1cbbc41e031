package discordtest

import "noughts/bot/discordtest/object"

// This file has Discord's objects under this package's names. Package object declares the types and
// lists all their fields, which are the fields of Discord's API with Go names.

// A Snowflake is one of Discord's ids: a decimal number, stored and sent as a string.
type Snowflake = object.Snowflake

// A Time is a time in a message. It has all methods of [time.Time], and is sent in Discord's
// format: in UTC, with the zone +00:00 and six or no digits for the fraction of a second.
type Time = object.Time

// A UserObject is a user as the API sends it: ID, Username, GlobalName and Bot. [User] is this
// package's handle for a user.
type UserObject = object.UserObject

// A Message is a message as one user sees it, with the fields of Discord's message object: ID, Author, Content,
// Components, Flags, Reference and so on. Each element of Attachments is JSON. Interaction
// describes the interaction that created the message. Message.Ephemeral and Message.Loading read its flags. [Text],
// [Buttons] and [Menus] return its visible parts.
type Message = object.Message

// These are bits of [Message].Flags.
const (
	FlagEphemeral             = object.FlagEphemeral // visible to one user only
	FlagLoading               = object.FlagLoading   // a deferred answer, shown as "is thinking…"
	FlagSuppressNotifications = object.FlagSuppressNotifications
	FlagComponentsV2          = object.FlagComponentsV2
)

// A MessageReference names the message that a message replies to, by
// MessageID, ChannelID and GuildID.
type MessageReference = object.MessageReference

// InteractionMetadata describes the interaction that created a message: its ID, its Type and its User.
// AuthorizingOwners has the installations that allowed the interaction: key "0" for a guild's, "1" for a user's own. If
// the message answers a modal, Triggering is the interaction that opened the modal.
type InteractionMetadata = object.InteractionMetadata

// MessageInteraction names the command that a message answers and the user who used it. Discord has
// deprecated this field but still sends it, and clients still show the command's name from it.
type MessageInteraction = object.MessageInteraction

// A Component is any component of a message or a modal. Type determines which other fields are set. A button has Style,
// Label, CustomID and Disabled; a menu has Options, MinValues and MaxValues; a text display has Content. Components
// that contain others have Components; a section also has Accessory, and a label has Component.
type Component = object.Component

// These are the types of a [Component]. TypeLabel and the later ones appear only in modals.
const (
	TypeActionRow    = object.TypeActionRow
	TypeButton       = object.TypeButton
	TypeStringSelect = object.TypeStringSelect
	TypeTextInput    = object.TypeTextInput
	TypeUserSelect   = object.TypeUserSelect
	TypeRoleSelect   = object.TypeRoleSelect
	TypeMentionable  = object.TypeMentionable // a menu of users and roles
	TypeChannel      = object.TypeChannel     // a menu of channels
	TypeSection      = object.TypeSection
	TypeTextDisplay  = object.TypeTextDisplay
	TypeThumbnail    = object.TypeThumbnail
	TypeMediaGallery = object.TypeMediaGallery
	TypeFile         = object.TypeFile
	TypeSeparator    = object.TypeSeparator
	TypeContainer    = object.TypeContainer
	TypeLabel        = object.TypeLabel
)

// An Emoji is the emoji of a button, of an option or of an application. A Unicode emoji has a Name
// and no ID; a custom emoji has both.
type Emoji = object.Emoji

// A SelectOption is one option of a string select. It has a Label, the Value that is
// sent, and a Description. Default says whether it is selected at first. Only options of a string select have an Emoji.
type SelectOption = object.SelectOption

// A DefaultValue is an entry that is selected at first in a menu of users, roles or channels. It
// has an ID and the Type "user", "role" or "channel".
type DefaultValue = object.DefaultValue

// A MediaItem is one picture of a media gallery. Media is the JSON of Discord's unfurled media item.
type MediaItem = object.MediaItem

// A Modal is a form that a bot shows in answer to an interaction, with CustomID, Title and
// Components. Modal.Inputs returns the components that a user can fill in.
type Modal = object.Modal

// A Command is a registered application command as the API sends it. Its Type is 1 for slash
// commands, 2 for commands in the menu of a member, 3 for commands in the menu of a message and 4 for the Entry Point
// command, which launches an Activity.
// GuildID is "" for global commands. Each change of a command gives it a new Version.
type Command = object.Command

// A CommandOption is an option of a command or one of its subcommands. A subcommand has Options of its own. Type is
// OptionSubCommand or one of the other constants below. If an option has Choices, it accepts no other values.
type CommandOption = object.CommandOption

// These are the types of a [CommandOption].
const (
	OptionSubCommand      = object.OptionSubCommand
	OptionSubCommandGroup = object.OptionSubCommandGroup
	OptionString          = object.OptionString
	OptionInteger         = object.OptionInteger
	OptionBoolean         = object.OptionBoolean
	OptionUser            = object.OptionUser
	OptionChannel         = object.OptionChannel
	OptionRole            = object.OptionRole
	OptionMentionable     = object.OptionMentionable // a user or a role
	OptionNumber          = object.OptionNumber
	OptionAttachment      = object.OptionAttachment
)

// A Choice is a possible value of an option. Discord shows its Name. Its Value is a string, an
// int64 or a float64, depending on the option's type.
type Choice = object.Choice

// Text returns all text that a message shows, one line for each part: its content and
// its text displays. It leaves out the labels of buttons and menus: see [Buttons] and [Menus].
func Text(m Message) string { return object.Text(m) }

// Buttons returns a message's buttons in order, disabled ones included.
func Buttons(m Message) []Component { return object.Buttons(m) }

// Menus returns a message's menus in order, disabled ones included.
func Menus(m Message) []Component { return object.Menus(m) }
