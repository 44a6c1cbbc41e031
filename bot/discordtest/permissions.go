package discordtest

import "noughts/bot/discordtest/object"

// Permissions is a set of permissions, as Discord's bits. Permissions.Has reports whether all bits
// of another set are in it. Permissions.String returns the decimal number that the API sends.
type Permissions = object.Permissions

// These are the permissions that have an effect here. All others can be set, without effect.
const (
	PermissionCreateInvite         = object.PermissionCreateInvite
	PermissionKickMembers          = object.PermissionKickMembers
	PermissionAdministrator        = object.PermissionAdministrator // includes all others, in every channel
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
	PermissionMentionEveryone      = object.PermissionMentionEveryone // includes mentions of roles that not everybody may mention
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
	PermissionSendVoice            = object.PermissionSendVoice // to send voice messages
	PermissionSendPolls            = object.PermissionSendPolls
	PermissionUseExternalApps      = object.PermissionUseExternalApps // lets members use apps that they installed for themselves, with answers that others can see
	PermissionPinMessages          = object.PermissionPinMessages
)

// ParsePermissions reads permissions as people write them: the number in an invitation link, or
// Discord's names separated by commas, such as "MANAGE_ROLES, KickMembers".
func ParsePermissions(text string) (Permissions, error) { return object.ParsePermissions(text) }
