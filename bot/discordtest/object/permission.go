package object

import (
	"strconv"
)

// Permissions is a set of permissions, in Discord's bits.
type Permissions uint64

// The permissions that the emulator enforces.
const (
	PermissionCreateInvite         Permissions = 1 << 0
	PermissionKickMembers          Permissions = 1 << 1
	PermissionAdministrator        Permissions = 1 << 3
	PermissionManageChannels       Permissions = 1 << 4
	PermissionManageGuild          Permissions = 1 << 5
	PermissionAddReactions         Permissions = 1 << 6
	PermissionViewChannel          Permissions = 1 << 10
	PermissionSendMessages         Permissions = 1 << 11
	PermissionSendTTS              Permissions = 1 << 12
	PermissionManageMessages       Permissions = 1 << 13
	PermissionEmbedLinks           Permissions = 1 << 14
	PermissionAttachFiles          Permissions = 1 << 15
	PermissionReadMessageHistory   Permissions = 1 << 16
	PermissionMentionEveryone      Permissions = 1 << 17
	PermissionUseExternalEmojis    Permissions = 1 << 18
	PermissionChangeNickname       Permissions = 1 << 26
	PermissionManageNicknames      Permissions = 1 << 27
	PermissionManageRoles          Permissions = 1 << 28
	PermissionManageWebhooks       Permissions = 1 << 29
	PermissionUseCommands          Permissions = 1 << 31
	PermissionManageEvents         Permissions = 1 << 33
	PermissionManageThreads        Permissions = 1 << 34
	PermissionCreatePublicThreads  Permissions = 1 << 35
	PermissionCreatePrivateThreads Permissions = 1 << 36
	PermissionSendInThreads        Permissions = 1 << 38
	PermissionModerateMembers      Permissions = 1 << 40
	PermissionSendVoice            Permissions = 1 << 46
	PermissionSendPolls            Permissions = 1 << 49
	PermissionUseExternalApps      Permissions = 1 << 50
	PermissionPinMessages          Permissions = 1 << 51
)

// Has reports whether the set contains all given permissions.
func (p Permissions) Has(all Permissions) bool { return p&all == all }

// String returns the bits as the API sends them: a decimal number.
func (p Permissions) String() string { return strconv.FormatUint(uint64(p), 10) }

// Satisfies reports whether the permissions are enough for a command with the
// default_member_permissions bits, a decimal number. "0" means administrators only.
func (p Permissions) Satisfies(bits string) bool {
	want, err := strconv.ParseUint(bits, 10, 64)
	if p.Has(PermissionAdministrator) {
		return true
	}
	return err == nil && want != 0 && p.Has(Permissions(want))
}
