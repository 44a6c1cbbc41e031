package discordtest

import "noughts/bot/discordtest/object"

// This file has Discord's objects under this package's names. The package object declares them and
// lists all fields: these are the fields of Discord's API, with their names in Go.

// A Snowflake is an id of Discord's: a decimal number, kept and sent as a string.
type Snowflake = object.Snowflake

// A Time is a point in time of a message, with all that [time.Time] does: sent as
// Discord sends it, +00:00 with six digits of a second or none.
type Time = object.Time

// A UserObject is a user as the API sends it: ID, Username, GlobalName and Bot.
// To act as somebody take a [User].
type UserObject = object.UserObject

// A File is what a user attaches to a message or a command, or uploads in a
// modal: a Name, and a Content or only a Size in bytes. With Content the bot finds
// it at the file's address, and its length counts; without it nothing is there.
type File = object.File

// A Message is a message as one user sees it, by the fields of Discord's message
// object: ID, Author, Content, Components, Flags, Reference, Reactions, Poll and
// so on. Embeds and Attachments are JSON, each. Interaction says which
// interaction has made it. Message.Ephemeral and Message.Loading read its flags;
// [Text], [Buttons] and [Menus] find what it shows.
type Message = object.Message

// Flags of a [Message], bits of its Flags.
const (
	FlagSuppressEmbeds        = object.FlagSuppressEmbeds
	FlagEphemeral             = object.FlagEphemeral // only one user sees it
	FlagLoading               = object.FlagLoading   // a deferred answer: "is thinking…"
	FlagSuppressNotifications = object.FlagSuppressNotifications
	FlagSnapshot              = object.FlagSnapshot // it is a forward
	FlagComponentsV2          = object.FlagComponentsV2
)

// A MessageReference says which message a message replies to (Type 0) or
// forwards (Type 1): its MessageID, ChannelID and GuildID.
type MessageReference = object.MessageReference

// A MessageSnapshot is a forwarded message as it was when it was forwarded, in
// Message.
type MessageSnapshot = object.MessageSnapshot

// A SnapshotMessage is what a snapshot keeps of a message: its content, embeds,
// files, components and times, not who wrote it.
type SnapshotMessage = object.SnapshotMessage

// InteractionMetadata describes the interaction that made a message: its ID and Type, the User, and
// in AuthorizingOwners the installations that brought the bot there, "0" a guild's and "1" a user's
// own. Triggering is the interaction before it, of a modal's answer the one that opened the modal.
type InteractionMetadata = object.InteractionMetadata

// MessageInteraction names the command that a message answers, and who used it.
// Discord calls the field deprecated and still sends it: clients show the name
// from it.
type MessageInteraction = object.MessageInteraction

// A Reaction is one Emoji at a message and its Count; Me says whether the viewer
// has reacted so.
type Reaction = object.Reaction

// A ReactionCount tells plain reactions from super reactions, which nobody gives
// here.
type ReactionCount = object.ReactionCount

// A ReactionEmoji is the emoji of a reaction: one of Unicode's by its Name,
// without an ID, or a custom one.
type ReactionEmoji = object.ReactionEmoji

// A Poll is a poll of a message as one user sees it: its Question, Answers,
// Expiry and Results.
type Poll = object.Poll

// PollMedia is the question of a poll or one of its answers: a Text, an Emoji or
// both.
type PollMedia = object.PollMedia

// A PollAnswer is an answer that a poll offers. The first one has the ID 1.
type PollAnswer = object.PollAnswer

// PollResults are the votes so far, a [PollCount] for each answer that has some;
// Final when the poll has ended and they were counted.
type PollResults = object.PollResults

// A PollCount is the number of votes of one answer, given by its ID; Me says
// whether the viewer's is among them.
type PollCount = object.PollCount

// A Component is any component of a message or a modal. Type says which of the
// other fields it has: a button Style, Label, CustomID and Disabled, a menu
// Options, MinValues and MaxValues, a text display Content; what holds others has
// Components, a section Accessory, a label Component.
type Component = object.Component

// Types of a [Component]. Those from TypeLabel on stand in modals only.
const (
	TypeActionRow     = object.TypeActionRow
	TypeButton        = object.TypeButton
	TypeStringSelect  = object.TypeStringSelect
	TypeTextInput     = object.TypeTextInput
	TypeUserSelect    = object.TypeUserSelect
	TypeRoleSelect    = object.TypeRoleSelect
	TypeMentionable   = object.TypeMentionable // a menu of users and roles
	TypeChannel       = object.TypeChannel     // a menu of channels
	TypeSection       = object.TypeSection
	TypeTextDisplay   = object.TypeTextDisplay
	TypeThumbnail     = object.TypeThumbnail
	TypeMediaGallery  = object.TypeMediaGallery
	TypeFile          = object.TypeFile
	TypeSeparator     = object.TypeSeparator
	TypeContainer     = object.TypeContainer
	TypeLabel         = object.TypeLabel
	TypeFileUpload    = object.TypeFileUpload
	TypeRadioGroup    = object.TypeRadioGroup
	TypeCheckboxGroup = object.TypeCheckboxGroup
	TypeCheckbox      = object.TypeCheckbox
)

// An Emoji is the emoji of a button, of an option or of an application: one of
// Unicode's by its Name, without an ID, or a custom one.
type Emoji = object.Emoji

// A SelectOption is one option of a string select, a radio group or a checkbox
// group: its Label, the Value that is sent, a Description, and whether it is
// chosen at first (Default). Only those of a string select have an Emoji.
type SelectOption = object.SelectOption

// A DefaultValue is what a menu of users, roles or channels has chosen at first:
// an ID, and as its Type "user", "role" or "channel".
type DefaultValue = object.DefaultValue

// A MediaItem is one picture of a media gallery: Media is the JSON of Discord's
// unfurled media item.
type MediaItem = object.MediaItem

// A Modal is a form that a bot shows in answer to an interaction: its CustomID,
// Title and Components. Modal.Inputs returns what can be filled in.
type Modal = object.Modal

// A Command is a registered application command as the API sends it. Its Type is
// 1 for slash commands, 2 for those in the menu of a member and 3 for those in
// the menu of a message. GuildID is "" for global ones; each change makes a new
// Version.
type Command = object.Command

// A CommandOption is a parameter of a command, or one of its subcommands, which
// has Options itself. Type is one of OptionSubCommand and so on; Choices, if there
// are any, are all that it takes.
type CommandOption = object.CommandOption

// Types of a [CommandOption].
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

// A Choice is a value that an option can have, and its Name, which is shown. Value
// is a string, an int64 or a float64, as the option's type wants.
type Choice = object.Choice

// Text returns all text that a message shows, a line each: its content, its
// embeds, its text displays. Not the labels of buttons and menus: see [Buttons]
// and [Menus].
func Text(m Message) string { return object.Text(m) }

// Buttons returns a message's buttons in order, disabled ones included.
func Buttons(m Message) []Component { return object.Buttons(m) }

// Menus returns a message's menus in order, disabled ones included.
func Menus(m Message) []Component { return object.Menus(m) }
