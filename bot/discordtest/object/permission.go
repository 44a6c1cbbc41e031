package object

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
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

// Satisfies reports whether the permissions are enough for a command with these default_member_permissions, a decimal
// number. "0" means administrators only.
func (p Permissions) Satisfies(bits string) bool {
	want, err := strconv.ParseUint(bits, 10, 64)
	if p.Has(PermissionAdministrator) {
		return true
	}
	return err == nil && want != 0 && p.Has(Permissions(want))
}

var permissionNames = [...]string{
	0: "CREATE_INSTANT_INVITE", 1: "KICK_MEMBERS", 2: "BAN_MEMBERS", 3: "ADMINISTRATOR", 4: "MANAGE_CHANNELS", 5: "MANAGE_GUILD",
	6: "ADD_REACTIONS", 7: "VIEW_AUDIT_LOG", 8: "PRIORITY_SPEAKER", 9: "STREAM", 10: "VIEW_CHANNEL", 11: "SEND_MESSAGES",
	12: "SEND_TTS_MESSAGES", 13: "MANAGE_MESSAGES", 14: "EMBED_LINKS", 15: "ATTACH_FILES", 16: "READ_MESSAGE_HISTORY",
	17: "MENTION_EVERYONE", 18: "USE_EXTERNAL_EMOJIS", 19: "VIEW_GUILD_INSIGHTS", 20: "CONNECT", 21: "SPEAK", 22: "MUTE_MEMBERS",
	23: "DEAFEN_MEMBERS", 24: "MOVE_MEMBERS", 25: "USE_VAD", 26: "CHANGE_NICKNAME", 27: "MANAGE_NICKNAMES", 28: "MANAGE_ROLES",
	29: "MANAGE_WEBHOOKS", 30: "MANAGE_GUILD_EXPRESSIONS", 31: "USE_APPLICATION_COMMANDS", 32: "REQUEST_TO_SPEAK", 33: "MANAGE_EVENTS",
	34: "MANAGE_THREADS", 35: "CREATE_PUBLIC_THREADS", 36: "CREATE_PRIVATE_THREADS", 37: "USE_EXTERNAL_STICKERS",
	38: "SEND_MESSAGES_IN_THREADS", 39: "USE_EMBEDDED_ACTIVITIES", 40: "MODERATE_MEMBERS", 41: "VIEW_CREATOR_MONETIZATION_ANALYTICS",
	42: "USE_SOUNDBOARD", 43: "CREATE_GUILD_EXPRESSIONS", 44: "CREATE_EVENTS", 45: "USE_EXTERNAL_SOUNDS", 46: "SEND_VOICE_MESSAGES",
	48: "SET_VOICE_CHANNEL_STATUS", 49: "SEND_POLLS", 50: "USE_EXTERNAL_APPS", 51: "PIN_MESSAGES", 52: "BYPASS_SLOWMODE",
}

// ParsePermissions reads the number in an invitation link, or Discord's names separated by commas, without regard to
// case and underscores: MANAGE_ROLES equals ManageRoles.
func ParsePermissions(text string) (Permissions, error) {
	if bits, err := strconv.ParseUint(strings.TrimSpace(text), 10, len(permissionNames)); err == nil {
		return Permissions(bits), nil
	}
	var all Permissions
	for name := range strings.SplitSeq(text, ",") {
		p, ok := permissionNamed(name)
		if !ok {
			return 0, fmt.Errorf("%.60q is no permission of Discord's", strings.TrimSpace(name))
		}
		all |= p
	}
	return all, nil
}

func permissionNamed(name string) (Permissions, bool) {
	name = plainName(name)
	for bit, known := range permissionNames {
		if name != "" && plainName(known) == name {
			return 1 << bit, true
		}
	}
	return 0, false
}

func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}
