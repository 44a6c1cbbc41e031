package discordtest

import "noughts/bot/discordtest/object"

// Permissions is a set of what somebody may do, in Discord's bits.
// Permissions.Has says whether some are all in it; its String is the decimal
// number that the API sends.
type Permissions = object.Permissions

// The permissions that matter here. Others can be given and change nothing.
const (
	PermissionCreateInvite         = object.PermissionCreateInvite
	PermissionKickMembers          = object.PermissionKickMembers
	PermissionAdministrator        = object.PermissionAdministrator // has all others, in every channel
	PermissionManageChannels       = object.PermissionManageChannels
	PermissionManageGuild          = object.PermissionManageGuild
	PermissionAddReactions         = object.PermissionAddReactions
	PermissionViewChannel          = object.PermissionViewChannel
	PermissionSendMessages         = object.PermissionSendMessages
	PermissionSendTTS              = object.PermissionSendTTS
	PermissionManageMessages       = object.PermissionManageMessages
	PermissionEmbedLinks           = object.PermissionEmbedLinks
	PermissionAttachFiles          = object.PermissionAttachFiles
	PermissionReadMessageHistory   = object.PermissionReadMessageHistory
	PermissionMentionEveryone      = object.PermissionMentionEveryone // and roles that not everybody may mention
	PermissionUseExternalEmojis    = object.PermissionUseExternalEmojis
	PermissionChangeNickname       = object.PermissionChangeNickname
	PermissionManageNicknames      = object.PermissionManageNicknames
	PermissionManageRoles          = object.PermissionManageRoles
	PermissionManageWebhooks       = object.PermissionManageWebhooks
	PermissionUseCommands          = object.PermissionUseCommands
	PermissionManageEvents         = object.PermissionManageEvents
	PermissionManageThreads        = object.PermissionManageThreads
	PermissionCreatePublicThreads  = object.PermissionCreatePublicThreads
	PermissionCreatePrivateThreads = object.PermissionCreatePrivateThreads
	PermissionSendInThreads        = object.PermissionSendInThreads
	PermissionModerateMembers      = object.PermissionModerateMembers
	PermissionSendVoice            = object.PermissionSendVoice // voice messages
	PermissionSendPolls            = object.PermissionSendPolls
	PermissionUseExternalApps      = object.PermissionUseExternalApps // whose answers others see
	PermissionPinMessages          = object.PermissionPinMessages
)

// ParsePermissions reads permissions as people write them: the number of an invitation's
// link, or Discord's names with commas between them, such as "MANAGE_ROLES, KickMembers".
func ParsePermissions(text string) (Permissions, error) { return object.ParsePermissions(text) }

// Intents is a set of intents, in the bits that IDENTIFY has.
type Intents = object.Intents

// The privileged intents, which an application may use only when they are
// switched on for it: see [Application.AllowIntents].
const (
	IntentGuildMembers   = object.IntentGuildMembers
	IntentGuildPresences = object.IntentGuildPresences
	IntentMessageContent = object.IntentMessageContent
)
