package discordtest

import (
	"noughts/bot/discordtest/fault"
	"noughts/bot/discordtest/internal/driver"
	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/object"
)

// The reasons for which a client cannot do what it was asked: what a user would
// see in Discord's client, or could not do there at all.
var (
	// ErrNotVisible: the user does not see such a message.
	ErrNotVisible = driver.ErrNotVisible
	// ErrNotThere: no such command, option, button or menu.
	ErrNotThere = driver.ErrNotThere
	// ErrDisabled: the button or menu is disabled.
	ErrDisabled = driver.ErrDisabled
	// ErrNotAllowed: the user must be silent, or the thread is archived.
	ErrNotAllowed = driver.ErrNotAllowed
	// ErrOutdated: the command has changed since the client learned of it. It has
	// learned of the new one now: see Client.UseKnown.
	ErrOutdated = driver.ErrOutdated
	// ErrBadValue: Discord's client would not send such a value.
	ErrBadValue = driver.ErrBadValue
)

// ErrFailed means that the bot did not answer within three seconds, or that its
// answer was refused: "This interaction failed".
var ErrFailed = interaction.ErrFailed

// An Answer is how the bot answered an interaction of the user's.
type Answer = interaction.Answer

// A File is what a user attaches to a command or uploads in a modal.
type File = object.File

// A Fault is something that goes wrong between Discord and a bot, as it does in
// the life of every bot. Only Kind is always needed.
type Fault = fault.Fault

// A FaultKind is what goes wrong.
type FaultKind = fault.Kind

// The faults of the gateway strike every open connection of the application, at
// once.
const (
	FaultDrop                 = fault.Drop                 // the TCP connection is cut
	FaultSilence              = fault.Silence              // the server says nothing more, and stays
	FaultHalfOpen             = fault.HalfOpen             // nothing gets through either way, and nobody is told
	FaultReconnect            = fault.Reconnect            // reconnect
	FaultReconnectBeforeHello = fault.ReconnectBeforeHello // on the next connection, after this one is cut
	FaultReconnectAfterResume = fault.ReconnectAfterResume // on the next connection, after this one is cut
	FaultInvalidResumable     = fault.InvalidResumable     // invalid session, true
	FaultInvalid              = fault.Invalid              // invalid session, false
	FaultClose                = fault.Close                // with the close code
	FaultBrokenJSON           = fault.BrokenJSON           // a payload more, that ends in its middle
)

// These faults wait for what they strike: the next payloads on the
// application's gateway connections, and the next events but READY and RESUMED.
const (
	FaultLag              = fault.Lag              // a payload leaves late, and those after it
	FaultSlowReads        = fault.SlowReads        // a payload of the client's is read late
	FaultDuplicate        = fault.Duplicate        // an event comes twice
	FaultReorder          = fault.Reorder          // an event comes after the next one, or late
	FaultLoseEvent        = fault.LoseEvent        // an event never comes, but perhaps in a replay
	FaultUnknownComponent = fault.UnknownComponent // an interaction's message holds a component of a new type
)

// These faults wait for the application's next interactions, whichever way they
// come; so does FaultDuplicate.
const FaultFutureID = fault.FutureID // its id was made by a clock that is ahead

// The faults of the REST API wait for the application's next requests of the
// route, also those that would be refused.
const (
	FaultStatus      = fault.Status      // an error 5xx; nothing happens
	FaultLimit       = fault.Limit       // 429 for the route
	FaultShared      = fault.Shared      // 429 for what others have used up
	FaultGlobal      = fault.Global      // 429 for everything
	FaultHTMLLimit   = fault.HTMLLimit   // 429 by Cloudflare, in HTML
	FaultLoseRequest = fault.LoseRequest // the connection is cut; nothing happens
	FaultLoseAnswer  = fault.LoseAnswer  // the request takes effect, then the connection is cut
	FaultLateRequest = fault.LateRequest // the request takes effect late
	FaultLateAnswer  = fault.LateAnswer  // the request takes effect at once, its answer comes late
	FaultSlowBody    = fault.SlowBody    // the request's body is read slowly
	FaultBareAnswer  = fault.BareAnswer  // the request takes effect, and the answer says so and nothing else
)

// Routes of which a bot's faults are interesting.
const (
	RouteCallback     = fault.RouteCallback
	RouteFollowUp     = fault.RouteFollowUp
	RouteEditFollowUp = fault.RouteEditFollowUp // also @original
	RouteEditMessage  = fault.RouteEditMessage
	RouteListEmojis   = fault.RouteListEmojis
	RouteCreateEmoji  = fault.RouteCreateEmoji
)

// ErrFault is wrapped by the errors of faults that make no sense.
var ErrFault = fault.ErrInvalid

// ErrNotConnected is returned when a fault has no connection to strike.
var ErrNotConnected = fault.ErrNotConnected

// An Effect is what a fault asks of a client, by Discord's documentation.
type Effect = fault.Effect

// What clients have to do.
const (
	EffectNone     = fault.EffectNone     // go on with the session
	EffectResume   = fault.EffectResume   // connect again and resume the session
	EffectIdentify = fault.EffectIdentify // start a new session
	EffectStop     = fault.EffectStop     // not come back before somebody has changed something
)

// An Injection is a fault that has been injected, and what became of it.
type Injection = fault.Injection

// An Outcome is what has happened since a fault was injected.
type Outcome = fault.Outcome

// A MessageSnapshot is a forwarded message as it was when it was forwarded.
type MessageSnapshot = object.MessageSnapshot

// A SnapshotMessage is what a snapshot keeps of a message; not who wrote it.
type SnapshotMessage = object.SnapshotMessage

// Intents are bits of the gateway's intents, as IDENTIFY has them.
type Intents = object.Intents

// The privileged intents, which an application may use only when they are
// switched on for it: see [Application.AllowIntents].
const (
	IntentGuildMembers   = object.IntentGuildMembers
	IntentGuildPresences = object.IntentGuildPresences
	IntentMessageContent = object.IntentMessageContent
)

// A ShardEvent says that the session of a shard got a connection or lost it.
type ShardEvent = object.ShardEvent

// ErrEndpoint is wrapped by the errors of interactions endpoints: of URLs that
// Discord would not accept, and of answers that it would not take.
var ErrEndpoint = interaction.ErrEndpoint

// A Modal is a form that a bot shows in answer to an interaction.
type Modal = object.Modal

// An Exchange is a REST request and its answer, as both crossed the wire.
type Exchange = object.Exchange

// A Delivery is an interaction on its way to an application.
type Delivery = object.Delivery

// Permissions is a set of what somebody may do, in Discord's bits.
type Permissions = object.Permissions

// The permissions that matter here.
const (
	PermissionCreateInvite        = object.PermissionCreateInvite
	PermissionKickMembers         = object.PermissionKickMembers
	PermissionAdministrator       = object.PermissionAdministrator
	PermissionManageChannels      = object.PermissionManageChannels
	PermissionManageGuild         = object.PermissionManageGuild
	PermissionAddReactions        = object.PermissionAddReactions
	PermissionViewChannel         = object.PermissionViewChannel
	PermissionSendMessages        = object.PermissionSendMessages
	PermissionSendTTS             = object.PermissionSendTTS
	PermissionManageMessages      = object.PermissionManageMessages
	PermissionEmbedLinks          = object.PermissionEmbedLinks
	PermissionAttachFiles         = object.PermissionAttachFiles
	PermissionReadMessageHistory  = object.PermissionReadMessageHistory
	PermissionMentionEveryone     = object.PermissionMentionEveryone
	PermissionUseExternalEmojis   = object.PermissionUseExternalEmojis
	PermissionChangeNickname      = object.PermissionChangeNickname
	PermissionManageNicknames     = object.PermissionManageNicknames
	PermissionManageRoles         = object.PermissionManageRoles
	PermissionManageWebhooks      = object.PermissionManageWebhooks
	PermissionUseCommands         = object.PermissionUseCommands
	PermissionManageEvents        = object.PermissionManageEvents
	PermissionManageThreads       = object.PermissionManageThreads
	PermissionCreatePublicThreads = object.PermissionCreatePublicThreads
	PermissionSendInThreads       = object.PermissionSendInThreads
	PermissionModerateMembers     = object.PermissionModerateMembers
	PermissionSendPolls           = object.PermissionSendPolls
	PermissionUseExternalApps     = object.PermissionUseExternalApps
	PermissionPinMessages         = object.PermissionPinMessages
)

// A Poll is a poll of a message, as a user sees it.
type Poll = object.Poll

// PollMedia is the question of a poll or one of its answers.
type PollMedia = object.PollMedia

// A PollAnswer is an answer that a poll offers. The first one has the id 1.
type PollAnswer = object.PollAnswer

// PollResults are the votes so far, or at the end.
type PollResults = object.PollResults

// A PollCount is the number of votes of one answer.
type PollCount = object.PollCount

// A Reaction is one emoji at a message, as a user sees it.
type Reaction = object.Reaction

// A ReactionCount tells plain reactions from super reactions, which nobody
// gives here.
type ReactionCount = object.ReactionCount

// A ReactionEmoji is the emoji of a reaction: one of Unicode's, without an id,
// or a custom one.
type ReactionEmoji = object.ReactionEmoji

// A Snowflake is an id of Discord's: a decimal number, sent as a string.
type Snowflake = object.Snowflake

// UserObject is a user as the API sends it.
type UserObject = object.UserObject

// A Message is a message as the API sends it.
type Message = object.Message

// A MessageReference says which message a message replies to or forwards.
type MessageReference = object.MessageReference

// MessageInteraction names the command that a message answers. Discord calls
// the field deprecated and still sends it: clients show the name from it.
type MessageInteraction = object.MessageInteraction

// Message flags.
const (
	FlagSuppressEmbeds        = object.FlagSuppressEmbeds
	FlagEphemeral             = object.FlagEphemeral
	FlagLoading               = object.FlagLoading
	FlagSuppressNotifications = object.FlagSuppressNotifications
	FlagSnapshot              = object.FlagSnapshot // of a forward
	FlagComponentsV2          = object.FlagComponentsV2
)

// InteractionMetadata says which interaction caused a message.
type InteractionMetadata = object.InteractionMetadata

// Component types. Those from TypeLabel on stand in modals only.
const (
	TypeActionRow     = object.TypeActionRow
	TypeButton        = object.TypeButton
	TypeStringSelect  = object.TypeStringSelect
	TypeTextInput     = object.TypeTextInput
	TypeUserSelect    = object.TypeUserSelect
	TypeRoleSelect    = object.TypeRoleSelect
	TypeMentionable   = object.TypeMentionable
	TypeChannel       = object.TypeChannel
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

// A Component is any message component; the fields that its type has are set.
type Component = object.Component

// Emoji is the partial emoji of buttons and options.
type Emoji = object.Emoji

// SelectOption is one option of a string select, a radio group or a checkbox
// group. Only those of a string select have an emoji.
type SelectOption = object.SelectOption

// DefaultValue is what a menu of users, roles or channels has chosen at first.
type DefaultValue = object.DefaultValue

// MediaItem is one picture of a media gallery.
type MediaItem = object.MediaItem

// A Command is a registered application command as the API sends it.
type Command = object.Command

// Option types of commands.
const (
	OptionSubCommand      = object.OptionSubCommand
	OptionSubCommandGroup = object.OptionSubCommandGroup
	OptionString          = object.OptionString
	OptionInteger         = object.OptionInteger
	OptionBoolean         = object.OptionBoolean
	OptionUser            = object.OptionUser
	OptionChannel         = object.OptionChannel
	OptionRole            = object.OptionRole
	OptionMentionable     = object.OptionMentionable
	OptionNumber          = object.OptionNumber
	OptionAttachment      = object.OptionAttachment
)

// A CommandOption is a parameter of a command, or a subcommand.
type CommandOption = object.CommandOption

// A Choice is a value an option can have. Value is a string or a number.
type Choice = object.Choice

// A Reader is how members read what bots say. Its functions may be called by many
// goroutines at once.
type Reader = form.Reader
