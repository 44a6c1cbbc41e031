package discordtest

import (
	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/object"
)

// Tests of bots need these types all the time, so they have names here. Package object describes them.
//
//nolint:revive // the comment is about all of them
type (
	Snowflake           = object.Snowflake
	Time                = object.Time
	UserObject          = object.UserObject
	Message             = object.Message
	MessageReference    = object.MessageReference
	InteractionMetadata = object.InteractionMetadata
	MessageInteraction  = object.MessageInteraction
	Component           = object.Component
	Emoji               = object.Emoji
	SelectOption        = object.SelectOption
	DefaultValue        = object.DefaultValue
	MediaItem           = object.MediaItem
	Modal               = object.Modal
	Command             = object.Command
	CommandOption       = object.CommandOption
	Choice              = object.Choice
	Permissions         = object.Permissions
	Exchange            = object.Exchange
	Delivery            = object.Delivery
	Reader              = form.Reader
	Fault               = gateway.Fault
	FaultKind           = gateway.FaultKind
	Injection           = gateway.Injection
	Outcome             = gateway.Outcome
)

// These are the types of components and options, flags of messages and permissions that tests of bots need.
const (
	FlagEphemeral                 = object.FlagEphemeral
	FlagLoading                   = object.FlagLoading
	FlagComponentsV2              = object.FlagComponentsV2
	TypeActionRow                 = object.TypeActionRow
	TypeButton                    = object.TypeButton
	TypeStringSelect              = object.TypeStringSelect
	TypeSection                   = object.TypeSection
	TypeTextDisplay               = object.TypeTextDisplay
	TypeThumbnail                 = object.TypeThumbnail
	TypeMediaGallery              = object.TypeMediaGallery
	TypeFile                      = object.TypeFile
	TypeContainer                 = object.TypeContainer
	PermissionAdministrator       = object.PermissionAdministrator
	PermissionViewChannel         = object.PermissionViewChannel
	PermissionSendMessages        = object.PermissionSendMessages
	PermissionManageMessages      = object.PermissionManageMessages
	PermissionEmbedLinks          = object.PermissionEmbedLinks
	PermissionAttachFiles         = object.PermissionAttachFiles
	PermissionMentionEveryone     = object.PermissionMentionEveryone
	PermissionUseExternalEmojis   = object.PermissionUseExternalEmojis
	PermissionManageRoles         = object.PermissionManageRoles
	PermissionUseCommands         = object.PermissionUseCommands
	PermissionManageEvents        = object.PermissionManageEvents
	PermissionManageThreads       = object.PermissionManageThreads
	PermissionCreatePublicThreads = object.PermissionCreatePublicThreads
	PermissionSendInThreads       = object.PermissionSendInThreads
	PermissionModerateMembers     = object.PermissionModerateMembers
	PermissionUseExternalApps     = object.PermissionUseExternalApps
)

// These are the kinds of faults, their effects, and routes for [Fault].Route.
const (
	FaultDrop                 = gateway.FaultDrop
	FaultSilence              = gateway.FaultSilence
	FaultHalfOpen             = gateway.FaultHalfOpen
	FaultReconnect            = gateway.FaultReconnect
	FaultReconnectBeforeHello = gateway.FaultReconnectBeforeHello
	FaultReconnectAfterResume = gateway.FaultReconnectAfterResume
	FaultInvalidResumable     = gateway.FaultInvalidResumable
	FaultInvalid              = gateway.FaultInvalid
	FaultClose                = gateway.FaultClose
	FaultBrokenJSON           = gateway.FaultBrokenJSON
	FaultLag                  = gateway.FaultLag
	FaultSlowReads            = gateway.FaultSlowReads
	FaultDuplicate            = gateway.FaultDuplicate
	FaultReorder              = gateway.FaultReorder
	FaultLoseEvent            = gateway.FaultLoseEvent
	FaultUnknownComponent     = gateway.FaultUnknownComponent
	FaultFutureID             = gateway.FaultFutureID
	FaultStatus               = gateway.FaultStatus
	FaultLimit                = gateway.FaultLimit
	FaultShared               = gateway.FaultShared
	FaultGlobal               = gateway.FaultGlobal
	FaultHTMLLimit            = gateway.FaultHTMLLimit
	FaultLoseRequest          = gateway.FaultLoseRequest
	FaultLoseAnswer           = gateway.FaultLoseAnswer
	FaultLateRequest          = gateway.FaultLateRequest
	FaultLateAnswer           = gateway.FaultLateAnswer
	FaultSlowBody             = gateway.FaultSlowBody
	FaultBareAnswer           = gateway.FaultBareAnswer
	RouteCallback             = gateway.RouteCallback
	RouteEditMessage          = gateway.RouteEditMessage
	RouteListEmojis           = gateway.RouteListEmojis
	RouteCreateEmoji          = gateway.RouteCreateEmoji
	EffectNone                = gateway.EffectNone
	EffectResume              = gateway.EffectResume
	EffectIdentify            = gateway.EffectIdentify
	EffectStop                = gateway.EffectStop
)

// Text, Buttons and Menus return the visible parts of a message. Faults lists the faults that a bot should survive,
// FatalFaults those that must end it, and DrawFaults draws a sequence of them from a seed.
var (
	Text        = object.Text
	Buttons     = object.Buttons
	Menus       = object.Menus
	Faults      = gateway.Faults
	FatalFaults = gateway.FatalFaults
	DrawFaults  = gateway.DrawFaults
)
